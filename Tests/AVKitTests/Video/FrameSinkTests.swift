import CPlayheadFFmpeg
import CPlayheadGTK
import CoreGraphics
import CoreMedia
import Dispatch
import PlayheadClock
import PlayheadMedia
import PlayheadPipeline
import Synchronization
import Testing

@testable import AVKit
@testable import PlayheadFFmpeg

@Suite("Frames from the engine to the view")
struct FrameSinkTests {
  /// Presents nothing, and counts.
  private final class Presenter: FramePresenter {
    final class TestFrame: PreparedFrame {
      let viewport: Viewport
      let place: PixelRectangle

      init(_ viewport: Viewport) {
        self.viewport = viewport
        place = PixelRectangle(x: 0, y: 0, width: viewport.width, height: viewport.height)
      }

      @MainActor func append(to snapshot: OpaquePointer, bounds: graphene_rect_t, place: graphene_rect_t) {}
    }

    private let counter = Mutex(0)
    let isReady = DispatchSemaphore(value: 0)
    var count: Int { counter.withLock { $0 } }

    func prepare(_ frame: VideoFrame, for viewport: Viewport) -> (any PreparedFrame)? {
      counter.withLock { $0 += 1 }
      return TestFrame(viewport)
    }

    func prewarm(for viewport: Viewport) { isReady.signal() }
  }

  private static func viewport(_ width: Int) -> Viewport {
    Viewport(width: width, height: 36, scale: 1, gravity: .fit)
  }

  private static func presentedFrame() -> PresentedFrame {
    guard let raw = av_frame_alloc() else { fatalError("no memory") }
    let frame = VideoFrame(taking: raw, presentationTime: .zero, duration: .zero, transform: .identity)
    return PresentedFrame(frame: frame, deadline: HostTime(nanoseconds: 0), generation: 1)
  }

  /// The width of the due frame, or nil if none is due.
  private static func due(_ sink: FrameSink) -> Int? {
    if case .show(let presentedFrame, _) = sink.takeDue() { presentedFrame.viewport.width } else { nil }
  }

  @Test("A frame prepared for the coming window is not prepared again")
  func expected() {
    let (sink, presenter) = (FrameSink(timer: DeadlineTimer()), Presenter())
    sink.expectTarget(presenter: presenter, viewport: Self.viewport(64))
    #expect(presenter.isReady.wait(timeout: .now() + 20) == .success, "preparation is done in advance")
    sink.present(Self.presentedFrame())
    sink.setTarget(presenter: presenter, viewport: Self.viewport(64))
    sink.awaitFrame(milliseconds: 20_000)
    #expect(Self.due(sink) == 64)
    #expect(presenter.count == 1)
  }

  @Test("A window of another size prepares it again")
  func other() {
    let (sink, presenter) = (FrameSink(timer: DeadlineTimer()), Presenter())
    sink.expectTarget(presenter: presenter, viewport: Self.viewport(64))
    sink.present(Self.presentedFrame())
    #expect(Self.due(sink) == 64)
    sink.setTarget(presenter: presenter, viewport: Self.viewport(80))
    sink.awaitFrame(milliseconds: 20_000)
    #expect(Self.due(sink) == 80)
    #expect(presenter.count == 2)
  }

  @Test("A missing frame is not waited for, and is shown when it comes")
  func absent() {
    let (sink, presenter) = (FrameSink(timer: DeadlineTimer()), Presenter())
    sink.expectTarget(presenter: presenter, viewport: Self.viewport(64))
    for _ in 0..<3 { sink.awaitFrame(milliseconds: 1) }
    #expect(Self.due(sink) == nil)
    sink.present(Self.presentedFrame())
    #expect(Self.due(sink) == 64)
    sink.awaitFrame(milliseconds: 1)
    #expect(Self.due(sink) == nil)
  }

  @Test("Frames are requested earlier once the display reports its refreshes")
  func leadWithReports() {
    let (sink, now) = (FrameSink(timer: DeadlineTimer()), SystemClock().now)
    let before = sink.lead
    for index in (0..<20).reversed() {
      sink.observe(
        RefreshObservation(
          presented: now - .milliseconds(16 * Int64(index)), interval: .milliseconds(16), submitted: nil))
    }
    // An interval, the latency and the largest bias.
    #expect(sink.lead.nanoseconds - before.nanoseconds == 16_000_000 + 2_000_000 + 2_000_000)
  }

  @Test("A waiting thread is woken by the frame, from any thread")
  func woken() {
    for _ in 0..<200 {
      let (sink, presenter) = (FrameSink(timer: DeadlineTimer()), Presenter())
      sink.expectTarget(presenter: presenter, viewport: Self.viewport(64))
      DispatchQueue.global().async { sink.present(Self.presentedFrame()) }
      sink.awaitFrame(milliseconds: 20_000)
      #expect(Self.due(sink) == 64)
    }
  }
}
