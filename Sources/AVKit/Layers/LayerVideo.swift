import AVFoundation
import CPlayheadGTK
import PlayheadEngine
import PlayheadLayers

/// Brings the pictures of one player layer to the screen: prepared off the main thread for the very pixels the layer takes up, and
/// drawn when they are due, as `AVPlayerView` does it.
@MainActor final class LayerVideo {
  private let sink: FrameSink
  private let timer = DeadlineTimer()
  private var timerSource: guint = 0
  private weak var session: PlaybackSession?
  private var presenter: (any FramePresenter)?
  private var isUpright = true
  private var viewport: Viewport?
  private var picture: (any PreparedFrame)?
  private let captions = CaptionTextures()
  /// Another picture is to be drawn.
  var onPicture: (() -> Void)?

  init() {
    sink = FrameSink(timer: timer)
    timerSource = timer.install { [weak self] in self?.takePicture() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  private func tearDown() {
    g_source_remove(timerSource)
    session?.detach(sink)
  }

  private func takePicture() {
    switch sink.takeDue() {
    case .nothing: return
    case .clear:
      picture = nil
      captions.overlay = nil
    case .show(let next, let overlay):
      picture = next
      captions.overlay = overlay
    }
    onPicture?()
  }

  /// Follows the layer to another player, another size, another gravity.
  ///
  /// - Parameter isUpright: Whether nothing turns or slants it.
  func follow(_ layer: AVPlayerLayer, viewport: Viewport, isUpright: Bool, on widget: Widget) {
    if layer.session !== session {
      session?.detach(sink)
      sink.clear()
      session = layer.session
      session?.attach(sink)
    }
    // Each change of the target has the picture prepared anew.
    guard presenter == nil || isUpright != self.isUpright || viewport != self.viewport else { return }
    if presenter == nil || isUpright != self.isUpright { presenter = makePresenter(isUpright: isUpright, widget) }
    (self.isUpright, self.viewport) = (isUpright, viewport)
    sink.setTarget(presenter: presenter, viewport: viewport)
  }

  /// The cairo surface of an upright picture is copied pixel by pixel; one that is turned has to be smoothed, as textures are.
  private func makePresenter(isUpright: Bool, _ widget: Widget) -> any FramePresenter {
    // Never past GTK to the display: other layers may lie over this one.
    let presenter = PresenterChoice.makePresenter(for: widget, wantsDirect: false)
    guard !isUpright, (presenter as? SoftwarePresenter)?.delivery == .cairo else { return presenter }
    return SoftwarePresenter(delivery: .texture)
  }

  /// Nobody sees it for now; the next window may draw in another way.
  func rest() {
    sink.setTarget(presenter: nil, viewport: nil)
    presenter = nil
  }

  /// Whether nothing of the layer's background is seen.
  func covers(_ node: LayerNode) -> Bool {
    picture.map { place(of: $0, in: node).contains(node.bounds) } ?? false
  }

  /// Draws the picture in the layer's own space.
  func append(to snapshot: OpaquePointer, node: LayerNode) {
    guard let picture, node.contentsPlace.width > 0, node.contentsPlace.height > 0 else { return }
    let place = place(of: picture, in: node)
    let rectangle = graphene_rect_t(place)
    picture.append(to: snapshot, bounds: rectangle, place: rectangle)
    appendCaptions(to: snapshot, viewport: picture.viewport, bounds: node.bounds)
  }

  /// Captions are laid out for the pixels of the viewport, which the layer's bounds stand for.
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

  /// On the pixels that the picture was made for, unless the layer has another size by now.
  private func place(of picture: any PreparedFrame, in node: LayerNode) -> CGRect {
    let (viewport, pixels) = (picture.viewport, picture.place)
    guard viewport.width > 0, viewport.height > 0, viewport.gravity == gravity(of: node) else {
      return node.contentsPlace
    }
    let across = node.bounds.width / Double(viewport.width)
    let down = node.bounds.height / Double(viewport.height)
    let exact = CGRect(
      x: node.bounds.minX + Double(pixels.x) * across, y: node.bounds.minY + Double(pixels.y) * down,
      width: Double(pixels.width) * across, height: Double(pixels.height) * down)
    // More than a rounding apart: the layer has taken another shape.
    let isNear =
      abs(exact.midX - node.contentsPlace.midX) <= across && abs(exact.width - node.contentsPlace.width) <= 2 * across
      && abs(exact.height - node.contentsPlace.height) <= 2 * down
    return isNear ? exact : node.contentsPlace
  }

  private func gravity(of node: LayerNode) -> VideoGravity? {
    guard case .video(let source)? = node.contents else { return nil }
    return (source as? AVPlayerLayer).map { VideoGravity($0.videoGravity) }
  }
}
