import Foundation

/// A class whose observable properties can be named by strings, with Apple's spelling.
package protocol StringKeyed: NSObject {
  /// The value for observers of string keys, `.some(nil)` for a property that is nil; nil for an unknown key.
  func value(forObservableKey key: String) -> Any??
}

/// Evaluates a key path of names.
enum StringKeyPath {
  static func value(of path: String, from root: NSObject) -> Any? {
    var object = root
    var value: Any?
    let keys = path.split(separator: ".").map(String.init)
    for (index, key) in keys.enumerated() {
      guard let keyed = object as? any StringKeyed, let found = keyed.value(forObservableKey: key) else {
        preconditionFailure("\(type(of: object)) has no observable property with the key '\(key)'")
      }
      AccessTracking.note(ObservableKey(key), of: object)
      value = found
      guard index < keys.count - 1 else { break }
      // A chain that ends early has no value.
      guard let next = value as? NSObject else { return nil }
      object = next
    }
    return value
  }
}
