import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadEngine
import PlayheadItems
import Synchronization

/// Collects the lines of a dump from all threads and orders them by time; at the same time events come first, then
/// frames, then audio.
final class DumpLines: Sendable {
  /// The kinds of lines, in their order at the same time.
  private enum Kind: Int { case event, frame, audio }

  /// A line that has not been written yet.
  private struct Entry {
    /// The host time of the output, by which lines are ordered.
    var time: HostTime
    /// The kind of output.
    var kind: Kind
    /// The line without a line break.
    var text: String
  }

  /// The pending lines, the totals and the values last reported.
  private struct State {
    /// The pending lines in the order of their arrival.
    var entries: [Entry] = []
    /// The number of video frames so far.
    var videoFrames = 0
    /// The number of audio frames so far, not of blocks.
    var audioFrames = 0
    /// The last reported time control, with which repetitions are omitted.
    var lastTimeControl: SessionSnapshot.TimeControl?
    /// The last reported state of the item, with which repetitions are omitted.
    var lastItem = ItemSnapshot()
  }

  /// The host time from which events are counted.
  private let start: HostTime
  /// The lines and totals, locked because several threads add lines.
  private let state = Mutex(State())

  /// Creates an empty collection.
  ///
  /// - Parameter start: The host time that event times are relative to.
  init(start: HostTime) { self.start = start }

  /// The number of video frames so far.
  var videoFrames: Int { state.withLock { $0.videoFrames } }
  /// The number of audio frames so far, not of blocks.
  var audioFrames: Int { state.withLock { $0.audioFrames } }

  /// Adds the line of a video frame. Called on the presenter's thread.
  func add(_ frame: CapturedFrame) {
    let text =
      "video pts=\(Self.seconds(frame.time)) duration=\(Self.seconds(frame.duration)) "
      + "size=\(frame.width)x\(frame.height) crc32=\(Self.hexadecimal(frame.checksum))"
    state.withLock {
      $0.videoFrames += 1
      $0.entries.append(Entry(time: frame.hostTime, kind: .frame, text: text))
    }
  }

  /// Adds the line of an audio block. Called on the output's thread.
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

  /// Adds the line of an event, if it affects the output and differs from the last one of its kind.
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

  /// The text of an event; nil for events that depend on the network's speed or change nothing.
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
    case .interstitialNear, .scheduleLoaded, .externalPlaybackFailed: return nil
    case .interstitialDue(_, let id, let time): return "interstitial \(id) time=\(seconds(time))"
    case .interstitialDropped(let id): return "interstitial \(id) dropped"
    case .playedToEnd: return "playedToEnd"
    case .failedToPlayToEnd(_, let error): return "failedToPlayToEnd \(error.kind)"
    case .observerFired(let identifier, let time): return "observer \(identifier) time=\(seconds(time))"
    }
  }

  /// The name of a time control, with the reason for waiting.
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

  /// Eight lowercase hexadecimal digits.
  private static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
