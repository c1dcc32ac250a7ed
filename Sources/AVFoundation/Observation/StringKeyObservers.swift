import Foundation
import Synchronization

/// The registrations for string keys, which have no token: they last until they are removed or the observed object is
/// deallocated.
package enum StringKeyObservers {
  struct Registration: @unchecked Sendable {
    // Sendable: constant; the pointer is only compared and passed back.
    let observer: ObjectIdentifier
    let keyPath: String
    let context: UnsafeMutableRawPointer?
    let implementation: PropertyObserver
  }

  private static let registrations = Mutex<[ObjectIdentifier: [Registration]]>([:])

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
