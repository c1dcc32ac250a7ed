/// What lies over a picture.
enum VideoCover: Equatable {
  case nothing
  /// No more than the uppermost and the lowermost rows of the view, so many of them.
  case edges(above: Int, below: Int)
  case everything
}

/// Decides how much of the next picture goes straight to the screen, and how much through GTK's renderer.
///
/// ```
///                            the very first picture, nothing over it
///   nothing yet ──────────────────────────────────────────────► both ────┐
///                not covered, two pictures of this size drawn            ▼
///   composited ───────────────────────────────────────────────► direct ──┐ more covered: GTK draws first, then less is direct
///        ▲                                                        │  ▲   │ less covered: more is direct, then GTK draws less
///        └──── all of it covered, another size, no picture ───────┘  └───┘
///              (GTK draws first, then the direct screen goes)
/// ```
/// Two pictures: the first may still be on its way when the next one comes, and what lies beneath the direct screen when it goes
/// has to be the film and not a hole. The very first pictures go both ways: the display shows them sooner than GTK has drawn.
struct DirectPath: Equatable {
  /// What there is to know when a picture comes.
  struct Situation: Equatable {
    /// Somebody asked for it, and the window can do it.
    var isPossible = false
    var cover = VideoCover.nothing
    /// The picture was made for the view as it is.
    var fits = false
    /// The view's, in device pixels.
    var width = 0
    var height = 0
    /// Nothing was shown before it.
    var isFirst = false
  }

  enum Way: Equatable {
    case composited
    /// This part of the view past GTK, the rest through it.
    case direct(PixelRectangle)
    /// All of the view past GTK, and all of it through GTK as well.
    case both(PixelRectangle)
    /// Through GTK, and the direct screen goes when that has been drawn.
    case leaving
  }

  /// What goes past GTK, in the view's device pixels; nil: nothing.
  private(set) var area: PixelRectangle?
  private var steady = 0

  private static let enough = 2
  /// Where less of the view's height is free, the work of two ways is more than it saves.
  private static let leastPart = 3

  /// The way of a picture that is due.
  mutating func next(_ situation: Situation) -> Way {
    guard situation.isPossible, situation.fits, let wanted = Self.area(situation) else {
      return interrupted() ? .leaving : .composited
    }
    steady = min(steady + 1, Self.enough + 1)
    let isEarly = steady <= Self.enough
    // Whole or not at all: a part of the first picture before the rest of it would be seen.
    let begins = isEarly && situation.cover == .nothing && (situation.isFirst || area != nil)
    if isEarly, !begins, area == nil { return .composited }
    area = wanted
    return begins ? .both(wanted) : .direct(wanted)
  }

  /// More lies over the picture, or less, between two pictures. What has to change before the next one comes: nil where nothing has.
  mutating func covered(_ situation: Situation) -> Way? {
    guard let wanted = Self.area(situation) else { return interrupted() ? .leaving : nil }
    guard let area, !wanted.contains(area) else { return nil }
    let less = wanted.intersection(area)
    self.area = less
    return .direct(less)
  }

  /// The view changed, or the picture went. Whether the direct screen has to go.
  mutating func interrupted() -> Bool {
    defer { (area, steady) = (nil, 0) }
    return area != nil
  }

  private static func area(_ situation: Situation) -> PixelRectangle? {
    let (width, height) = (situation.width, situation.height)
    switch situation.cover {
    case .nothing: return PixelRectangle(x: 0, y: 0, width: width, height: height)
    case .everything: return nil
    case .edges(let above, let below):
      let free = height - above - below
      guard free * leastPart >= height else { return nil }
      return PixelRectangle(x: 0, y: above, width: width, height: free)
    }
  }
}
