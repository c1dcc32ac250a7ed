import Foundation

/// Options of which at most one is chosen at a time.
///
/// A menu leaves out those with `containsOnlyForcedSubtitles`: they are shown where nothing else is, without being asked for.
open class AVMediaSelectionGroup: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.
  let group: MediaOptionGroup

  /// What can be chosen, in the order of the file.
  public let options: [AVMediaSelectionOption]

  init(_ group: MediaOptionGroup, loader: AssetLoader) {
    self.group = group
    options = group.options.map { AVMediaSelectionOption($0, loader: loader) }
    super.init()
  }

  /// What plays when nobody chooses; nil where that is nothing.
  open var defaultOption: AVMediaSelectionOption? { group.defaultOption.flatMap { option($0) } }

  /// Whether nothing may be chosen.
  open var allowsEmptySelection: Bool { group.allowsEmptySelection }

  func option(_ option: MediaOption) -> AVMediaSelectionOption? {
    options.first { $0.option.track.index == option.track.index }
  }

  /// The option of a property list that `AVMediaSelectionOption.propertyList()` made; nil where the group has no such option.
  open func mediaSelectionOption(withPropertyList plist: Any) -> AVMediaSelectionOption? {
    guard let plist = plist as? [String: Any] else { return nil }
    let identifier = plist["MediaSelectionOptionsPersistentID"]
    let number = (identifier as? Int) ?? (identifier as? NSNumber)?.intValue
    return options.first {
      Int($0.option.track.trackID) == number
        && $0.mediaType.rawValue == plist["MediaSelectionOptionsMediaType"] as? String
    }
  }

  /// Itself: groups do not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  // MARK: Filters

  /// The options that can be played, in their order.
  open class func playableMediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter(\.isPlayable)
  }

  /// The options in one of some languages, best first: the language that is named first, and the tag that fits most closely.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    filteredAndSortedAccordingToPreferredLanguages preferredLanguages: [String]
  ) -> [AVMediaSelectionOption] {
    LanguageTag.sorted(mediaSelectionOptions, by: preferredLanguages) { $0.extendedLanguageTag }
  }

  /// The options in a language, in their order.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption], with locale: Locale
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in
      option.extendedLanguageTag.map { LanguageTag.matches($0, locale.identifier) } ?? false
    }
  }

  /// The options that have all of some characteristics, in their order.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in mediaCharacteristics.allSatisfy(option.hasMediaCharacteristic) }
  }

  /// The options that have none of some characteristics, in their order.
  open class func mediaSelectionOptions(
    from mediaSelectionOptions: [AVMediaSelectionOption],
    withoutMediaCharacteristics mediaCharacteristics: [AVMediaCharacteristic]
  ) -> [AVMediaSelectionOption] {
    mediaSelectionOptions.filter { option in !mediaCharacteristics.contains(where: option.hasMediaCharacteristic) }
  }
}
