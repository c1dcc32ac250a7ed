import CoreMedia
import PlayheadEngine

// What is kept by the engine's item, which is told of changes by whoever plays it.
extension AVPlayerItem {
  nonisolated func changeBounds(_ change: (inout ItemBounds) -> Void) {
    var bounds = engineItem.bounds
    change(&bounds)
    guard bounds != engineItem.bounds else { return }
    engineItem.bounds = bounds
    owner?.session.boundsChanged(of: engineItem)
  }
}
