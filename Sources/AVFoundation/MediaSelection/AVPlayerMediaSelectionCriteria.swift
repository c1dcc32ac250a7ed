import Foundation
import Synchronization

/// The criteria by which a player selects options automatically.
open class AVPlayerMediaSelectionCriteria: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// The preferred languages as BCP 47, best first; nil for no preference.
  public let preferredLanguages: [String]?

  /// The characteristics that are considered after the languages; nil for no preference.
  public let preferredMediaCharacteristics: [AVMediaCharacteristic]?

  /// The characteristics that are considered before the languages; nil for no preference.
  public let principalMediaCharacteristics: [AVMediaCharacteristic]?

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
  nonisolated func criteriaChanged() {
    guard let item = currentItem else { return }
    item.applyCriteria(of: self)
    core.delivery.nowOrLater { item.announceSelection() }
  }
}
