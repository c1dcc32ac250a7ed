import Foundation

/// Records the properties that a piece of code reads.
///
/// Key paths cannot be compared across subclasses (`\AVPlayer.rate` and `\AVQueuePlayer.rate` are not equal) and can
/// lead through several objects (`\.currentItem?.status`). An observer therefore evaluates its key path while the
/// getters of this module record what is read, and evaluates it again when one of those properties changes.
package enum AccessTracking {
  /// The properties and objects that were read.
  final class Record {
    var properties: Set<ObservedProperty> = []
    /// Objects that own a property or were its value: a client's subclass can announce changes of its own getters.
    var objects: [ObjectIdentifier: AnyObject] = [:]
  }

  /// Called by every getter of an observable property, with the object to be returned, if any.
  package static func note(_ key: ObservableKey, of object: AnyObject, returning value: AnyObject? = nil) {
    if PlaybackObservation.isEnabled { (object as? any PlaybackObservable)?.noteAccess(key) }
    guard let pointer = pthread_getspecific(current) else { return }
    let record = Unmanaged<Record>.fromOpaque(pointer).takeUnretainedValue()
    record.properties.insert(ObservedProperty(object, key))
    record.objects[ObjectIdentifier(object)] = object
    if let value { record.objects[ObjectIdentifier(value)] = value }
  }

  /// Runs `body` on this thread and returns its result and the recorded accesses. Calls can be nested: each level has
  /// its own record.
  static func recording<Result>(_ body: () -> Result) -> (Result, Record) {
    let record = Record()
    let outer = pthread_getspecific(current)
    pthread_setspecific(current, Unmanaged.passUnretained(record).toOpaque())
    defer { pthread_setspecific(current, outer) }
    let result = withExtendedLifetime(record) { body() }
    return (result, record)
  }

  /// The thread-specific slot with the active record; null on threads that evaluate no key path.
  private static let current: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
