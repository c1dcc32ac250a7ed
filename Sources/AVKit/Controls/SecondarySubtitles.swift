@_spi(Playhead) import AVFoundation

/// Which caption file is shown at the top, besides the primary subtitles. Pure functions of the files' settings.
enum SecondarySubtitles {
  /// A selection: the index of a file, or nil for none.
  struct Selection: Equatable {
    var index: Int?
  }

  /// The selection that follows the present one. nil if no file can be secondary: the primary one cannot.
  static func next(_ files: [CaptionSettings]) -> Selection? {
    let candidates = files.indices.filter { !files[$0].isShown || files[$0].isAtTop }
    guard !candidates.isEmpty else { return nil }
    let current = candidates.firstIndex { files[$0].isShown }
    let next = current.map { $0 + 1 } ?? 0
    return Selection(index: next < candidates.count ? candidates[next] : nil)
  }

  /// The settings of a file after the selection of primary subtitles: a secondary file stays unless it is selected.
  static func settings(_ settings: CaptionSettings, isPrimary: Bool) -> CaptionSettings {
    guard isPrimary || !(settings.isShown && settings.isAtTop) else { return settings }
    var settings = settings
    settings.isShown = isPrimary
    settings.isAtTop = false
    return settings
  }
}
