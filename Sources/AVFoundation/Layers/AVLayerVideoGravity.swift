/// The scaling of video within its layer's bounds.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  /// The raw value.
  public let rawValue: String

  /// Creates a value from its raw value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The whole frame, with its aspect ratio preserved; the remaining area is black.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")

  /// The frame fills the bounds, with its aspect ratio preserved; parts outside the bounds are clipped.
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")

  /// The whole frame, stretched to fill the bounds.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
