/// What the components of a colour mean.
public enum CGColorSpaceModel: Int32, Sendable {
  /// Nothing is known.
  case unknown = -1

  /// One component: brightness.
  case monochrome = 0

  /// Three components: red, green, blue.
  case rgb = 1
}
