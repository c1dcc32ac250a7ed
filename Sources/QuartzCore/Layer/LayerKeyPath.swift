import Foundation

/// The name of an animatable property and the path of a component.
struct LayerKeyPath: Hashable {
  /// The name of the property, such as `transform`.
  let property: String
  /// The names of the component, such as `rotation` and `z`; empty for the whole value.
  let part: [String]

  /// nil for a property that layers do not have.
  init?(_ path: String) {
    var names = path.split(separator: ".").map(String.init)
    guard let first = names.first, Self.properties[Self.key(first)] != nil else { return nil }
    names.removeFirst()
    property = Self.key(first)
    part = names
  }

  /// Whether changes of the property are animated implicitly.
  static func isAnimatable(_ key: String) -> Bool { properties[Self.key(key)] != nil }

  /// Treats `isHidden` and `hidden` as the same key.
  private static func key(_ name: String) -> String {
    switch name {
    case "isHidden": "hidden"
    case "isGeometryFlipped": "geometryFlipped"
    default: name
    }
  }

  /// The conversion between a property and animated values.
  struct Access {
    /// Reads the property.
    var get: (LayerValues) -> AnimatedValue
    /// Writes the property. Values of another type have no effect.
    var set: (inout LayerValues, AnimatedValue) -> Void
  }

  /// The animatable properties by name. Never changed after initialization.
  nonisolated(unsafe) static let properties: [String: Access] = [
    "bounds": Access(get: { .rect($0.bounds) }, set: { if case .rect(let value) = $1 { $0.bounds = value } }),
    "position": Access(get: { .point($0.position) }, set: { if case .point(let value) = $1 { $0.position = value } }),
    "anchorPoint": Access(
      get: { .point($0.anchorPoint) }, set: { if case .point(let value) = $1 { $0.anchorPoint = value } }),
    "anchorPointZ": number(\.anchorPointZ),
    "zPosition": number(\.zPosition),
    "transform": Access(
      get: { .transform($0.transform) }, set: { if case .transform(let value) = $1 { $0.transform = value } }),
    "sublayerTransform": Access(
      get: { .transform($0.sublayerTransform) },
      set: { if case .transform(let value) = $1 { $0.sublayerTransform = value } }),
    "opacity": Access(
      get: { .number(Double($0.opacity)) },
      set: { if case .number(let value) = $1 { $0.opacity = Float(value) } }),
    "hidden": Access(get: { .flag($0.isHidden) }, set: { if case .flag(let value) = $1 { $0.isHidden = value } }),
    "masksToBounds": Access(
      get: { .flag($0.masksToBounds) }, set: { if case .flag(let value) = $1 { $0.masksToBounds = value } }),
    "contents": Access(
      get: { .other(.init(content: $0.contents)) },
      set: { if case .other(let value) = $1 { $0.contents = value.content } }),
    "contentsRect": Access(
      get: { .rect($0.contentsRect) }, set: { if case .rect(let value) = $1 { $0.contentsRect = value } }),
    "contentsScale": number(\.contentsScale),
    "backgroundColor": color(\.backgroundColor),
    "borderColor": color(\.borderColor),
    "borderWidth": number(\.borderWidth),
    "cornerRadius": number(\.cornerRadius),
  ]

  /// The access to a property that is a number.
  private static func number(_ path: WritableKeyPath<LayerValues, CGFloat>) -> Access {
    nonisolated(unsafe) let path = path
    return Access(
      get: { .number($0[keyPath: path]) }, set: { if case .number(let value) = $1 { $0[keyPath: path] = value } })
  }

  /// The access to a property that is a colour, which is converted to sRGB.
  private static func color(_ path: WritableKeyPath<LayerValues, CGColor?>) -> Access {
    nonisolated(unsafe) let path = path
    return Access(
      get: { .color($0[keyPath: path]?.rgbaComponents) },
      set: {
        guard case .color(let value) = $1 else { return }
        $0[keyPath: path] = value.map { CGColor(srgbRed: $0[0], green: $0[1], blue: $0[2], alpha: $0[3]) }
      })
  }
}

extension LayerValues {
  /// The value at a key path; nil for a component that the property does not have.
  subscript(path: LayerKeyPath) -> AnimatedValue? {
    get { LayerKeyPath.properties[path.property]?.get(self).part(path.part) }
    set {
      guard let newValue, let access = LayerKeyPath.properties[path.property] else { return }
      guard let whole = access.get(self).replacing(path.part, by: newValue) else { return }
      access.set(&self, whole)
    }
  }
}
