import CoreMedia
import PlayheadEngine
import PlayheadItems

// Settings stored in the engine's item, whose session is notified of changes.
extension AVPlayerItem {
  nonisolated func changeBounds(_ change: (inout ItemBounds) -> Void) {
    var bounds = engineItem.bounds
    change(&bounds)
    guard bounds != engineItem.bounds else { return }
    engineItem.bounds = bounds
    owner?.session.boundsChanged(of: engineItem)
  }
}
