/// The name of an observable property: Apple's string key, which for `isMuted` is `muted`.
package struct ObservableKey: Hashable, Sendable, ExpressibleByStringLiteral {
  let name: String
  package init(_ name: String) { self.name = name }
  package init(stringLiteral name: String) { self.name = name }
}

/// A property of an object.
struct ObservedProperty: Hashable {
  let object: ObjectIdentifier
  let key: ObservableKey

  init(_ object: AnyObject, _ key: ObservableKey) {
    self.object = ObjectIdentifier(object)
    self.key = key
  }
}
