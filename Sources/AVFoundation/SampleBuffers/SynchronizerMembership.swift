import Synchronization

/// Whether a renderer belongs to a synchronizer: it can have one at a time.
final class SynchronizerMembership: Sendable {
  private let owner = Mutex<ObjectIdentifier?>(nil)

  /// Joins a synchronizer. False if the renderer belongs to one already.
  func join(_ synchronizer: AnyObject) -> Bool {
    let identifier = ObjectIdentifier(synchronizer)
    return owner.withLock { owner in
      guard owner == nil else { return false }
      owner = identifier
      return true
    }
  }

  /// Leaves.
  func leave() { owner.withLock { $0 = nil } }

  /// Whether the renderer belongs to a synchronizer.
  var isMember: Bool { owner.withLock { $0 != nil } }
}
