import CPlayheadGTK

/// Decides whether the next picture goes straight to the screen or through GTK's renderer.
///
/// ```
///                nothing over it, two pictures of this size drawn
///   composited ─────────────────────────────────────────────────► direct
///        ▲                                                           │
///        └──── something comes over it, another size, no picture ────┘
///              (GTK draws first, then the direct window goes)
/// ```
/// Two pictures: the first may still be on its way when the next one comes, and what lies beneath the direct window when it goes
/// has to be the film and not a hole.
struct DirectPath: Equatable {
  /// What there is to know when a picture comes.
  struct Situation: Equatable {
    /// Somebody asked for it, and the window can do it.
    var isPossible = false
    /// Controls, words or widgets lie over the picture, captions in it.
    var isCovered = false
    /// The picture was made for the view as it is.
    var fits = false
  }

  enum Way: Equatable {
    case composited
    case direct
    /// Through GTK, and the direct window goes when that has been drawn.
    case leaving
  }

  private(set) var isDirect = false
  private var steady = 0

  private static let enough = 2

  /// The way of a picture that is due.
  mutating func next(_ situation: Situation) -> Way {
    guard situation.isPossible, !situation.isCovered, situation.fits else {
      return interrupted() ? .leaving : .composited
    }
    if isDirect { return .direct }
    steady += 1
    guard steady > Self.enough else { return .composited }
    isDirect = true
    return .direct
  }

  /// Something came over the picture, or the view changed. Whether the direct window has to go.
  mutating func interrupted() -> Bool {
    defer { (isDirect, steady) = (false, 0) }
    return isDirect
  }
}
