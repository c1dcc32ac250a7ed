import Observation
import Synchronization

/// Swift Observation for players, items and tracks: the same properties that are observable through key paths.
enum PlaybackObservation {
  /// Whether Swift Observation is enabled; it does not change once there are objects.
  private static let enabled = Atomic<Bool>(false)
  /// Whether a player, item or track has been created in this process.
  private static let hasObjects = Atomic<Bool>(false)

  /// Whether accesses and changes are reported to Swift Observation.
  static var isEnabled: Bool { enabled.load(ordering: .acquiring) }

  /// Enables or disables it for the process. A change after the first object is a programmer error.
  static func enable(_ isEnabled: Bool) {
    precondition(
      !hasObjects.load(ordering: .acquiring) || isEnabled == Self.isEnabled,
      "AVPlayer.isObservationEnabled must be set before the first player, item or track is made")
    enabled.store(isEnabled, ordering: .releasing)
  }

  /// Registers that an object has been created.
  static func noteObjectCreated() { hasObjects.store(true, ordering: .releasing) }
}

/// An object whose observable properties participate in Swift Observation.
protocol PlaybackObservable: AnyObject, Observable {
  /// The registrar of the object, used only if observation is enabled.
  var registrar: ObservationRegistrar { get }
}

extension PlaybackObservable {
  /// Represents an observable property: key paths of one subscript with different keys are different key paths.
  private subscript(observed key: ObservableKey) -> Bool { true }

  /// Reports that a property is read.
  func noteAccess(_ key: ObservableKey) { registrar.access(self, keyPath: \.[observed: key]) }
  /// Reports that a property is about to change.
  func noteWillChange(_ key: ObservableKey) { registrar.willSet(self, keyPath: \.[observed: key]) }
  /// Reports that a property has changed.
  func noteDidChange(_ key: ObservableKey) { registrar.didSet(self, keyPath: \.[observed: key]) }
}

extension AVPlayer: PlaybackObservable {
}

extension AVPlayerItem: PlaybackObservable {}
extension AVPlayerItemTrack: PlaybackObservable {}
