import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadNetworking
import PlayheadTesting
import Synchronization

/// A headless player of one URL on a manual clock.
final class StreamRun {
  let clock = ManualClock()
  let session: PlaybackSession
  let item: EngineItem
  private(set) var events: [SessionEvent] = []
  private let shown = Shown()

  private final class Shown: Sendable {
    let frames = Mutex<[CapturedFrame]>([])
    let audioBlocks = Mutex<[CapturedAudio]>([])
  }

  /// `ahead`: seconds that are buffered ahead, `packetBytes`: bytes that are read ahead of the decoder,
  /// `audioPrefetchDistance`: the distance in bytes from which audio is prefetched in parallel with video; nil for the
  /// defaults.
  init(
    _ url: URL, fields: [String: String] = [:], options: RequestOptions? = nil, ahead: Double? = nil,
    packetBytes: Int? = nil, audioPrefetchDistance: Int? = nil,
    sources: any ByteSourceProvider = StandardByteSourceProvider(), displays: HDRDisplays = HDRDisplays(),
    prepare: (EngineItem) -> Void = { _ in }
  ) {
    var limits = BufferLimits()
    if let ahead {
      limits.stream.secondsAhead = ahead
      // Six of the fixtures' small frames, or most of a file is decoded before anything is requested.
      limits.frameBytes = 6 * 320 * 180 * 3 / 2
    }
    if let packetBytes { limits.packetBytes = packetBytes }
    if let audioPrefetchDistance { limits.stream.audioPrefetchDistance = audioPrefetchDistance }
    var environment = PlaybackEnvironment(
      clock: clock, audio: CapturingAudio { [shown] block in shown.audioBlocks.withLock { $0.append(block) } },
      limits: limits, delivery: clock, sources: sources)
    environment.displays = displays
    session = PlaybackSession(environment: environment) {}
    item = EngineItem(
      url: url, options: options ?? RequestOptions(fields: fields.map { .init($0.key, $0.value) }))
    prepare(item)
    let shown = shown
    sink = CapturingVideoSink { frame in shown.frames.withLock { $0.append(frame) } }
    session.attach(sink)
    session.setRate(1)
    session.setItem(item)
  }

  private let sink: CapturingVideoSink

  deinit { session.close() }

  var audioBlocks: [CapturedAudio] { shown.audioBlocks.withLock { $0 } }
  var frames: [CapturedFrame] { shown.frames.withLock { $0 } }

  func run(seconds: Double) {
    clock.advance(by: .seconds(seconds))
    events += session.takeEvents()
  }

  func seek(to seconds: Double) {
    session.seek(
      SeekRequest(
        time: CMTime(seconds: seconds, preferredTimescale: 1000), toleranceBefore: .zero, toleranceAfter: .zero,
        identifier: 1))
  }

  var position: Double { session.currentTime().seconds }
  var hasEnded: Bool { events.contains { if case .playedToEnd = $0 { true } else { false } } }
  var hasStalled: Bool { events.contains { if case .stalled = $0 { true } else { false } } }
  var failure: MediaError? { item.snapshot.error }
}
