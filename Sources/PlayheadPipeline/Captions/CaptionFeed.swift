import CoreMedia
import Foundation
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadText
import Synchronization

/// Reads the selected captions of an item on a thread of its own, a little ahead of the position. It and the reader of
/// video and audio are independent: neither waits for the other, and changing captions does not disturb playback.
///
/// After a seek it starts early enough to find cues that are already visible. Parts that have been read are not read
/// again.
final class CaptionFeed: Sendable {
  /// The item. It is opened once more here, independently of playback.
  private let item: EngineItem
  /// The stream index of the track, or the index of a closed caption service.
  let track: Int
  /// The session's environment, for its clock and its byte sources.
  private let environment: PlaybackEnvironment
  /// The clock of playback, which has the position unless a seek is in progress.
  private let clock: MediaClock
  /// The gate of the thread. Seeks, changes of the clock, and `close` open it.
  private let gate: any Gate
  /// Shared by the session's thread and the feed's own.
  private let state = Mutex(State())
  /// Nil only during initialization.
  private let thread = Mutex<EngineThread?>(nil)

  /// The state that the session changes and the thread reads.
  private struct State {
    /// The target of a seek in progress; nil when the clock has the position.
    var target: CMTime?
    /// The source being read, so that `close` can interrupt it; nil until it is open.
    var source: (any TransferControl)?
    /// Whether the thread has to end.
    var isClosed = false
  }

  /// How far ahead of the position captions are read.
  private static let ahead = CMTime(value: 15, timescale: 1)
  /// Longer than the duration of any cue except signs and credits.
  private static let lookBack = CMTime(value: 20, timescale: 1)

  /// Creates the feed and starts its thread, which opens the item.
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

  /// Notes a seek.
  ///
  /// - Parameter time: The target, from which captions are read until `clockChanged`.
  func move(to time: CMTime) {
    state.withLock { $0.target = time }
    gate.open()
  }

  /// Notes that the clock changed and has the position.
  func clockChanged() {
    state.withLock { $0.target = nil }
    gate.open()
  }

  /// Ends the thread; returns when it has ended.
  func close() {
    let source = state.withLock { state in
      state.isClosed = true
      return state.source
    }
    source?.cancel()
    gate.open()
    thread.withLock { $0 }?.join()
  }

  /// Whether `close` was called.
  private var isClosed: Bool { state.withLock { $0.isClosed } }

  /// Makes a source interruptible. Returns false if the feed has been closed in the meantime.
  private func adopt(_ source: any TransferControl) -> Bool {
    state.withLock {
      $0.source = source
      return !$0.isClosed
    }
  }

  // MARK: The thread

  /// Reads until the feed is closed. An error ends reading, but not the thread, which `close` joins.
  private func run() {
    do throws(MediaError) {
      try read()
    } catch {
      // Captions that cannot be read are not shown; playback continues. `playhead captions` reports the error.
    }
    while !isClosed { gate.wait(until: nil) }
  }

  /// Opens the item, and reads packets ahead of the position until the feed is closed. Returns early if the track
  /// cannot be read.
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
    var reading = CaptionReadState(track: parameters.track, info: demuxer.info, decoder: decoder)
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

  /// The position from which captions are needed: with reverse playback, well before the present one.
  private func takePosition() -> CMTime {
    let position = state.withLock { $0.target } ?? clock.time(at: environment.clock.now)
    return max(.zero, clock.snapshot.rate < 0 ? position - Self.lookBack : position)
  }

  /// The next deadline, or nil if there is work to do. `.some(nil)` means to wait until the gate opens.
  private func pause(_ position: CMTime, _ coverage: CaptionCoverage) -> HostTime?? {
    guard let part = coverage.part(at: position) else { return nil }
    if clock.snapshot.rate < 0 { return .some(moment(part.start > .zero ? part.start + Self.lookBack : nil)) }
    if part.end == .positiveInfinity { return .some(nil) }
    return part.end - position >= Self.ahead ? .some(moment(part.end - Self.ahead)) : nil
  }

  /// When the position reaches a time; nil if it does not at the present rate.
  private func moment(_ time: CMTime?) -> HostTime? {
    guard let time, let host = clock.hostTime(ofMedia: time.nanoseconds) else { return nil }
    return max(host, environment.clock.now + .milliseconds(1))
  }
}
