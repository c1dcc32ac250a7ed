import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadEngine
import Synchronization

/// Collects the lines of a dump from all threads and orders them by time; at the same time events come first, then
/// frames, then audio.
final class DumpLines: Sendable {
  private enum Kind: Int { case event, frame, audio }

  private struct Entry {
    var time: HostTime
    var kind: Kind
    var text: String
  }

  private struct State {
    var entries: [Entry] = []
    var videoFrames = 0
    var audioFrames = 0
    var lastTimeControl: SessionSnapshot.TimeControl?
    var lastItem = ItemSnapshot()
  }

  private let start: HostTime
  private let state = Mutex(State())

  init(start: HostTime) { self.start = start }

  var videoFrames: Int { state.withLock { $0.videoFrames } }
  var audioFrames: Int { state.withLock { $0.audioFrames } }

  func add(_ frame: CapturedFrame) {
    let text =
      "video pts=\(Self.seconds(frame.time)) duration=\(Self.seconds(frame.duration)) "
      + "size=\(frame.width)x\(frame.height) crc32=\(Self.hexadecimal(frame.checksum))"
    state.withLock {
      $0.videoFrames += 1
      $0.entries.append(Entry(time: frame.hostTime, kind: .frame, text: text))
    }
  }

  func add(_ audio: CapturedAudio) {
    let frames = audio.samples.count / audio.format.channelCount
    let text =
      "audio pts=\(Self.seconds(audio.time)) samples=\(frames) rate=\(audio.format.sampleRate) "
      + "channels=\(audio.format.channelCount) crc32=\(Self.hexadecimal(Checksum.of(audio.samples)))"
    state.withLock {
      $0.audioFrames += frames
      $0.entries.append(Entry(time: audio.hostTime, kind: .audio, text: text))
    }
  }

  func add(_ event: SessionEvent, at time: HostTime) {
    state.withLock { state in
      guard let text = Self.text(of: event, &state) else { return }
      let at = String(format: "%.6f", (time - start).seconds)
      state.entries.append(Entry(time: time, kind: .event, text: "event at=\(at) \(text)"))
    }
  }

  /// Writes and removes the lines before a time, or all lines.
  func flush(before time: HostTime?, _ write: (String) -> Void) {
    let due = state.withLock { state -> [Entry] in
      let due = state.entries.filter { entry in time.map { entry.time < $0 } ?? true }
      if due.isEmpty { return [] }
      state.entries.removeAll { entry in time.map { entry.time < $0 } ?? true }
      return due
    }
    let ordered = due.enumerated().sorted {
      ($0.element.time, $0.element.kind.rawValue, $0.offset) < ($1.element.time, $1.element.kind.rawValue, $1.offset)
    }
    for entry in ordered { write(entry.element.text) }
  }

  private static func text(of event: SessionEvent, _ state: inout State) -> String? {
    switch event {
    case .sessionChanged(let snapshot):
      guard snapshot.timeControl != state.lastTimeControl else { return nil }
      state.lastTimeControl = snapshot.timeControl
      return "rate=\(snapshot.rate) timeControl=\(name(snapshot.timeControl))"
    case .itemChanged(_, let item):
      defer { state.lastItem = item }
      if let error = item.error { return "failed \(error.kind)" }
      if item.presentationSize != state.lastItem.presentationSize && item.status == state.lastItem.status {
        return
          "presentationSize=\(Int(saturating: item.presentationSize.width))x\(Int(saturating: item.presentationSize.height))"
      }
      guard item.status != state.lastItem.status || item.duration != state.lastItem.duration else { return nil }
      return "status=\(item.status) duration=\(seconds(item.duration)) "
        + "presentationSize=\(Int(saturating: item.presentationSize.width))x\(Int(saturating: item.presentationSize.height))"
    case .seekFinished(let identifier, let finished): return "seek \(identifier) finished=\(finished)"
    case .prerollFinished(let identifier, let finished): return "preroll \(identifier) finished=\(finished)"
    case .timeJumped(_, let time): return "jumped to=\(seconds(time))"
    case .stalled: return "stalled"
    // The download speed does not affect playback output.
    case .logGrew: return nil
    case .metadataDue, .metadataPresent: return nil
    case .interstitialNear, .scheduleLoaded: return nil
    case .interstitialDue(_, let id, let time): return "interstitial \(id) time=\(seconds(time))"
    case .interstitialDropped(let id): return "interstitial \(id) dropped"
    case .playedToEnd: return "playedToEnd"
    case .failedToPlayToEnd(_, let error): return "failedToPlayToEnd \(error.kind)"
    case .observerFired(let identifier, let time): return "observer \(identifier) time=\(seconds(time))"
    }
  }

  private static func name(_ control: SessionSnapshot.TimeControl) -> String {
    switch control {
    case .paused: "paused"
    case .playing: "playing"
    case .waiting(.toMinimizeStalls): "waiting(toMinimizeStalls)"
    case .waiting(.evaluatingBufferingRate): "waiting(evaluatingBufferingRate)"
    case .waiting(.noItemToPlay): "waiting(noItemToPlay)"
    case .waiting(.interstitialEvent): "waiting(interstitialEvent)"
    }
  }

  /// Six decimals; a non-numeric time by its name.
  private static func seconds(_ time: CMTime) -> String {
    time.isNumeric ? String(format: "%.6f", time.seconds) : time.isIndefinite ? "indefinite" : "invalid"
  }

  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
