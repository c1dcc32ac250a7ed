import AVFoundation
import CPlayheadGTK
import PlayheadBasics

/// The preview above the seek bar: a thumbnail, the time and the chapter of the position under the pointer.
@MainActor final class SeekPreview {
  /// Called when the height that the preview covers has changed.
  var onOcclusionChange: (() -> Void)?
  /// The height of the preview together with the area below it, in GTK units; 0 while hidden.
  private(set) var reach = 0 { didSet { if reach != oldValue { onOcclusionChange?() } } }
  private let view: ViewWidget
  /// The widget; nil until the pointer first hovers over the seek bar.
  private var bubble: PreviewBubble?
  /// Generates the thumbnails of the current item; nil until the first hover.
  private var images: PreviewImages?
  /// The hovered position of the seek bar in seconds, and its x coordinate in the bar; nil if there is none.
  private var hovered: (seconds: Double, x: Double)?

  /// Creates no widget yet.
  init(view: ViewWidget) { self.view = view }

  /// Hides the preview, and discards the thumbnails of the item.
  func reset() {
    hide()
    images = nil
  }

  /// Hides the preview.
  func hide() {
    hovered = nil
    if let bubble { gtk_widget_set_visible(bubble.widget, 0) }
    reach = 0
  }

  /// Shows the preview of a position of the seek bar.
  ///
  /// - Parameter asset: The asset of the thumbnails; nil for none. Read if the item has no thumbnails yet.
  func show(
    _ content: SeekPreviewContent, at hover: (seconds: Double, x: Double), asset: @autoclosure () -> AVAsset?
  ) {
    hovered = hover
    make()
    if images == nil, let asset = asset() { generate(from: asset) }
    bubble?.show(time: content.time, chapter: content.chapter)
    if let image = images?.image(at: hover.seconds) { bubble?.show(thumbnail: image) }
    if let bubble { gtk_widget_set_visible(bubble.widget, 1) }
    gtk_widget_queue_allocate(view.widget)
  }

  /// Positions the preview above the pointer, inside the view; hides it if it does not fit.
  ///
  /// - Parameter bars: The bars that contain the seek bar.
  func layOut(_ placement: OverlayPlacement, above bars: ControlBars) {
    guard let bubble, gtk_widget_get_visible(bubble.widget) != 0, let hovered,
      let point = bars.pointAboveSeekBar(x: hovered.x)
    else { return reach = 0 }
    let frame = placement.preview(view.request(of: bubble.widget, minimumHeight: false), above: point)
    gtk_widget_set_child_visible(bubble.widget, frame != nil ? 1 : 0)
    reach = frame.map { placement.height - $0.y } ?? 0
    if let frame { view.place(bubble.widget, in: frame) }
  }

  /// Starts to generate the thumbnails of an asset.
  private func generate(from asset: AVAsset) {
    images = PreviewImages(asset, width: PreviewBubble.width * Int(gtk_widget_get_scale_factor(view.widget)))
    images?.onImage = { [weak self] second, image in
      guard let self, let now = self.hovered, Int(saturating: now.seconds) == second || image != nil else { return }
      self.bubble?.show(thumbnail: image)
    }
  }

  /// Creates the widget on first use.
  private func make() {
    guard bubble == nil, let made = PreviewBubble() else { return }
    bubble = made
    view.add(made.widget)
  }
}
