import Foundation

extension NSNotification.Name {
  /// Posted when the selection groups of an asset have changed because a player has found closed captions in its video.
  /// Posted on the delivery queue, with the asset as the object.
  public static let AVAssetMediaSelectionGroupsDidChange = NSNotification.Name(
    "AVAssetMediaSelectionGroupsDidChangeNotification")
}
