import Foundation

/// A chapter as shown by the controls.
struct ChapterMark: Equatable, Sendable {
  /// Seconds.
  var start: Double
  /// The title in the user's language; empty if the file has none.
  var title: String
}

/// A list of options of which one is selected, or none if that is allowed.
struct ChoiceList: Equatable, Sendable {
  /// The titles of the options, distinct from each other.
  var names: [String] = []
  /// nil: none.
  var selected: Int?
  var allowsNone = false

  /// The index after the selected one in steps of `direction`; "none" takes part in the cycle if it is allowed. Nil if
  /// there is no alternative.
  func next(_ direction: Int) -> Int?? {
    let count = names.count + (allowsNone ? 1 : 0)
    guard count > 1, !names.isEmpty else { return nil }
    // "None" follows the last option.
    let place = selected ?? names.count
    let next = (place + direction % count + count) % count
    return .some(next < names.count ? next : nil)
  }
}

/// The options and descriptions of an item, besides its audio and video.
struct ItemChoices: Equatable, Sendable {
  /// The title of the item; nil if the file has none, or it is not loaded yet.
  var title: String?
  var artist: String?
  var album: String?
  /// The words of a song.
  var lyrics: String?
  /// Encoded image data as stored in the file.
  var artwork: Data?
  /// The chapters in order of time; empty if the item has none.
  var chapters: [ChapterMark] = []
  /// The audio options. One is always selected unless the item allows none.
  var audio = ChoiceList()
  /// The subtitle options, closed captions included.
  var subtitles = ChoiceList()
  /// The video variants of a stream, the best first; none means automatic selection.
  var quality = ChoiceList(allowsNone: true)

  /// The index of the chapter at `seconds`; nil before the first chapter.
  func chapter(at seconds: Double) -> Int? { chapters.lastIndex { $0.start <= seconds } }

  /// The start in seconds of the next or previous chapter. One step back from well inside a chapter returns the start
  /// of that chapter.
  func start(ofChapter direction: Int, from seconds: Double) -> Double? {
    guard !chapters.isEmpty else { return nil }
    let current = chapter(at: seconds) ?? -1
    var target = current + direction
    if direction < 0, current >= 0, seconds - chapters[current].start > Self.replay { target += 1 }
    guard target < chapters.count else { return nil }
    return target < 0 ? 0 : chapters[target].start
  }

  /// Later than this after a chapter began, a step back replays that chapter instead of going to the previous one.
  private static let replay = 3.0
}
