/// Tells what a finger or a held pointer that moves over the picture means.
///
/// ```
///               sideways                        up or down, right half
///   seek ◄──────────────────── undecided ────────────────────────► volume
///                                  └── up or down, left half ► nothing
/// ```
/// What it is, is decided once: a hand does not move along a ruler.
struct GestureReader {
  enum Meaning: Equatable { case undecided, seek, volume, nothing }

  /// What the movement so far asks for.
  enum Reading: Equatable {
    case none
    /// Seconds from where the gesture began.
    case seek(Double)
    /// Of full loudness, from what it was when the gesture began.
    case volume(Double)
  }

  private(set) var meaning = Meaning.undecided
  private let startX: Double
  private let width: Double
  private let height: Double
  private let canSeek: Bool
  private let isMirrored: Bool
  /// How many seconds the width of the view stands for.
  private let span: Double

  /// Under this it may as well be a tap of a hand that is not steady; GTK's own threshold for dragging is 8.
  static let threshold = 10.0

  /// - Parameters:
  ///   - reach: the length of the seek bar in seconds; nil where nothing can be sought.
  ///   - isMirrored: Time runs to the left, as on the seek bar.
  init(startX: Double, width: Double, height: Double, reach: Double?, isMirrored: Bool = false) {
    self.isMirrored = isMirrored
    self.startX = startX
    self.width = max(1, width)
    self.height = max(1, height)
    canSeek = reach != nil
    // A stroke across the view goes through a short clip as a whole, and through a film by minutes and not by hours.
    span = min(reach ?? 0, max(90, (reach ?? 0) / 12))
  }

  mutating func moved(x: Double, y: Double) -> Reading {
    if meaning == .undecided { meaning = decide(x, y) }
    switch meaning {
    case .undecided, .nothing: return .none
    case .seek: return .seek((isMirrored ? -x : x) / width * span)
    // The whole of the loudness in two thirds of the height: a thumb reaches no further.
    case .volume: return .volume(-y / (height * 2 / 3))
    }
  }

  private func decide(_ x: Double, _ y: Double) -> Meaning {
    guard max(abs(x), abs(y)) >= Self.threshold else { return .undecided }
    if abs(x) >= abs(y) { return canSeek ? .seek : .nothing }
    return startX >= width / 2 ? .volume : .nothing
  }
}
