import AVFoundation
import CPlayheadGTK
import Foundation
import PlayheadBasics
import PlayheadLayers

/// A view that shows a tree of layers. A GTK 4 widget that takes the place of a program's `view.layer`.
///
/// ```swift
/// let view = LayerHostView()
/// view.layer.addSublayer(AVPlayerLayer(player: player))
/// ```
/// The root layer is as large as the widget, in its units, with the origin in the top left corner. A subclass positions
/// the sublayers in `layout()`, and selects the class of the root layer in `makeBackingLayer()`, an `AVPlayerLayer` for
/// instance. The tree belongs to the main thread. A change is drawn in the next frame of the display; while animations
/// run, every frame is drawn.
///
/// Put `gtkWidget` into any container of a GTK binding; place other widgets above it with a `GtkOverlay`.
///
/// - Note: Not in Apple's API: on Apple's systems views have layers.
@MainActor open class LayerHostView: NSObject {
  private let host: LayerWidget
  /// The textures of layer images, shared by all layers of the view.
  private let textures: LayerTextures
  /// The video of each player layer that was drawn in the last frame.
  private var layerVideos: [ObjectIdentifier: LayerVideo] = [:]
  /// The player layers of the frame being drawn. The video of others is released after it.
  private var seen: Set<ObjectIdentifier> = []
  /// Reports when the display has shown drawings of the view.
  private let meter: DrawingMeter
  /// Whether the tree is being drawn: changes then cannot queue another drawing at once.
  private var isDrawing = false
  /// Whether the tree changed while it was drawn, so that another drawing follows.
  private var hasChangedWhileDrawing = false

  /// Creates a view with an empty layer. Stops the program if GTK is not initialized, because no widget can be created
  /// then.
  public nonisolated override init() {
    (host, textures, meter) = MainActor.assumeIsolated {
      guard gtk_is_initialized() != 0, let host = LayerWidget() else {
        fatalError("LayerHostView needs GTK: call gtk_init() or run a GtkApplication before making one.")
      }
      return (host, LayerTextures(), DrawingMeter())
    }
    super.init()
    MainActor.assumeIsolated { setUp() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Stops observing the tree and removes the toggle reference. Runs on the main thread.
  private func tearDown() {
    layer.treeObserver = nil
    meter.stopWatching()
    host.close()
    g_object_remove_toggle_ref(cast(host.widget), Self.referencesChanged, nil)
  }

  /// The `GtkWidget *` to put into a window. Its type is `PlayheadLayerHost`; it expands, and it has no minimum size.
  ///
  /// The view owns the reference, which is not floating; while a container holds the widget the view lives as well.
  public var gtkWidget: UnsafeMutableRawPointer { UnsafeMutableRawPointer(host.widget) }

  /// The root of the layer tree; the view sets its bounds and its position.
  open lazy var layer: CALayer = makeBackingLayer() {
    didSet {
      guard layer !== oldValue else { return }
      oldValue.treeObserver = nil
      layerVideos = [:]
      adopt(layer)
    }
  }

  /// Returns the root layer; called once, when the view is created.
  open func makeBackingLayer() -> CALayer { CALayer() }

  /// Positions the sublayers; called when the size of the view changed, with implicit animations disabled.
  open func layout() {}

  /// Connects the widget and exchanges the initial reference for a toggle reference.
  private func setUp() {
    installMainLoopIntegrationIfNeeded()
    host.onLayout = { [weak self] _, _ in self?.resize() }
    host.onDraw = { [weak self] in self?.draw($0) }
    Signal.connectIgnoringArgument(host.widget, "notify::scale-factor") { [weak self] in self?.resize() }
    Signal.connect(host.widget, "unmap") { [weak self] in self?.suspend() }
    Signal.connect(host.widget, "realize") { [weak self] in self?.watchPainting() }
    Signal.connect(host.widget, "unrealize") { [weak self] in self?.meter.stopWatching() }
    // The toggle reference makes the widget retain the Swift object while anything else references the widget. Until
    // the last line that is the reference from the creation.
    g_object_add_toggle_ref(cast(host.widget), Self.referencesChanged, Unmanaged.passRetained(self).toOpaque())
    g_object_unref(host.widget)
    adopt(layer)
  }

  /// Observes a new root layer and gives it the size of the widget.
  private func adopt(_ layer: CALayer) {
    layer.treeObserver = self
    resize()
    gtk_widget_queue_draw(host.widget)
  }

  /// Applies the widget's size and scale to the root layer, without implicit animations, and calls `layout()`.
  private func resize() {
    let (width, height) = (Double(gtk_widget_get_width(host.widget)), Double(gtk_widget_get_height(host.widget)))
    guard width > 0, height > 0 else { return }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.contentsScale = Double(gtk_widget_get_scale_factor(host.widget))
    layer.bounds.size = CGSize(width: width, height: height)
    layer.position = CGPoint(x: layer.anchorPoint.x * width, y: layer.anchorPoint.y * height)
    layout()
    CATransaction.commit()
  }

  // MARK: Drawing

  /// Draws the tree at the time of the display's frame, and decides whether every following frame is drawn.
  private func draw(_ snapshot: OpaquePointer) {
    let now = frameTime
    isDrawing = true
    seen = []
    if let node = layer.node(at: now) {
      LayerSnapshot(
        snapshot: snapshot, area: CGRect(origin: .zero, size: layer.bounds.size), textures: textures,
        layerVideo: { [weak self] in self?.layerVideo(of: $0, $1, $2) }
      ).append(node)
    }
    layerVideos = layerVideos.filter { seen.contains($0.key) }
    host.isTicking = layer.changesByItself(at: now)
    isDrawing = false
    guard hasChangedWhileDrawing else { return }
    hasChangedWhileDrawing = false
    Timeout.after(milliseconds: 0) { [weak self] in self?.redraw() }
  }

  /// The display time of the frame being drawn, on the clock of `CACurrentMediaTime()`.
  private var frameTime: Double {
    guard let clock = gtk_widget_get_frame_clock(host.widget) else { return CACurrentMediaTime() }
    return Double(gdk_frame_clock_get_frame_time(clock)) / 1e6
  }

  /// The video of a layer, created at its first drawing; nil for other sources.
  private func layerVideo(of source: any LayerVideoSource, _ node: LayerNode, _ map: PlaneMap) -> LayerVideo? {
    guard let layer = source as? any FrameLayer else { return nil }
    let key = ObjectIdentifier(layer)
    seen.insert(key)
    let layerVideo = layerVideos[key] ?? LayerVideo()
    layerVideos[key] = layerVideo
    layerVideo.onFrame = { [weak self] in self?.redraw() }
    let affine = map.affine ?? .identity
    layerVideo.follow(
      layer, viewport: viewport(of: layer, affine), isUpright: affine.b == 0 && affine.c == 0, on: host.widget)
    return layerVideo
  }

  /// The size of a video layer in device pixels. For an animated layer it is the final size: frames are scaled during
  /// the animation.
  private func viewport(of layer: any FrameLayer, _ affine: CGAffineTransform) -> Viewport {
    let scale = Int(gtk_widget_get_scale_factor(host.widget))
    func pixels(_ length: Double, _ x: Double, _ y: Double) -> Int {
      Int(saturating: max(1, min(8192, (length * (x * x + y * y).squareRoot() * Double(scale)).rounded())))
    }
    return Viewport(
      width: pixels(layer.model().bounds.width, affine.a, affine.b),
      height: pixels(layer.model().bounds.height, affine.c, affine.d), scale: scale,
      gravity: VideoGravity(layer.videoGravity))
  }

  /// Passes the times of refreshes to the videos, whose frames are drawn for the refreshes that follow.
  private func watchPainting() {
    meter.onObservation = { [weak self] observation in
      guard let self else { return }
      for layerVideo in self.layerVideos.values { layerVideo.observe(observation) }
    }
    meter.watch(host.widget) {}
  }

  /// Queues a drawing for the next frame of the display.
  private func redraw() { gtk_widget_queue_draw(host.widget) }

  /// Stops animations and the preparation of frames while the widget is not mapped.
  private func suspend() {
    host.isTicking = false
    for layerVideo in layerVideos.values { layerVideo.suspend() }
  }

  /// Queues a drawing, or notes the change if the tree is being drawn.
  fileprivate func treeChanged() {
    if isDrawing { hasChangedWhileDrawing = true } else { redraw() }
  }

  /// Retains the view while the widget has other references than the view's own (`GToggleNotify`).
  private static let referencesChanged: GToggleNotify = { data, _, isLast in
    guard let data else { return }
    let view = Unmanaged<LayerHostView>.fromOpaque(data)
    if isLast != 0 { view.release() } else { _ = view.retain() }
  }
}

extension LayerHostView: LayerTreeObserver {
  /// Redraws the view after a change of the tree; may be called on any thread.
  package nonisolated func layerTreeDidChange() {
    guard Thread.isMainThread else {
      // A visible tree belongs to the main thread; a change from another thread is drawn nevertheless.
      DispatchQueue.main.async { [weak self] in MainActor.assumeIsolated { self?.treeChanged() } }
      return
    }
    MainActor.assumeIsolated { treeChanged() }
  }
}
