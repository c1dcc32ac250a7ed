import CPlayheadGTK
import PlayheadBasics
import PlayheadMedia

/// The area that frames are prepared for.
struct Viewport: Sendable, Hashable {
  /// In device pixels.
  var width: Int
  /// The height in device pixels.
  var height: Int
  /// Device pixels per GTK unit, in each direction.
  var scale: Int
  /// How a frame fills the area.
  var gravity: VideoGravity
  /// The geometry and the colors that the user has changed.
  var adjustment = VideoAdjustment.none
  /// The HDR video that the display shows without tone mapping.
  var passThrough: HDRTransfers = []
}

/// Converts decoded frames to a form that GTK's thread only has to copy. There are several implementations, selected in
/// `PresenterChoice`.
protocol FramePresenter: AnyObject, Sendable {
  /// Converts a frame. Called on the sink's threads, one at a time; may block for as long as the conversion takes. Nil
  /// if it failed.
  func prepare(_ frame: VideoFrame, for viewport: Viewport) -> (any PreparedFrame)?
  /// Prepares resources before the first frame arrives. Called on a thread of the sink.
  func prewarm(for viewport: Viewport)
}

extension FramePresenter {
  /// The default implementation does nothing.
  func prewarm(for viewport: Viewport) {}
}

/// A frame that is ready for display. Its pixels are not overwritten while it is referenced.
protocol PreparedFrame: AnyObject, Sendable {
  /// The viewport that it was prepared for. In a view of another size it is drawn scaled until the next one is
  /// available.
  var viewport: Viewport { get }
  /// Its position in the viewport.
  var place: PixelRectangle { get }

  /// The whole frame as a texture in the memory of the GPU, which a compositor may show by itself; nil if it has none.
  @MainActor var offloadable: TextureReference? { get }

  /// Appends the frame to GTK's snapshot. `bounds` is the visible part of the frame, `place` the whole of it, both in
  /// the widget's own units.
  @MainActor func append(to snapshot: OpaquePointer, bounds: graphene_rect_t, place: graphene_rect_t)
}

extension PreparedFrame {
  /// None.
  var offloadable: TextureReference? { nil }
}

/// A frame in memory that a `DirectScreen` can show.
protocol DirectFrame: PreparedFrame {
  /// The pixels, with the size of `place`.
  var buffer: PixelBuffer { get }
}

extension graphene_rect_t {
  /// Converts to single precision.
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

  /// The common area; nil if the rectangles do not overlap.
  func intersection(_ other: graphene_rect_t) -> graphene_rect_t? {
    var (a, b, result) = (self, other, graphene_rect_t())
    return graphene_rect_intersection(&a, &b, &result) ? result : nil
  }
}
