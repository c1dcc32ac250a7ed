import Foundation
import Synchronization

// Observers with a method instead of a closure, as programs for Apple's systems have them:
// `#selector(Player.ended(_:))` becomes `Player.ended(_:)`. The methods that are isolated to the main actor are called
// as Objective-C calls them: on the thread that posts the notification.
extension NotificationCenter {
  /// Calls a method of an observer for each notification, on the thread that posts it.
  ///
  /// - Parameters:
  ///   - observer: Not retained. The registration ends with `removeObserver(_:)` or with the observer.
  ///   - selector: The method as `Class.method(_:)`.
  ///   - name: The name; nil for all.
  ///   - object: The sender; nil for any.
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, selector: @escaping (Observer) -> (Notification) -> Void, name: NSNotification.Name?,
    object: Any?
  ) { observe(observer, name, object) { selector($0)($1) } }

  /// Calls a method without a parameter of an observer for each notification, on the thread that posts it.
  public func addObserver<Observer: AnyObject>(
    _ observer: Observer, selector: @escaping (Observer) -> () -> Void, name: NSNotification.Name?, object: Any?
  ) { observe(observer, name, object) { observer, _ in selector(observer)() } }

  /// Calls a method of the main actor for each notification, on the thread that posts it, which must be the main
  /// thread.
  public func addObserver<Observer: AnyObject & Sendable>(
    _ observer: Observer, selector: @escaping (Observer) -> @MainActor (Notification) -> Void,
    name: NSNotification.Name?, object: Any?
  ) {
    // The same function without its isolation, as `MainActor.assumeIsolated` makes it.
    let method = unsafeBitCast(selector, to: ((Observer) -> (Notification) -> Void).self)
    observe(observer, name, object) { method($0)($1) }
  }

  /// Calls a method of the main actor without a parameter for each notification, on the thread that posts it, which
  /// must be the main thread.
  public func addObserver<Observer: AnyObject & Sendable>(
    _ observer: Observer, selector: @escaping (Observer) -> @MainActor () -> Void, name: NSNotification.Name?,
    object: Any?
  ) {
    let method = unsafeBitCast(selector, to: ((Observer) -> () -> Void).self)
    observe(observer, name, object) { observer, _ in method(observer)() }
  }

  /// Removes all registrations of an observer, or that of a token.
  public func removeObserver<Observer: AnyObject>(_ observer: Observer) {
    for token in SelectorObservers.take(observer, from: self, where: { _ in true }) { removeObserver(token as Any) }
    removeObserver(observer as Any)
  }

  /// Removes the registrations of an observer for a name, nil for all, and a sender, nil for any.
  public func removeObserver<Observer: AnyObject>(_ observer: Observer, name: NSNotification.Name?, object: Any?) {
    let sender = object.map { ObjectIdentifier($0 as AnyObject) }
    let tokens = SelectorObservers.take(observer, from: self) {
      (name == nil || $0.name == name) && (sender == nil || $0.sender == sender)
    }
    for token in tokens { removeObserver(token as Any) }
    removeObserver(observer as Any, name: name, object: object)
  }

  private func observe<Observer: AnyObject>(
    _ observer: Observer, _ name: NSNotification.Name?, _ object: Any?,
    _ call: @escaping (Observer, Notification) -> Void
  ) {
    let target = SelectorTarget(observer, call)
    let token = addObserver(forName: name, object: object, queue: nil) { target.deliver($0) }
    SelectorObservers.add(
      .init(name: name, sender: object.map { ObjectIdentifier($0 as AnyObject) }, token: token), of: observer, to: self)
  }
}

/// The observer of a registration and its method.
private final class SelectorTarget<Observer: AnyObject>: Sendable {
  // Sendable: the method is called on the thread that posts, as documented.
  private nonisolated(unsafe) weak var observer: Observer?
  private nonisolated(unsafe) let call: (Observer, Notification) -> Void

  init(_ observer: Observer, _ call: @escaping (Observer, Notification) -> Void) {
    self.observer = observer
    self.call = call
  }

  /// Calls the method, unless the observer has been deallocated.
  func deliver(_ notification: Notification) { if let observer { call(observer, notification) } }
}

/// The tokens of registrations with methods, which clients remove by their observer.
private enum SelectorObservers {
  /// One registration.
  struct Registration: @unchecked Sendable {
    // Sendable: constants; the token is only passed back to its center, which any thread may use.
    let name: NSNotification.Name?
    let sender: ObjectIdentifier?
    let token: any NSObjectProtocol
  }

  private struct Key: Hashable {
    let center: ObjectIdentifier
    let observer: ObjectIdentifier
  }

  /// An observer of which its registrations are the only trace, and the list of them.
  private struct Entry: Sendable {
    nonisolated(unsafe) weak var observer: AnyObject?
    var registrations: [Registration]
  }

  private static let entries = Mutex<[Key: Entry]>([:])

  /// Adds a registration, and forgets those of observers that have been deallocated.
  static func add(_ registration: Registration, of observer: AnyObject, to center: NotificationCenter) {
    let key = Key(center: ObjectIdentifier(center), observer: ObjectIdentifier(observer))
    let ended = entries.withLock { entries in
      // Also the observer that had this one's address before.
      let ended = entries.filter { $0.value.observer == nil }
      for key in ended.keys { entries[key] = nil }
      entries[key, default: Entry(observer: observer, registrations: [])].registrations.append(registration)
      return ended.filter { $0.key.center == key.center }.flatMap(\.value.registrations)
    }
    for registration in ended { center.removeObserver(registration.token as Any) }
  }

  /// Removes the registrations of an observer that meet a condition, and returns their tokens.
  static func take(
    _ observer: AnyObject, from center: NotificationCenter, where condition: (Registration) -> Bool
  ) -> [any NSObjectProtocol] {
    let key = Key(center: ObjectIdentifier(center), observer: ObjectIdentifier(observer))
    let taken = entries.withLock { entries -> [Registration] in
      guard let registrations = entries[key]?.registrations else { return [] }
      let rest = registrations.filter { !condition($0) }
      if rest.isEmpty { entries[key] = nil } else { entries[key]?.registrations = rest }
      return registrations.filter(condition)
    }
    return taken.map(\.token)
  }
}
