import AVFoundation
import CPlayheadGTK
import PlayheadBasics
import PlayheadCaptions
import PlayheadEngine
import PlayheadMedia

/// The frames of a player for GTK's paintables, which are drawn anywhere and in any size: each frame is converted to a
/// texture of its own size in square pixels.
@MainActor package final class PaintableVideo {
  private let sink: FrameSink
  /// Wakes the main loop when a frame is due.
  private let timer = DeadlineTimer()
  /// The source of `timer` in the main loop.
  private var timerSource: guint = 0
  /// The current frame; nil without video.
  private var preparedFrame: (any PreparedFrame)?
  /// The caption overlay of the current frame.
  private let captions = CaptionTextures()
  /// Called when another frame is to be drawn, or none; with true if the size has changed.
  package var onFrame: ((_ hasNewSize: Bool) -> Void)?

  /// Creates a video without a player.
  package init() {
    installMainLoopIntegrationIfNeeded()
    sink = FrameSink(timer: timer)
    // The presenter determines the size of each frame, so the viewport is not used.
    sink.setTarget(
      presenter: FrameSizePresenter(), viewport: Viewport(width: 1, height: 1, scale: 1, gravity: .stretch))
    timerSource = timer.install { [weak self] in self?.takeDueFrame() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Removes the timer and detaches the sink. Runs on the main thread.
  private func tearDown() {
    g_source_remove(timerSource)
    player?.session.detach(sink)
  }

  /// The player whose frames are drawn.
  package var player: AVPlayer? {
    didSet {
      guard player !== oldValue else { return }
      oldValue?.session.detach(sink)
      sink.clear()
      show(nil, nil)
      player?.session.attach(sink)
    }
  }

  /// The size of the current frame in square pixels; zero without one.
  package var size: (width: Int, height: Int) {
    preparedFrame.map { ($0.viewport.width, $0.viewport.height) } ?? (0, 0)
  }

  /// Takes the due frame from the sink and requests a drawing. Called by the timer.
  private func takeDueFrame() {
    switch sink.takeDue() {
    case .nothing: break
    case .clear: show(nil, nil)
    case .show(let frame, let overlay): show(frame, overlay)
    }
  }

  /// Replaces the current frame and its captions.
  private func show(_ frame: (any PreparedFrame)?, _ overlay: CaptionOverlay?) {
    guard frame != nil || preparedFrame != nil else { return }
    let previous = size
    preparedFrame = frame
    captions.overlay = overlay
    onFrame?(size != previous)
  }

  /// Draws the frame and its captions from the origin in the given size. Draws nothing without a frame.
  ///
  /// - Parameter snapshot: A `GtkSnapshot *`.
  package func append(to snapshot: UnsafeMutableRawPointer, width: Double, height: Double) {
    guard let preparedFrame, width > 0, height > 0 else { return }
    let snapshot = OpaquePointer(snapshot)
    let place = graphene_rect_t(x: 0, y: 0, width: width, height: height)
    preparedFrame.append(to: snapshot, bounds: place, place: place)
    guard captions.overlay != nil else { return }
    let viewport = preparedFrame.viewport
    gtk_snapshot_save(snapshot)
    gtk_snapshot_scale(snapshot, Float(width / Double(viewport.width)), Float(height / Double(viewport.height)))
    captions.append(to: snapshot, viewport: viewport)
    gtk_snapshot_restore(snapshot)
  }
}

/// Presents each frame in its own size in square pixels, as a texture.
final class FrameSizePresenter: FramePresenter {
  private let presenter = SoftwarePresenter(delivery: .texture)

  /// The longest side of a texture that every graphics driver accepts.
  static let longestSide = 8192.0

  /// The size in pixels for a frame of a display size: the same, or smaller in the same aspect ratio. Nil for an empty
  /// frame.
  static func size(display: (width: Double, height: Double)) -> (width: Int, height: Int)? {
    guard display.width > 0, display.height > 0, display.width.isFinite, display.height.isFinite else { return nil }
    let scale = min(1, longestSide / max(display.width, display.height))
    func pixels(_ length: Double) -> Int { max(1, Int(saturating: (length * scale).rounded())) }
    return (pixels(display.width), pixels(display.height))
  }

  /// Converts a frame; the viewport is ignored.
  func prepare(_ frame: VideoFrame, for viewport: Viewport) -> (any PreparedFrame)? {
    guard let size = Self.size(display: frame.displaySize) else { return nil }
    return presenter.prepare(
      frame, for: Viewport(width: size.width, height: size.height, scale: 1, gravity: .stretch))
  }
}
