/// Classifies a touch drag, or a drag with a pressed pointer button, over the video.
///
/// ```
///               sideways                        up or down, right half
///   seek ◄──────────────────── undecided ────────────────────────► volume
///                                  └── up or down, left half ► nothing
/// ```
/// The meaning is decided once, because no drag is perfectly straight.
struct GestureReader {
  /// The decided meaning. It never changes after it has left `undecided`.
  enum Meaning: Equatable { case undecided, seek, volume, nothing }

  /// The change that the movement so far requests.
  enum Reading: Equatable {
    /// Nothing is requested: undecided, or a direction without meaning.
    case none
    /// Seconds relative to the position at the start of the gesture.
    case seek(Double)
    /// A fraction of full volume, relative to the volume at the start of the gesture.
    case volume(Double)
  }

  /// The meaning of the gesture so far.
  private(set) var meaning = Meaning.undecided
  /// The x coordinate of the start, in view units.
  private let startX: Double
  /// The width of the view, at least 1.
  private let width: Double
  /// The height of the view, at least 1.
  private let height: Double
  /// Whether a sideways drag seeks.
  private let canSeek: Bool
  /// The number of seconds that the width of the view represents.
  private let span: Double

  /// The distance below which a gesture may be an unsteady tap; GTK's own drag threshold is 8.
  static let threshold = 10.0

  /// - Parameters:
  ///   - reach: The length of the seek bar in seconds; nil if the item cannot seek.
  init(startX: Double, width: Double, height: Double, reach: Double?) {
    self.startX = startX
    self.width = max(1, width)
    self.height = max(1, height)
    canSeek = reach != nil
    // A drag across the view covers the whole of a short clip, and minutes rather than hours of a long video.
    span = min(reach ?? 0, max(90, (reach ?? 0) / 12))
  }

  /// Reports a movement, as offsets from the start in view units; y grows downwards.
  mutating func moved(x: Double, y: Double) -> Reading {
    if meaning == .undecided { meaning = decide(x, y) }
    switch meaning {
    case .undecided, .nothing: return .none
    case .seek: return .seek(x / width * span)
    // Two thirds of the height cover the full volume range: a thumb reaches no further.
    case .volume: return .volume(-y / (height * 2 / 3))
    }
  }

  /// The meaning of an offset; `undecided` below `threshold`.
  private func decide(_ x: Double, _ y: Double) -> Meaning {
    guard max(abs(x), abs(y)) >= Self.threshold else { return .undecided }
    if abs(x) >= abs(y) { return canSeek ? .seek : .nothing }
    return startX >= width / 2 ? .volume : .nothing
  }
}
