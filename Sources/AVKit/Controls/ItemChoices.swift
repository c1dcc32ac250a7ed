import Foundation

/// A chapter as the controls see it.
struct ChapterMark: Equatable, Sendable {
  /// Seconds.
  var start: Double
  var title: String
}

/// One of several, or none where that is allowed.
struct ChoiceList: Equatable, Sendable {
  var names: [String] = []
  /// nil: none.
  var selected: Int?
  var allowsNone = false

  /// What the next one after the selected one is, in steps of `direction`; none is one of them where it is allowed. Nil where there
  /// is nothing to change.
  func next(_ direction: Int) -> Int?? {
    let count = names.count + (allowsNone ? 1 : 0)
    guard count > 1, !names.isEmpty else { return nil }
    // None stands behind the last.
    let place = selected ?? names.count
    let next = (place + direction % count + count) % count
    return .some(next < names.count ? next : nil)
  }
}

/// What an item offers besides its picture and sound.
struct ItemChoices: Equatable, Sendable {
  var title: String?
  var artist: String?
  var album: String?
  /// A picture as the file has it.
  var artwork: Data?
  var chapters: [ChapterMark] = []
  var audio = ChoiceList()
  var subtitles = ChoiceList()
  /// Of a stream's pictures, the best first; none is the player's own choice.
  var quality = ChoiceList(allowsNone: true)

  /// The chapter of a moment; nil before the first.
  func chapter(at seconds: Double) -> Int? { chapters.lastIndex { $0.start <= seconds } }

  /// Where going on or back by chapters leads. One step back from a place well within a chapter is that chapter's start.
  func start(ofChapter direction: Int, from seconds: Double) -> Double? {
    guard !chapters.isEmpty else { return nil }
    let current = chapter(at: seconds) ?? -1
    var target = current + direction
    if direction < 0, current >= 0, seconds - chapters[current].start > Self.replay { target += 1 }
    guard target < chapters.count else { return nil }
    return target < 0 ? 0 : chapters[target].start
  }

  /// Whoever goes back later than this after a chapter began wants to hear it again.
  private static let replay = 3.0
}
