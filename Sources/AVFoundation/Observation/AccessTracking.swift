import Foundation

/// Finds out which properties of which objects a piece of code reads.
///
/// Key paths cannot be compared across subclasses (`\AVPlayer.rate` and `\AVQueuePlayer.rate` are not equal) and may lead through
/// several objects (`\.currentItem?.status`). So an observer evaluates its key path while the getters of this module note down
/// what is read, and evaluates it again when one of those properties changes.
package enum AccessTracking {
  /// What was read.
  final class Record {
    var properties: Set<ObservedProperty> = []
    /// Objects that own a property or were its value: a client's subclass may announce changes of what its own getters return.
    var objects: [ObjectIdentifier: AnyObject] = [:]
  }

  /// Called by every getter of an observable property, with the object that it is about to return if it returns one.
  package static func note(_ key: ObservableKey, of object: AnyObject, returning value: AnyObject? = nil) {
    if PlaybackObservation.isEnabled { (object as? any PlaybackObservable)?.noteAccess(key) }
    guard let pointer = pthread_getspecific(current) else { return }
    let record = Unmanaged<Record>.fromOpaque(pointer).takeUnretainedValue()
    record.properties.insert(ObservedProperty(object, key))
    record.objects[ObjectIdentifier(object)] = object
    if let value { record.objects[ObjectIdentifier(value)] = value }
  }

  /// Runs `body` on this thread and returns what it read beside its result. May be nested: each level has its own record.
  static func recording<Result>(_ body: () -> Result) -> (Result, Record) {
    let record = Record()
    let outer = pthread_getspecific(current)
    pthread_setspecific(current, Unmanaged.passUnretained(record).toOpaque())
    defer { pthread_setspecific(current, outer) }
    let result = withExtendedLifetime(record) { body() }
    return (result, record)
  }

  /// The slot of each thread that points to the record being written, null for all threads that evaluate nothing.
  private static let current: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
}
