import Foundation
import Glibc
import PlayheadItems
import PlayheadNetworking
import Synchronization

// Pipes and devices deliver their bytes to one reader only. If that is a player, an asset does not open them again: it
// waits for the information that the player reads.
extension AssetLoader {
  /// Whether the resource is a file that delivers each byte once. Queries the file system.
  var isReadOnce: Bool {
    guard url.isFileURL else { return false }
    var information = stat()
    let code = SystemPath.withBytes(of: url.systemPath) { stat($0, &information) }
    return code == 0 && ![S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
  }

  /// Registers that a player has taken an item of the asset.
  func addPlayer() { state.withLock { $0.addPlayer() } }

  /// Reports that the player could not open the resource.
  func playerFailed(_ error: MediaError) {
    let calls = state.withLock { $0.isWaitingForPlayer ? $0.end(.failed(error)) : [] }
    for (waiter, outcome) in calls { waiter(outcome) }
  }

  /// Registers that the player has released the item.
  func removePlayer() {
    let waiting = state.withLock { $0.removePlayer() }
    if let waiting { startProbe(waiting) }
  }
}
