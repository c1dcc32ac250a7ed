import Foundation
import PlayheadMedia

/// A group of options, of which at most one is selected at a time.
///
/// A menu omits options with `containsOnlyForcedSubtitles`: they are shown automatically when no other subtitles are
/// selected.
open class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.
  let group: MediaOptionGroup

  /// The options in file order.
  open private(set) var options: [AVMediaSelectionOption]

  init(_ group: MediaOptionGroup, loader: AssetLoader) {
    self.group = group
    options = group.options.map { AVMediaSelectionOption($0, loader: loader) }
    super.init()
  }

  /// The option selected by default; nil for none.
  open var defaultOption: AVMediaSelectionOption? { group.defaultOption.flatMap { option($0) } }

  /// Whether no option may be selected.
  open var allowsEmptySelection: Bool { group.allowsEmptySelection }

  func option(_ option: MediaOption) -> AVMediaSelectionOption? {
    options.first { $0.option.track.index == option.track.index }
  }

  /// The option of a property list made by `AVMediaSelectionOption.propertyList()`; nil if the group has no such
  /// option.
  open func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
    guard let plist = plist as? [String: Any] else { return nil }
    let identifier = plist["MediaSelectionOptionsPersistentID"]
    let number = (identifier as? Int) ?? (identifier as? NSNumber)?.intValue
    return options.first {
      Int($0.option.track.trackID) == number
        && $0.mediaType.rawValue == plist["MediaSelectionOptionsMediaType"] as? String
    }
  }

  /// Returns the group itself: groups are immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Filters

  /// The options that can be played, in their original order.
  open class func playableMediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter(\.isPlayable)
  }

  /// The options in the preferred languages, best first: in order of preference, then by closeness of the tag.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMediaSelectionOption] {
    LanguageTag.sorted(mediaSelectionOptions, by: preferredLanguages) { $0.extendedLanguageTag }
  }

  /// The options in a language, in their original order.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in
      option.extendedLanguageTag.map { LanguageTag.matches($0, locale.identifier) } ?? false
    }
  }

  /// The options with all of the given characteristics, in their original order.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in mediaCharacteristics.allSatisfy(option.hasMediaCharacteristic) }
  }

  /// The options with none of the given characteristics, in their original order.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in !mediaCharacteristics.contains(where: option.hasMediaCharacteristic) }
  }
}
