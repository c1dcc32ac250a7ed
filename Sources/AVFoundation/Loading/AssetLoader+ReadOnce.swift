import Foundation
import Glibc
import PlayheadEngine
import PlayheadNetworking

// Pipes and devices give their bytes to one reader only. Where that is a player, an asset opens them no second time: it waits for what
// the player finds out.
extension AssetLoader {
  /// Whether the resource is a file that gives each byte once. Asks the file system.
  var isReadOnce: Bool {
    guard url.isFileURL else { return false }
    var information = stat()
    let code = SystemPath.withBytes(of: url.systemPath) { stat($0, &information) }
    return code == 0 && ![S_IFREG, S_IFDIR].contains(information.st_mode & S_IFMT)
  }

  /// A player has taken an item of the asset.
  func leaveToPlayer() { state.withLock { $0.leaveToPlayer() } }

  /// The player could not open it.
  func playerFailed(_ error: MediaError) {
    let calls = state.withLock { $0.isWaitingForPlayer ? $0.end(.failed(error)) : [] }
    for (waiter, outcome) in calls { waiter(outcome) }
  }

  /// The player has let the item go.
  func takeFromPlayer() {
    let waiting = state.withLock { $0.takeFromPlayer() }
    if let waiting { startProbe(waiting) }
  }
}
