import Foundation
import Synchronization

/// The criteria by which a player selects options automatically.
open class AVPlayerMediaSelectionCriteria: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// The preferred languages as BCP 47, best first; nil for no preference.
  open var preferredLanguages: [String]? { storedPreferredLanguages }
  /// The value of `preferredLanguages`.
  private let storedPreferredLanguages: [String]?

  /// The characteristics that are considered after the languages; nil for no preference.
  open var preferredMediaCharacteristics: [AVMediaCharacteristic]? { storedPreferredMediaCharacteristics }
  /// The value of `preferredMediaCharacteristics`.
  private let storedPreferredMediaCharacteristics: [AVMediaCharacteristic]?

  /// The characteristics that are considered before the languages; nil for no preference.
  open var principalMediaCharacteristics: [AVMediaCharacteristic]? { storedPrincipalMediaCharacteristics }
  /// The value of `principalMediaCharacteristics`.
  private let storedPrincipalMediaCharacteristics: [AVMediaCharacteristic]?

  /// Creates criteria by language and, among options in one language, by characteristics.
  public convenience init(
    preferredLanguages: [String]?, preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    self.init(
      principalMediaCharacteristics: nil, preferredLanguages: preferredLanguages,
      preferredMediaCharacteristics: preferredMediaCharacteristics)
  }

  /// Creates criteria by principal characteristics, languages and preferred characteristics, in this order.
  public init(
    principalMediaCharacteristics: [AVMediaCharacteristic]?, preferredLanguages: [String]?,
    preferredMediaCharacteristics: [AVMediaCharacteristic]?
  ) {
    storedPrincipalMediaCharacteristics = principalMediaCharacteristics
    storedPreferredLanguages = preferredLanguages
    storedPreferredMediaCharacteristics = preferredMediaCharacteristics
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
  nonisolated func criteriaChanged() {
    guard let item = currentItem else { return }
    item.applyCriteria(of: self)
    core.delivery.nowOrLater { item.announceSelection() }
  }
}
