/// The stored size of pictures.
public struct CMVideoDimensions: Hashable, Sendable {
  /// Columns of pixels.
  public var width: Int32

  /// Rows of pixels.
  public var height: Int32

  /// No pixels.
  public init() {
    self.init(width: 0, height: 0)
  }

  /// A size.
  public init(width: Int32, height: Int32) {
    self.width = width
    self.height = height
  }
}
