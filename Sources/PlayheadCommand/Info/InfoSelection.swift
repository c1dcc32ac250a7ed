import AVFoundation
import PlayheadBasics

/// The selectable options of an asset, as JSON and as text.
enum InfoSelection {
  /// The options by media characteristic; an empty array where the asset has no group.
  ///
  /// - Parameter locale: The locale of the display names.
  static func json(_ asset: AVAsset, _ locale: Locale) -> JSONValue {
    let names: [(String, AVMediaCharacteristic)] = [("audible", .audible), ("legible", .legible), ("visual", .visual)]
    return .object(
      names.map { name, characteristic in
        let group = asset.mediaSelectionGroup(forMediaCharacteristic: characteristic)
        return (name, .array((group?.options ?? []).map { json($0, isDefault: $0 == group?.defaultOption, locale) }))
      })
  }

  /// An option of a group. `default` is true for the group's default option only.
  private static func json(_ option: AVMediaSelectionOption, isDefault: Bool, _ locale: Locale) -> JSONValue {
    .object([
      ("track", .integer(Int64(option.trackID))), ("displayName", .string(option.displayName(with: locale))),
      ("language", .optional(option.extendedLanguageTag)), ("default", .bool(isDefault)),
      ("playable", .bool(option.isPlayable)),
      ("characteristics", .array(option.characteristics.map { .string($0.rawValue) })),
    ])
  }

  // MARK: Text

  /// The selectable options: a title and a row for each. Groups without an alternative are omitted.
  static func sections(_ asset: AVAsset, _ locale: Locale = .current) -> [(title: String, rows: [[String]])] {
    let titles: [(String, AVMediaCharacteristic)] = [("audible", .audible), ("legible", .legible), ("visual", .visual)]
    return titles.compactMap { title, characteristic in
      guard let group = asset.mediaSelectionGroup(forMediaCharacteristic: characteristic),
        group.options.count > 1 || group.allowsEmptySelection
      else { return nil }
      let rows = group.options.map { option in
        [
          "\(option.trackID)", CellText.printable(option.displayName(with: locale)),
          option == group.defaultOption ? "default" : "",
        ]
      }
      return (title, rows)
    }
  }
}
