/// The colour model of a colour space.
public enum CGColorSpaceModel: Int32, Sendable {
  /// An unknown model.
  case unknown = -1

  /// One component: brightness.
  case monochrome = 0

  /// Three components: red, green, blue.
  case rgb = 1
}
