/// What the numbers of a pixel mean as colours: a named standard with its primaries and transfer function.
///
/// Two spaces are equal when their names are. Spaces are immutable, hence `Sendable` without further proof.
public final class CGColorSpace: Hashable, Sendable {
  /// The name of the standard, or nil for the spaces of a device.
  public let name: CFString?

  /// What the components mean.
  public let model: CGColorSpaceModel

  private init(name: CFString?, model: CGColorSpaceModel) {
    self.name = name
    self.model = model
  }

  /// The space with a standard's name, such as `CGColorSpace.sRGB`; nil for a name that is not among the constants.
  public convenience init?(name: CFString) {
    if CGColorSpace.namesOfRGB.contains(name) {
      self.init(name: name, model: .rgb)
    } else if CGColorSpace.namesOfGray.contains(name) {
      self.init(name: name, model: .monochrome)
    } else {
      return nil
    }
  }

  /// How many components a colour has, without alpha.
  public var numberOfComponents: Int { model == .monochrome ? 1 : 3 }

  /// Whether the space reaches colours that sRGB does not.
  public var isWideGamutRGB: Bool { name.map(CGColorSpace.wideNames.contains) ?? false }

  /// Whether the space describes brightness with the PQ or HLG curve of ITU-R BT.2100.
  public var isHDR: Bool { name.map { $0.hasSuffix("_PQ") || $0.hasSuffix("_HLG") } ?? false }

  /// Whether both name the same standard, or the same model of a device.
  public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
    left.name == right.name && left.model == right.model
  }

  /// Feeds what `==` looks at.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(model)
  }

  fileprivate static let deviceRGB = CGColorSpace(name: nil, model: .rgb)
  fileprivate static let deviceGray = CGColorSpace(name: nil, model: .monochrome)
}

/// The red, green and blue of whatever device shows them.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace {
  .deviceRGB
}

/// The grey of whatever device shows it.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
  .deviceGray
}
