import Foundation
import Synchronization

/// The registrations for string keys, which have no token: they last until they are removed or the observed object is
/// deallocated.
package enum StringKeyObservers {
  /// One call of `addObserver(_:forKeyPath:options:context:)`.
  struct Registration: @unchecked Sendable {
    // Sendable: constant; the pointer is only compared and passed back.
    /// The client's observer, compared by identity and not retained.
    let observer: ObjectIdentifier
    /// The observed key path.
    let keyPath: String
    /// The client's context, never dereferenced.
    let context: UnsafeMutableRawPointer?
    /// The observer that evaluates the key path.
    let implementation: PropertyObserver
  }

  /// The registrations by observed object, in the order of the calls.
  private static let registrations = Mutex<[ObjectIdentifier: [Registration]]>([:])

  /// Adds a registration to an object. An observer can be registered several times.
  static func add(_ registration: Registration, to object: NSObject) {
    registrations.withLock { $0[ObjectIdentifier(object), default: []].append(registration) }
  }

  /// Removes the latest registration of an observer for a key, and with a context if one is given.
  static func remove(
    _ observer: NSObject, keyPath: String, context: UnsafeMutableRawPointer??, from object: NSObject
  ) -> Registration? {
    registrations.withLock { all in
      let identifier = ObjectIdentifier(object)
      guard
        let index = all[identifier]?.lastIndex(where: {
          $0.observer == ObjectIdentifier(observer) && $0.keyPath == keyPath
            && (context == nil || $0.context == context)
        })
      else { return nil }
      let found = all[identifier]?.remove(at: index)
      if all[identifier]?.isEmpty == true { all[identifier] = nil }
      return found
    }
  }

  /// Ends all registrations with an object that is being deallocated.
  package static func forget(_ object: NSObject) {
    let forgotten = registrations.withLock { $0.removeValue(forKey: ObjectIdentifier(object)) }
    for registration in forgotten ?? [] { registration.implementation.end() }
  }
}
