import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadText
import Synchronization

/// The thread that reads the selected captions of an item, a little ahead of its position, beside the reader of pictures and sound:
/// neither waits for the other, and changing captions disturbs nobody.
///
/// After a seek it begins early enough to find the cues that stand there already. What was read once is not read again.
final class CaptionFeed: Sendable {
  private let item: EngineItem
  let track: Int
  private let environment: PlaybackEnvironment
  private let clock: MediaClock
  private let gate: any Gate
  private let state = Mutex(State())
  private let thread = Mutex<EngineThread?>(nil)

  private struct State {
    /// Where the position goes to; nil: where the clock says.
    var target: CMTime?
    var source: (any TransferControl)?
    var isClosed = false
  }

  /// How much is read ahead, and when reading begins again.
  private static let ahead = CMTime(value: 30, timescale: 1)
  /// No cue that a person reads stands longer, but for signs and credits.
  private static let lookBack = CMTime(value: 20, timescale: 1)

  init(item: EngineItem, track: Int, clock: MediaClock, environment: PlaybackEnvironment) {
    self.item = item
    self.track = track
    self.clock = clock
    self.environment = environment
    gate = environment.clock.makeGate("captions")
    let thread = EngineThread("playhead.captions", clock: environment.clock, qualityOfService: .utility) { [self] in
      run()
    }
    self.thread.withLock { $0 = thread }
  }

  /// The position jumps.
  func move(to time: CMTime) {
    state.withLock { $0.target = time }
    gate.open()
  }

  /// The position is where the clock says.
  func clockChanged() {
    state.withLock { $0.target = nil }
    gate.open()
  }

  /// Returns when the thread has ended.
  func close() {
    let source = state.withLock { state in
      state.isClosed = true
      return state.source
    }
    source?.cancel()
    gate.open()
    thread.withLock { $0 }?.join()
  }

  private var isClosed: Bool { state.withLock { $0.isClosed } }

  private func adopt(_ source: any TransferControl) -> Bool {
    state.withLock {
      $0.source = source
      return !$0.isClosed
    }
  }

  // MARK: The thread

  private func run() {
    do throws(MediaError) {
      try read()
    } catch {
      // Captions that cannot be read are not shown; the film goes on. `playhead captions` tells what is wrong with them.
    }
    while !isClosed { gate.wait(until: nil) }
  }

  private func read() throws(MediaError) {
    let source = try MediaOpener.source(for: item.url, options: item.options, from: environment.sources)
    guard !source.isEndless, adopt(source) else { return }
    var demuxer = try MediaOpener.demuxer(source, url: item.url, options: item.options)
    let service = ClosedCaptionService(trackIndex: track)
    let stream = service == nil ? track : demuxer.info.preferredTrack(.video)?.index
    guard demuxer.info.isSeekable, let parameters = stream.flatMap({ demuxer.parameters(ofStream: $0) }),
      let decoder = CaptionTrackDecoder(parameters, service: service ?? .line21(1))
    else { return }
    let identifier = item.captions.beginTrack(
      decoder.format, header: decoder.header,
      fonts: demuxer.attachedFonts.map { CaptionFont(name: $0.name, bytes: $0.bytes) }, regions: decoder.regions)
    var reading = CaptionReading(track: parameters.track, info: demuxer.info, decoder: decoder)
    reading.select(in: &demuxer)
    while !isClosed {
      let position = takePosition()
      if let deadline = pause(position, reading.coverage) {
        gate.wait(until: deadline)
        continue
      }
      do throws(DemuxError) {
        try reading.step(from: position, lookBack: Self.lookBack, &demuxer) { taken in
          if let end = taken.end { item.captions.endOpenCue(at: end, inTrack: identifier) }
          if !taken.cues.isEmpty || taken.open != nil {
            item.captions.add(taken.cues, open: taken.open, toTrack: identifier)
          }
        }
      } catch {
        guard !isClosed else { return }
        throw MediaOpener.explain(error, url: item.url)
      }
    }
  }

  /// From where on captions are wanted: backward, from well before the position.
  private func takePosition() -> CMTime {
    let position = state.withLock { $0.target } ?? clock.time(at: environment.clock.now)
    return max(.zero, clock.snapshot.rate < 0 ? position - Self.lookBack : position)
  }

  /// Until when there is nothing to do; nil where there is. `.some(nil)` where only a call brings something.
  private func pause(_ position: CMTime, _ coverage: CaptionCoverage) -> HostTime?? {
    guard let part = coverage.part(at: position) else { return nil }
    if clock.snapshot.rate < 0 { return .some(moment(part.start > .zero ? part.start + Self.lookBack : nil)) }
    if part.end == .positiveInfinity { return .some(nil) }
    let enough = CMTimeMultiplyByRatio(Self.ahead, multiplier: 1, divisor: 2)
    return part.end - position >= enough ? .some(moment(part.end - enough)) : nil
  }

  /// When the position comes to a time; nil if it does not by itself.
  private func moment(_ time: CMTime?) -> HostTime? {
    guard let time, let host = clock.hostTime(ofMedia: time.nanoseconds) else { return nil }
    return max(host, environment.clock.now + .milliseconds(1))
  }
}
