import Foundation
import PlayheadEngine
import PlayheadFFmpeg

extension AVAsset {
  /// The media characteristics that have selectable options. Key
  /// `availableMediaCharacteristicsWithMediaSelectionOptions`.
  public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    selectionGroups.map(\.group.characteristic)
  }

  /// The group of `visual`, `audible` or `legible` options; nil if there are none, and for other characteristics.
  public func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? {
    selectionGroups.first { $0.group.characteristic == mediaCharacteristic }
  }

  /// Loads the group of a characteristic; nil if it has no options.
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> AVMediaSelectionGroup? {
    try await assetLoader.loaded([Self.selectionKey])
    return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
  }

  /// Loads the group of a characteristic and passes it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
  ) {
    loadAndDeliver([Self.selectionKey], { completionHandler($0.flatMap { $0 }, $1) }) {
      $0.mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
    }
  }

  /// The default selection. Key `preferredMediaSelection`.
  public var preferredMediaSelection: AVMediaSelection {
    AVMediaSelection(
      asset: self,
      choices: Dictionary(
        uniqueKeysWithValues: selectionGroups.map {
          ($0.group.characteristic, AVMediaSelection.Choice(option: $0.defaultOption, isAutomatic: true))
        }))
  }

  /// All combinations of options, including no option where that is allowed. Key `allMediaSelections`.
  public var allMediaSelections: [AVMediaSelection] {
    var combinations: [[AVMediaCharacteristic: AVMediaSelection.Choice]] = [[:]]
    for group in selectionGroups {
      let options: [AVMediaSelectionOption?] = group.options + (group.allowsEmptySelection ? [nil] : [])
      combinations = combinations.flatMap { combination in
        options.map { option in
          combination.merging([group.group.characteristic: .init(option: option, isAutomatic: false)]) { $1 }
        }
      }
      combinations = Array(combinations.prefix(Self.combinationLimit))
    }
    return combinations.map { AVMediaSelection(asset: self, choices: $0) }
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
  private static let combinationLimit = 4096
  private static let selectionKey = "availableMediaCharacteristicsWithMediaSelectionOptions"

  private var selectionGroups: [AVMediaSelectionGroup] {
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
