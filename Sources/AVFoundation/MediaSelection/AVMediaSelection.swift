import Foundation

/// The selected option in each selection group of an asset.
open class AVMediaSelection: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: the choices are behind a lock; weak references are read atomically.

  /// The asset of the selection; nil once it has been released.
  open private(set) weak var asset: AVAsset?

  /// The choice in one group.
  struct Choice: Equatable, Sendable {
    /// nil: no option.
    var option: AVMediaSelectionOption?
    /// Whether the player has chosen and can choose again when its criteria change.
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

  /// The selected option of a group; nil for no option, and for a group of another asset.
  open func selectedMediaOption(in mediaSelectionGroup: AVMediaSelectionGroup) -> AVMediaSelectionOption? {
    guard let option = choices[mediaSelectionGroup.group.characteristic]?.option else { return nil }
    return mediaSelectionGroup.options.first { $0.isEqual(option) }
  }

  /// Whether the player can apply its criteria to a group: the client has made no selection in it.
  open func mediaSelectionCriteriaCanBeAppliedAutomatically(
    to mediaSelectionGroup: AVMediaSelectionGroup
  ) -> Bool {
    choices[mediaSelectionGroup.group.characteristic]?.isAutomatic ?? true
  }

  /// Returns the selection itself: selections are immutable. A mutable one returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableMediaSelection(asset: asset, choices: choices) }

  /// Selections of the same options in the same asset are equal.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? AVMediaSelection, other.asset === asset else { return false }
    return choices.compactMapValues(\.option) == other.choices.compactMapValues(\.option)
  }

  /// A hash value, equal for equal objects.
  open override var hash: Int { choices.values.compactMap(\.option?.hash).reduce(0, ^) }
}

/// A mutable media selection.
open class AVMutableMediaSelection: AVMediaSelection, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Selects an option of a group; nil for no option. Has no effect for an option of another group, or for nil if the
  /// group allows no empty selection.
  open func select(_ mediaSelectionOption: AVMediaSelectionOption?, in mediaSelectionGroup: AVMediaSelectionGroup) {
    guard mediaSelectionGroup.allows(mediaSelectionOption) else { return }
    choices[mediaSelectionGroup.group.characteristic] = Choice(option: mediaSelectionOption, isAutomatic: false)
  }

  /// Returns an immutable copy.
  open override func copy(with zone: NSZone? = nil) -> Any { AVMediaSelection(asset: asset, choices: choices) }
}

extension AVMediaSelectionGroup {
  /// Whether an option can be selected in this group.
  func allows(_ option: AVMediaSelectionOption?) -> Bool {
    guard let option else { return allowsEmptySelection }
    return options.contains { $0.isEqual(option) }
  }
}
