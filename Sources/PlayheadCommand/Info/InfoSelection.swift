import AVFoundation

/// What can be chosen in an asset, as JSON.
enum InfoSelection {
  static func json(_ asset: AVAsset, _ locale: Locale) -> JSONValue {
    let names: [(String, AVMediaCharacteristic)] = [("audible", .audible), ("legible", .legible), ("visual", .visual)]
    return .object(
      names.map { name, characteristic in
        let group = asset.mediaSelectionGroup(forMediaCharacteristic: characteristic)
        return (name, .array((group?.options ?? []).map { json($0, isDefault: $0 == group?.defaultOption, locale) }))
      })
  }

  private static func json(_ option: AVMediaSelectionOption, isDefault: Bool, _ locale: Locale) -> JSONValue {
    .object([
      ("track", .integer(Int64(option.trackID))), ("displayName", .string(option.displayName(with: locale))),
      ("language", .optional(option.extendedLanguageTag)), ("default", .bool(isDefault)),
      ("playable", .bool(option.isPlayable)),
      ("characteristics", .array(option.characteristics.map { .string($0.rawValue) })),
    ])
  }
}
