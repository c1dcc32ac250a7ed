import CoreMedia
import Foundation
import PlayheadCaptionTracks
import PlayheadCaptions
import PlayheadDump
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline
import PlayheadText
import Synchronization

extension Verbs {
  /// Like `decode`, with captions drawn for each frame at its size: those of a file, or with `track` those of the media
  /// file itself. nil for none.
  static func captions(_ url: URL, seconds: Double, file: String?) throws {
    let clock = ManualClock()
    let start = Measurement.milliseconds
    let session = PlaybackSession(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock)) {}
    let sink = CaptionDrawingSink(start: start)
    let item = EngineItem(url: url)
    if file == "track" {
      item.choose { $0.automaticLegible = { info, _ in info.tracks.first { $0.kind == .text }?.index } }
    } else if let file {
      // As in players: while the media file is being opened.
      Thread {
        guard let read = try? CaptionReader.read(URL(fileURLWithPath: file)) else { return }
        _ = item.captions.add(read.document)
      }.start()
    }
    session.attach(sink)
    session.setItem(item)
    session.setRate(1)
    try playOut(session, clock, seconds: seconds)
    let cpu = Measurement.cpuMilliseconds / 1000
    session.close()
    let numbers = String(format: "\"first_ms\":%.1f,\"cpu_s\":%.3f", sink.first - start, cpu)
    print(
      "{\"tool\":\"playhead\",\"mode\":\"captions\",\"frames\":\(sink.frameCount.value),\"drawn\":\(sink.drawn.value),\(numbers)}"
    )
  }
}

/// Draws the captions of each frame and discards them.
private final class CaptionDrawingSink: VideoSink {
  /// The number of presented frames.
  let frameCount = Count()
  /// The number of different overlays drawn.
  let drawn = Count()
  /// Renders the captions of a frame.
  private let composer = CaptionComposer()
  /// The time of the first frame in milliseconds, and the last overlay. An overlay that is the same object was not
  /// drawn again.
  private let state = Mutex((first: 0.0, last: CaptionOverlay?.none))

  /// Creates a sink.
  ///
  /// - Parameter start: The start of the measurement in milliseconds: the result if no frame arrives.
  init(start: Double) { state.withLock { $0.first = start } }

  /// No lead time: the frames are displayed nowhere.
  var lead: HostDuration { .zero }
  func clear() {}
  /// The time of the first frame.
  var first: Double { state.withLock { $0.first } }

  /// Renders the captions of a frame at its coded size and discards them.
  func present(_ presentedFrame: PresentedFrame) {
    let frame = presentedFrame.frame
    let canvas = CaptionCanvas(
      width: frame.width, height: frame.height, storageWidth: frame.width, storageHeight: frame.height)
    let overlay = composer.overlay(presentedFrame.captions.scene(at: frame.presentationTime), on: canvas)
    let isFirst = frameCount.value == 0
    frameCount.add()
    state.withLock { state in
      if isFirst { state.first = Measurement.milliseconds }
      if let overlay, overlay !== state.last { drawn.add() }
      state.last = overlay
    }
  }
}
