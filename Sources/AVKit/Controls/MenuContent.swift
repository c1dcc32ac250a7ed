import CoreMedia

/// The entries and the selected one of a menu over the video.
struct MenuContent: Equatable {
  /// The titles of the entries; empty hides the menu.
  var titles: [String]
  /// The index of the selected entry; -1 for none.
  var selected: Int
}

/// The content of all menus over the video. A pure function of the item's options and the playback rate.
struct MenuContents: Equatable {
  /// The audio options.
  var audio: MenuContent
  /// The subtitle options after "Off"; empty without options.
  var subtitles: MenuContent
  /// The variants of a stream after "Automatic"; empty without variants.
  var quality: MenuContent
  /// The speeds of the program.
  var speed: MenuContent
  /// The chapters with their numbers; empty without chapters.
  var chapters: MenuContent

  /// - Parameters:
  ///   - speeds: The names and rates of the speed menu.
  ///   - rate: The rate of playback, or the one at which it resumes.
  ///   - position: The playback position in seconds; nil while unknown.
  init(_ choices: ItemChoices, speeds: [(name: String, rate: Float)], rate: Float, position: Double? = nil) {
    audio = MenuContent(titles: choices.audio.names, selected: choices.audio.selected ?? -1)
    subtitles = Self.optional(choices.subtitles, none: translated("Off"))
    quality = Self.optional(choices.quality, none: translated("Automatic"))
    chapters = MenuContent(
      titles: choices.chapters.enumerated().map { index, chapter in
        let start = TimeText.text(CMTime(seconds: chapter.start, preferredTimescale: 1000))
        return ["\(index + 1).", chapter.title, "(\(start))"].filter { !$0.isEmpty }.joined(separator: " ")
      }, selected: position.flatMap { choices.chapter(at: $0) } ?? -1)
    // Rates are products of factors such as 1.1.
    speed = MenuContent(
      titles: speeds.map(\.name), selected: speeds.firstIndex { abs($0.rate - rate) < 0.005 } ?? -1)
  }

  /// A menu whose first entry, `none`, selects no option of the list.
  private static func optional(_ list: ChoiceList, none: String) -> MenuContent {
    MenuContent(
      titles: list.names.isEmpty ? [] : [none] + list.names, selected: list.selected.map { $0 + 1 } ?? 0)
  }

  /// The option of an entry in a menu whose first entry selects none.
  static func option(ofEntry entry: Int) -> Int? { entry == 0 ? nil : entry - 1 }
}
