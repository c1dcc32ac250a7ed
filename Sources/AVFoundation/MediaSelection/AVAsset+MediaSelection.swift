import Foundation
import PlayheadMedia
import Synchronization

extension AVAsset {
  /// Loads the group of a characteristic; nil if it has no options.
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> AVMediaSelectionGroup? {
    try await assetLoader.loaded([Self.selectionKey])
    return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
  }

  /// Adopts the information of a player that has opened the same resource. Closed captions in the video may be found
  /// later than other information: the groups then change, and a notification is posted. Runs on the delivery queue.
  func adopt(_ info: MediaInfo) {
    assetLoader.adopt(info)
    guard assetLoader.adoptClosedCaptions(info) else { return }
    cachedGroups.withLock { $0 = nil }
    NotificationCenter.default.post(name: .AVAssetMediaSelectionGroupsDidChange, object: self)
  }

  /// Limits the memory that a file with thousands of declared tracks can use.
  static let combinationLimit = 4096
  static let selectionKey = "availableMediaCharacteristicsWithMediaSelectionOptions"

  var selectionGroups: [AVMediaSelectionGroup] {
    guard let info = info(Self.selectionKey) else { return [] }
    return cachedGroups.withLock { made in
      if let made { return made }
      let groups = MediaOptionGroup.characteristics.compactMap { MediaOptionGroup($0, of: info) }
        .map { AVMediaSelectionGroup($0, loader: assetLoader) }
      made = groups
      return groups
    }
  }
}
