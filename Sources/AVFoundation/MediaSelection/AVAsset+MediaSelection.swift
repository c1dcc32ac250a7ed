import Foundation
import PlayheadEngine
import PlayheadFFmpeg

extension AVAsset {
  /// For which characteristics there is something to choose from. Key `availableMediaCharacteristicsWithMediaSelectionOptions`.
  public var availableMediaCharacteristicsWithMediaSelectionOptions: [AVMediaCharacteristic] {
    selectionGroups.map(\.group.characteristic)
  }

  /// The group of `visual`, `audible` or `legible` options; nil where there are none, and for other characteristics.
  public func mediaSelectionGroup(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVMediaSelectionGroup? {
    selectionGroups.first { $0.group.characteristic == mediaCharacteristic }
  }

  /// Loads the group of a characteristic; nil where there is nothing to choose from.
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic
  ) async throws -> AVMediaSelectionGroup? {
    try await assetLoader.loaded([Self.selectionKey])
    return mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
  }

  /// Loads the group of a characteristic and hands it, or the error, to a handler on an unspecified thread.
  @preconcurrency
  public func loadMediaSelectionGroup(
    for mediaCharacteristic: AVMediaCharacteristic,
    completionHandler: @escaping @Sendable (AVMediaSelectionGroup?, (any Error)?) -> Void
  ) {
    hand([Self.selectionKey], { completionHandler($0.flatMap { $0 }, $1) }) {
      $0.mediaSelectionGroup(forMediaCharacteristic: mediaCharacteristic)
    }
  }

  /// What plays when nobody chooses. Key `preferredMediaSelection`.
  public var preferredMediaSelection: AVMediaSelection {
    AVMediaSelection(
      asset: self,
      choices: Dictionary(
        uniqueKeysWithValues: selectionGroups.map {
          ($0.group.characteristic, AVMediaSelection.Choice(option: $0.defaultOption, isAutomatic: true))
        }))
  }

  /// Every combination of options, with nothing where that is allowed. Key `allMediaSelections`.
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

  /// A player has opened the same resource. What it finds within the pictures may be known later than everything else: then there are
  /// other groups, and that is told. Runs where clients are called.
  func adopt(_ info: MediaInfo) {
    assetLoader.adopt(info)
    guard assetLoader.adoptClosedCaptions(info) else { return }
    madeGroups.withLock { $0 = nil }
    NotificationCenter.default.post(name: .AVAssetMediaSelectionGroupsDidChange, object: self)
  }

  /// A file that claims thousands of tracks must not fill the memory.
  private static let combinationLimit = 4096
  private static let selectionKey = "availableMediaCharacteristicsWithMediaSelectionOptions"

  private var selectionGroups: [AVMediaSelectionGroup] {
    guard let info = info(Self.selectionKey) else { return [] }
    return madeGroups.withLock { made in
      if let made { return made }
      let groups = MediaOptionGroup.characteristics.compactMap { MediaOptionGroup($0, of: info) }
        .map { AVMediaSelectionGroup($0, loader: assetLoader) }
      made = groups
      return groups
    }
  }
}
