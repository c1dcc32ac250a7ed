/// A colour space: a named standard with its primaries and transfer function.
///
/// Two colour spaces are equal if their names are. Immutable and therefore `Sendable`.
public final class CGColorSpace: Hashable, Sendable {
  /// The name of the standard, or nil for device colour spaces.
  public let name: CFString?

  /// The colour model of the components.
  public let model: CGColorSpaceModel

  private init(name: CFString?, model: CGColorSpaceModel) {
    self.name = name
    self.model = model
  }

  /// Creates the colour space with a standard's name, such as `CGColorSpace.sRGB`; fails for unknown names.
  public convenience init?(name: CFString) {
    if CGColorSpace.namesOfRGB.contains(name) {
      self.init(name: name, model: .rgb)
    } else if CGColorSpace.namesOfGray.contains(name) {
      self.init(name: name, model: .monochrome)
    } else {
      return nil
    }
  }

  /// The number of components of a colour, without alpha.
  public var numberOfComponents: Int { model == .monochrome ? 1 : 3 }

  /// Whether the gamut exceeds that of sRGB.
  public var isWideGamutRGB: Bool { name.map(CGColorSpace.wideNames.contains) ?? false }

  /// Whether the transfer function is PQ or HLG of ITU-R BT.2100.
  public var isHDR: Bool { name.map { $0.hasSuffix("_PQ") || $0.hasSuffix("_HLG") } ?? false }

  /// Whether both have the same standard, or the same device model.
  public static func == (left: CGColorSpace, right: CGColorSpace) -> Bool {
    left.name == right.name && left.model == right.model
  }

  /// Hashes the values that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(model)
  }

  fileprivate static let deviceRGB = CGColorSpace(name: nil, model: .rgb)
  fileprivate static let deviceGray = CGColorSpace(name: nil, model: .monochrome)
}

/// The device-dependent RGB colour space.
public func CGColorSpaceCreateDeviceRGB() -> CGColorSpace {
  .deviceRGB
}

/// The device-dependent grey colour space.
public func CGColorSpaceCreateDeviceGray() -> CGColorSpace {
  .deviceGray
}
