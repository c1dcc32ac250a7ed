import PlayheadBasics
import Synchronization

/// The views whose display shows HDR video without tone mapping. Any thread may use them.
package final class HDRDisplays: Sendable {
  /// The views of this process.
  package static let shared = HDRDisplays()
  /// The transfer functions that each view passes through; none of them is empty.
  private let views = Mutex<[ObjectIdentifier: HDRTransfers]>([:])

  /// Creates a list without views.
  package init() {}

  /// The transfer functions that at least one view passes through; empty if there is no such view.
  package var transfers: HDRTransfers { views.withLock { $0.values.reduce([]) { $0.union($1) } } }

  /// Adds, changes or removes a view. Returns whether `transfers` has become empty, or is no longer empty.
  package func set(_ transfers: HDRTransfers, for view: ObjectIdentifier) -> Bool {
    views.withLock { views in
      let before = views.isEmpty
      views[view] = transfers.isEmpty ? nil : transfers
      return before != views.isEmpty
    }
  }
}
