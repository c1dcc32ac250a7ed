import AVFoundation
import Foundation

/// The type of a language option, with Apple's values.
public enum MPNowPlayingInfoLanguageOptionType: UInt, Sendable {
  /// Audio.
  case audible = 0
  /// Subtitles or captions.
  case legible = 1
}

/// A language of the current item, for `MPNowPlayingInfoPropertyAvailableLanguageOptions`. Immutable.
///
/// The desktop identifies an option by its identifier, which must be unique among the options of the item.
open class MPNowPlayingInfoLanguageOption: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// The values of the initializer.
  private let values: Values

  /// The values of an option.
  private struct Values: Sendable {
    let type: MPNowPlayingInfoLanguageOptionType
    let languageTag: String
    let characteristics: [String]?
    let displayName: String
    let identifier: String
  }

  /// Creates an option.
  ///
  /// - Parameters:
  ///   - languageOptionType: Audio or subtitles.
  ///   - languageTag: The language as BCP 47.
  ///   - languageOptionCharacteristics: The `MPLanguageOptionCharacteristic…` constants that apply.
  ///   - displayName: The name for users.
  ///   - identifier: The identifier, unique among the options of the item.
  public init(
    type languageOptionType: MPNowPlayingInfoLanguageOptionType, languageTag: String,
    characteristics languageOptionCharacteristics: [String]?, displayName: String, identifier: String
  ) {
    values = Values(
      type: languageOptionType, languageTag: languageTag, characteristics: languageOptionCharacteristics,
      displayName: displayName, identifier: identifier)
    super.init()
  }

  /// Audio or subtitles.
  open var languageOptionType: MPNowPlayingInfoLanguageOptionType { values.type }
  /// The language as BCP 47.
  open var languageTag: String? { values.languageTag }
  /// The `MPLanguageOptionCharacteristic…` constants that apply.
  open var languageOptionCharacteristics: [String]? { values.characteristics }
  /// The name for users.
  open var displayName: String? { values.displayName }
  /// The identifier, unique among the options of the item.
  open var identifier: String? { values.identifier }
}

/// The languages from which one is selected at a time. Immutable.
open class MPNowPlayingInfoLanguageOptionGroup: NSObject, @unchecked Sendable {
  // Sendable: constants.
  /// The value of `languageOptions`.
  private let storedLanguageOptions: [MPNowPlayingInfoLanguageOption]
  /// The value of `defaultLanguageOption`.
  private let storedDefaultLanguageOption: MPNowPlayingInfoLanguageOption?
  /// The value of `allowEmptySelection`.
  private let storedAllowEmptySelection: Bool

  /// Creates a group.
  ///
  /// - Parameters:
  ///   - languageOptions: The options.
  ///   - defaultLanguageOption: The option that is selected without a choice of the user; nil for none.
  ///   - allowEmptySelection: Whether no option may be selected.
  public init(
    languageOptions: [MPNowPlayingInfoLanguageOption], defaultLanguageOption: MPNowPlayingInfoLanguageOption?,
    allowEmptySelection: Bool
  ) {
    storedLanguageOptions = languageOptions
    storedDefaultLanguageOption = defaultLanguageOption
    storedAllowEmptySelection = allowEmptySelection
    super.init()
  }

  /// The options.
  open var languageOptions: [MPNowPlayingInfoLanguageOption] { storedLanguageOptions }
  /// The option that is selected without a choice of the user; nil for none.
  open var defaultLanguageOption: MPNowPlayingInfoLanguageOption? { storedDefaultLanguageOption }
  /// Whether no option may be selected.
  open var allowEmptySelection: Bool { storedAllowEmptySelection }
}
