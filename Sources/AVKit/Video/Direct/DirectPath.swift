/// The part of the video that other widgets cover.
enum VideoOcclusion: Equatable {
  /// Only the video is visible.
  case nothing
  /// At most the given numbers of rows at the top and the bottom of the view.
  case edges(above: Int, below: Int)
  /// Widgets may cover any part, so nothing is presented directly.
  case everything

  /// The cover of bars and widgets with the given heights at the top and the bottom of the view.
  ///
  /// - Parameter isAnywhere: Whether a widget may cover any part.
  init(isAnywhere: Bool, above: Int, below: Int) {
    if isAnywhere {
      self = .everything
    } else if above + below > 0 {
      self = .edges(above: above, below: below)
    } else {
      self = .nothing
    }
  }
}

/// Decides which part of the next frame is presented directly, and which part through GTK's renderer.
///
/// ```
///                            the very first frame, nothing over it
///   nothing yet ──────────────────────────────────────────────► both ────┐
///                not covered, two frames of this size drawn              ▼
///   composited ───────────────────────────────────────────────► direct ──┐ more covered: GTK draws first
///        ▲                                                        │  ▲   │ less covered: GTK draws last
///        └──── all of it covered, another size, no frame ─────────┘  └───┘
///              (GTK draws first, then the direct screen is hidden)
/// ```
/// Two frames: GTK may still be drawing the first when the next one is due, and the content beneath the direct screen
/// must be the video when it is hidden. The very first frames use both paths, because the display shows them sooner
/// than GTK has drawn.
struct DirectPath: Equatable {
  /// The inputs of the decision for a frame that is due.
  struct Conditions: Equatable {
    /// Whether direct presentation is allowed and the window supports it.
    var isPossible = false
    /// The part that other widgets cover.
    var occlusion = VideoOcclusion.nothing
    /// Whether the frame was prepared for the current size of the view.
    var fits = false
    /// The view's size in device pixels.
    var width = 0
    /// The view's height in device pixels.
    var height = 0
    /// Whether nothing was shown before this frame.
    var isFirst = false
  }

  /// The route of a frame.
  enum Route: Equatable {
    /// All of the frame through GTK.
    case composited
    /// This part of the view directly, the rest through GTK.
    case direct(PixelRectangle)
    /// All of the view directly, and all of it through GTK as well.
    case both(PixelRectangle)
    /// Through GTK; the direct screen is hidden when GTK has drawn.
    case leaving
  }

  /// The area that is presented directly, in the view's device pixels; nil if none.
  private(set) var area: PixelRectangle?
  /// The number of consecutive frames that could be presented directly, at most one more than required.
  private var stableFrameCount = 0

  /// The number of frames that GTK must draw before the direct path begins.
  private static let requiredStableFrames = 2
  /// The least free part of the view's height, as 1/n: below it two paths cost more than they save.
  private static let minimumUncoveredPart = 3

  /// The path of a frame that is due.
  mutating func next(_ conditions: Conditions) -> Route {
    guard conditions.isPossible, conditions.fits, let uncovered = Self.area(conditions) else {
      return interrupted() ? .leaving : .composited
    }
    stableFrameCount = min(stableFrameCount + 1, Self.requiredStableFrames + 1)
    let isEarly = stableFrameCount <= Self.requiredStableFrames
    // All or nothing: a first frame that appears in two steps would be visible as such.
    let begins = isEarly && conditions.occlusion == .nothing && (conditions.isFirst || area != nil)
    if isEarly, !begins, area == nil { return .composited }
    area = uncovered
    return begins ? .both(uncovered) : .direct(uncovered)
  }

  /// The cover changed between two frames. Returns the change that is needed before the next frame; nil if there is
  /// none.
  mutating func covered(_ conditions: Conditions) -> Route? {
    guard let uncovered = Self.area(conditions) else { return interrupted() ? .leaving : nil }
    guard let area, !uncovered.contains(area) else { return nil }
    let less = uncovered.intersection(area)
    self.area = less
    return .direct(less)
  }

  /// The view's size changed or its frame was removed. Returns whether the direct screen must be hidden.
  mutating func interrupted() -> Bool {
    defer { (area, stableFrameCount) = (nil, 0) }
    return area != nil
  }

  /// The part of the view that is not covered; nil if it is too small.
  private static func area(_ conditions: Conditions) -> PixelRectangle? {
    let (width, height) = (conditions.width, conditions.height)
    switch conditions.occlusion {
    case .nothing: return PixelRectangle(x: 0, y: 0, width: width, height: height)
    case .everything: return nil
    case .edges(let above, let below):
      let free = height - above - below
      guard free * minimumUncoveredPart >= height else { return nil }
      return PixelRectangle(x: 0, y: above, width: width, height: free)
    }
  }
}
