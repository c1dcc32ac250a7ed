/// How a picture fills the area it is shown in.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// The whole picture in its own shape; black where it does not reach.
  public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")

  /// The picture in its own shape over the whole area; what reaches over the edges is not seen.
  public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")

  /// The whole picture stretched to the shape of the area.
  public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
