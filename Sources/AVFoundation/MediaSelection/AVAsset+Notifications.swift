import Foundation

extension NSNotification.Name {
  /// An asset has other groups of options than before: a player has found captions within its pictures. Posted where clients are called,
  /// with the asset as the object.
  public static let AVAssetMediaSelectionGroupsDidChange = NSNotification.Name(
    "AVAssetMediaSelectionGroupsDidChangeNotification")
}
