/// The content of a view in place of the video while an item has audio only.
struct MusicContent: Equatable {
  /// The title in the item's metadata, else its file name.
  var title = ""
  /// The artist and the album in one line; empty without either.
  var details = ""
  /// The words of a song; empty if the file has none.
  var lyrics = ""

  /// Creates the content of an item.
  ///
  /// - Parameter title: The title that the title bar shows.
  init(_ choices: ItemChoices, title: String) {
    self.title = title
    details = [choices.artist, choices.album].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: " — ")
    lyrics = choices.lyrics.map { String($0.prefix(Self.lyricsLimit)) } ?? ""
  }

  /// The largest number of characters of lyrics that are shown.
  static let lyricsLimit = 20_000
}
