import CPlayheadGTK
import PlayheadFFmpeg

/// The area that pictures are made for.
struct Viewport: Sendable, Hashable {
  /// In device pixels.
  var width: Int
  var height: Int
  /// Device pixels of one of GTK's own, in each direction.
  var scale: Int
  var gravity: VideoGravity
}

/// Brings decoded pictures into a form that GTK's thread only has to copy. One of several ways to the screen, chosen in
/// `PresenterChoice`.
protocol FramePresenter: AnyObject, Sendable {
  /// Called on the sink's threads, by one at a time; may take as long as the work takes. Nil when it cannot be done.
  func prepare(_ frame: VideoFrame, for viewport: Viewport) -> (any PreparedFrame)?
  /// The first picture is on its way: does what can be done before it comes. On a thread of the sink's.
  func getReady(for viewport: Viewport)
}

extension FramePresenter {
  func getReady(for viewport: Viewport) {}
}

/// A picture ready for the screen. Its pixels are not written again while anybody holds it.
protocol PreparedFrame: AnyObject, Sendable {
  /// What it was made for. Where the view has another size by now it is drawn scaled, until the next one comes.
  var viewport: Viewport { get }
  /// Where it belongs in that area.
  var place: PixelRectangle { get }

  /// Adds it to what GTK is about to draw. `bounds` is the part of the picture that is seen, `place` the whole of it, both in the
  /// widget's own units.
  @MainActor func append(to snapshot: OpaquePointer, bounds: graphene_rect_t, place: graphene_rect_t)
}

extension graphene_rect_t {
  init(x: Double, y: Double, width: Double, height: Double) {
    self.init(
      origin: graphene_point_t(x: Float(x), y: Float(y)),
      size: graphene_size_t(width: Float(width), height: Float(height)))
  }

  /// A rectangle of device pixels in the widget's units.
  init(_ pixels: PixelRectangle, scale: Int) {
    let scale = Double(max(1, scale))
    self.init(
      x: Double(pixels.x) / scale, y: Double(pixels.y) / scale, width: Double(pixels.width) / scale,
      height: Double(pixels.height) / scale)
  }

  /// What both cover; nil where they do not meet.
  func intersection(_ other: graphene_rect_t) -> graphene_rect_t? {
    var (a, b, result) = (self, other, graphene_rect_t())
    return graphene_rect_intersection(&a, &b, &result) ? result : nil
  }
}
