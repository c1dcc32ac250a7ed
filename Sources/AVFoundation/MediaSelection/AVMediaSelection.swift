import Foundation

/// What is chosen in each group of an asset.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: the choices are behind a lock; weak references are read atomically.

  /// The asset that is chosen from; nil when it is gone.
  public private(set) weak var asset: AVAsset?

  /// The choice in one group.
  struct Choice: Equatable, Sendable {
    /// nil: nothing.
    var option: AVMediaSelectionOption?
    /// Whether the player has chosen, and may choose again when its criteria change.
    var isAutomatic: Bool
  }

  private let lock = NSLock()
  private var stored: [AVMediaCharacteristic: Choice]

  init(asset: AVAsset?, choices: [AVMediaCharacteristic: Choice]) {
    self.asset = asset
    stored = choices
    super.init()
  }

  var choices: [AVMediaCharacteristic: Choice] {
    get { lock.withLock { stored } }
    set { lock.withLock { stored = newValue } }
  }

  /// What is chosen in a group; nil for nothing, and for a group of another asset.
  open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    guard let option = choices[mediaSelectionGroup.group.characteristic]?.option else { return nil }
    return mediaSelectionGroup.options.first { $0.isEqual(option) }
  }

  /// Whether a player may choose in a group by itself: nobody has chosen there.
  open func mediaSelectionCriteriaCanBeAppliedAutomatically(
    to mediaSelectionGroup: AVMediaSelectionGroup
  ) -> Bool {
    choices[mediaSelectionGroup.group.characteristic]?.isAutomatic ?? true
  }

  /// Itself: selections do not change. A mutable one gives a copy that does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// A copy that can be changed.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMediaSelection(asset: asset, choices: choices) }

  /// Selections of the same options in the same asset are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVMediaSelection, other.asset === asset else { return false }
    return choices.compactMapValues(\.option) == other.choices.compactMapValues(\.option)
  }

  open override var hash: Int { choices.values.compactMap(\.option?.hash).reduce(0, ^) }
}

/// A selection that a program makes.
open class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Chooses an option of a group; nil for nothing. Does nothing for an option of another group, nor for nil where the group
  /// allows no empty selection.
  open func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
    guard mediaSelectionGroup.allows(mediaSelectionOption) else { return }
    choices[mediaSelectionGroup.group.characteristic] = Choice(option: mediaSelectionOption, isAutomatic: false)
  }

  /// A copy that does not change.
  open override func copy(with zone: NSZone? = nil) -> Any { AVMediaSelection(asset: asset, choices: choices) }
}

extension AVMediaSelectionGroup {
  /// Whether an option may be chosen here.
  func allows(_ option: AVMediaSelectionOption?) -> Bool {
    guard let option else { return allowsEmptySelection }
    return options.contains { $0.isEqual(option) }
  }
}
