import Foundation

/// What a player is to choose in items where nobody has chosen.
open class AVPlayerMediaSelectionCriteria: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// Languages as BCP 47, best first; nil where they do not matter.
  public let preferredLanguages: [String]?

  /// What counts after the languages; nil where it does not matter.
  public let preferredMediaCharacteristics: [AVMediaCharacteristic]?

  /// What counts before the languages; nil where it does not matter.
  public let principalMediaCharacteristics: [AVMediaCharacteristic]?

  /// Criteria by languages and, among options of one language, by characteristics.
  public convenience init(
    preferredLanguages: [String]?, preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    self.init(
      principalMediaCharacteristics: nil, preferredLanguages: preferredLanguages,
      preferredMediaCharacteristics: preferredMediaCharacteristics)
  }

  /// Criteria by characteristics that must be there, languages, and characteristics that may be there, in this order.
  public init(
    principalMediaCharacteristics: [AVMediaCharacteristic]?, preferredLanguages: [String]?,
    preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    self.principalMediaCharacteristics = principalMediaCharacteristics
    self.preferredLanguages = preferredLanguages
    self.preferredMediaCharacteristics = preferredMediaCharacteristics
    super.init()
  }

  var rules: SelectionRules {
    SelectionRules(
      languages: preferredLanguages ?? [], principal: principalMediaCharacteristics ?? [],
      preferred: preferredMediaCharacteristics ?? [])
  }
}

/// The criteria of a player.
struct PlayerCriteria: Sendable {
  var isApplied = true
  var criteria: [AVMediaCharacteristic: AVPlayerMediaSelectionCriteria] = [:]

  var selection: AutomaticSelection {
    AutomaticSelection(rules: isApplied ? criteria.mapValues(\.rules) : [:])
  }
}

extension AVPlayer {
  /// Whether the criteria are applied where nobody has chosen. true by default.
  nonisolated public var appliesMediaSelectionCriteriaAutomatically: Bool {
    get { criteria.withLock { $0.isApplied } }
    set {
      criteria.withLock { $0.isApplied = newValue }
      criteriaChanged()
    }
  }

  /// Sets what is to be chosen in a group where nobody has chosen, in the current item at once and in all that follow.
  ///
  /// - Parameters:
  ///   - criteria: nil for what the file prefers.
  ///   - mediaCharacteristic: `audible` or `legible`.
  nonisolated public func setMediaSelectionCriteria(
    _ criteria: AVPlayerMediaSelectionCriteria?, forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) {
    self.criteria.withLock { $0.criteria[mediaCharacteristic] = criteria }
    criteriaChanged()
  }

  nonisolated private func criteriaChanged() {
    guard let item = currentItem else { return }
    item.applyCriteria(of: self)
    core.delivery.nowOrLater { item.announceSelection() }
  }

  /// What is to be chosen in a group where nobody has chosen; nil for what the file prefers.
  nonisolated public func mediaSelectionCriteria(
    forMediaCharacteristic mediaCharacteristic: AVMediaCharacteristic
  ) -> AVPlayerMediaSelectionCriteria? {
    criteria.withLock { $0.criteria[mediaCharacteristic] }
  }
}
