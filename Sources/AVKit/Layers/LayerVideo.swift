import AVFoundation
import CPlayheadGTK
import PlayheadLayers
import PlayheadPipeline

/// Presents the video of one layer: frames are prepared off the main thread for the layer's exact size in
/// pixels, and drawn when they are due, as in `AVPlayerView`.
@MainActor final class LayerVideo {
  private let sink: FrameSink
  /// Wakes the main loop when a frame is due.
  private let timer = DeadlineTimer()
  /// The source of `timer` in the main loop.
  private var timerSource: guint = 0
  /// The layer's source of frames, to which `sink` is attached.
  private weak var host: (any VideoSinkHost)?
  /// The method of presentation; nil while the layer is not visible.
  private var presenter: (any FramePresenter)?
  /// Whether the layer was neither rotated nor skewed at the last drawing.
  private var isUpright = true
  /// The size that frames are prepared for.
  private var viewport: Viewport?
  /// The current frame; nil without video.
  private var preparedFrame: (any PreparedFrame)?
  /// The caption overlay of the current frame.
  private let captions = CaptionTextures()
  /// Called when another frame is to be drawn.
  var onFrame: (() -> Void)?

  /// Creates a video without a player.
  init() {
    sink = FrameSink(timer: timer)
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
    host?.detach(sink)
  }

  /// Takes the due frame from the sink and requests a drawing. Called by the timer.
  private func takeDueFrame() {
    switch sink.takeDue() {
    case .nothing: return
    case .clear:
      preparedFrame = nil
      captions.overlay = nil
    case .show(let next, let overlay):
      preparedFrame = next
      captions.overlay = overlay
    }
    onFrame?()
  }

  /// Adds the time at which the display showed a drawing of the layer's view.
  func observe(_ observation: RefreshObservation) { sink.observe(observation) }

  /// Applies the layer's current source, size and gravity.
  ///
  /// - Parameter isUpright: Whether the layer is neither rotated nor skewed.
  func follow(_ layer: any FrameLayer, viewport: Viewport, isUpright: Bool, on widget: Widget) {
    if layer.sinkHost !== host {
      host?.detach(sink)
      sink.clear()
      host = layer.sinkHost
      host?.attach(sink)
    }
    // Each change of the target prepares the frame again.
    guard presenter == nil || isUpright != self.isUpright || viewport != self.viewport else { return }
    if presenter == nil || isUpright != self.isUpright { presenter = makePresenter(isUpright: isUpright, widget) }
    (self.isUpright, self.viewport) = (isUpright, viewport)
    sink.setTarget(presenter: presenter, viewport: viewport)
  }

  /// The cairo surface of an upright frame is copied pixel by pixel; a rotated one needs filtering, which textures
  /// have.
  private func makePresenter(isUpright: Bool, _ widget: Widget) -> any FramePresenter {
    // Direct presentation is not possible: other layers may be above this one.
    let presenter = PresenterChoice.makePresenter(for: widget, requestsDirect: false)
    guard !isUpright, (presenter as? SoftwarePresenter)?.delivery == .cairo else { return presenter }
    return SoftwarePresenter(delivery: .texture)
  }

  /// Stops preparing while the layer is not visible; the next window may use another renderer.
  func suspend() {
    sink.setTarget(presenter: nil, viewport: nil)
    presenter = nil
  }

  /// Whether the video hides the layer's background entirely.
  func covers(_ node: LayerNode) -> Bool {
    preparedFrame.map { place(of: $0, in: node).contains(node.bounds) } ?? false
  }

  /// Draws the frame in the layer's own coordinates.
  func append(to snapshot: OpaquePointer, node: LayerNode) {
    guard let preparedFrame, node.contentsPlace.width > 0, node.contentsPlace.height > 0 else { return }
    let place = place(of: preparedFrame, in: node)
    let rectangle = graphene_rect_t(place)
    preparedFrame.append(to: snapshot, bounds: rectangle, place: rectangle)
    appendCaptions(to: snapshot, viewport: preparedFrame.viewport, bounds: node.bounds)
  }

  /// Captions are laid out for the pixels of the viewport, which corresponds to the layer's bounds.
  private func appendCaptions(to snapshot: OpaquePointer, viewport: Viewport, bounds: CGRect) {
    guard captions.overlay != nil, viewport.width > 0, viewport.height > 0 else { return }
    let scale = Double(max(1, viewport.scale))
    gtk_snapshot_save(snapshot)
    var origin = graphene_point_t(x: Float(bounds.minX), y: Float(bounds.minY))
    gtk_snapshot_translate(snapshot, &origin)
    gtk_snapshot_scale(
      snapshot, Float(bounds.width * scale / Double(viewport.width)),
      Float(bounds.height * scale / Double(viewport.height)))
    captions.append(to: snapshot, viewport: viewport)
    gtk_snapshot_restore(snapshot)
  }

  /// The pixels that the frame was prepared for, unless the layer's size has changed since.
  private func place(of preparedFrame: any PreparedFrame, in node: LayerNode) -> CGRect {
    let (viewport, pixels) = (preparedFrame.viewport, preparedFrame.place)
    guard viewport.width > 0, viewport.height > 0, viewport.gravity == gravity(of: node) else {
      return node.contentsPlace
    }
    let across = node.bounds.width / Double(viewport.width)
    let down = node.bounds.height / Double(viewport.height)
    let exact = CGRect(
      x: node.bounds.minX + Double(pixels.x) * across, y: node.bounds.minY + Double(pixels.y) * down,
      width: Double(pixels.width) * across, height: Double(pixels.height) * down)
    // A difference of more than rounding means that the layer's shape has changed.
    let isNear =
      abs(exact.midX - node.contentsPlace.midX) <= across && abs(exact.width - node.contentsPlace.width) <= 2 * across
      && abs(exact.height - node.contentsPlace.height) <= 2 * down
    return isNear ? exact : node.contentsPlace
  }

  /// The gravity of the layer that a node was made from; nil if its contents are not video.
  private func gravity(of node: LayerNode) -> VideoGravity? {
    guard case .video(let source)? = node.contents else { return nil }
    return (source as? any FrameLayer).map { VideoGravity($0.videoGravity) }
  }
}
