import PlayheadMedia
import PlayheadPipeline
import Synchronization

/// Prepares HDR frames for a display that shows HDR: ten bits with their own colors, for a `DirectScreen`. Other frames
/// are prepared by another presenter, and so is the tone-mapped form that GTK draws beneath controls.
final class PassThroughPresenter: FramePresenter {
  /// Prepares what GTK draws.
  let base: any FramePresenter
  /// The scaler, locked during a conversion.
  private let scaler = Mutex(DisplayScaler())
  /// The memory of frames.
  private let pool = PixelBufferPool(sharing: .file)
  /// Whether GTK is expected to draw the next frames.
  private let drawing = DrawingExpectation()
  /// Conversions of caption colors.
  private let graphics = (pq: HDRGraphics(.pq), hlg: HDRGraphics(.hlg))

  /// Creates a presenter on top of the one for GTK's renderer.
  init(base: any FramePresenter) { self.base = base }

  /// Converts an HDR frame to ten bits if the viewport's display shows it; other frames as the base does.
  func prepare(_ frame: VideoFrame, for viewport: Viewport) -> (any PreparedFrame)? {
    guard let signal = HDRSignal(frame, for: viewport) else { return base.prepare(frame, for: viewport) }
    let upright = viewport.adjustment.apply(to: frame)
    let place = VideoGeometry.place(
      display: upright.displaySize, width: viewport.width, height: viewport.height, gravity: viewport.gravity,
      grain: max(1, viewport.scale), zoom: viewport.adjustment.scale)
    guard !place.isEmpty, let buffer = pool.take(width: place.width, height: place.height, signal: signal),
      buffer.segment != nil
    else { return base.prepare(frame, for: viewport) }
    let isDrawn = scaler.withLock { scaler in
      scaler.drawTenBits(
        upright, into: buffer.address, bytesPerRow: buffer.bytesPerRow, width: place.width, height: place.height)
    }
    guard isDrawn else { return base.prepare(frame, for: viewport) }
    let prepared = HDRFrame(
      viewport: viewport, place: place, buffer: buffer, graphics: signal.transfer == .hlg ? graphics.hlg : graphics.pq,
      drawing: drawing
    ) { [base] in base.prepare(frame, for: viewport) }
    if drawing.isExpected() { prepared.prepareForDrawing() }
    return prepared
  }

  /// Prepares the base: the first frame may be SDR.
  func prewarm(for viewport: Viewport) { base.prewarm(for: viewport) }
}

/// Whether GTK draws frames, so that their tone-mapped form is prepared before: it does at the start, and while
/// controls cover a part.
final class DrawingExpectation: Sendable {
  /// The number of frames for which a drawing is still expected.
  private let remaining = Atomic(DrawingExpectation.frames)

  /// The number of frames after a drawing: about a second.
  private static let frames = 30

  /// Called when GTK draws a frame.
  func noteDrawing() { remaining.store(Self.frames, ordering: .relaxed) }

  /// Whether GTK is expected to draw the next frame. Called once for each frame.
  func isExpected() -> Bool {
    let count = remaining.load(ordering: .relaxed)
    guard count > 0 else { return false }
    // A drawing in between is noted again.
    _ = remaining.compareExchange(expected: count, desired: count - 1, ordering: .relaxed)
    return true
  }
}
