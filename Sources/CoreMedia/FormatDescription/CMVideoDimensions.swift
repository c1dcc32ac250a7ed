/// The stored size of video frames in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
  /// The width in pixels.
  public var width: Int32

  /// The height in pixels.
  public var height: Int32

  /// Creates a zero size.
  public init() {
    self.init(width: 0, height: 0)
  }

  /// Creates a size.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}
