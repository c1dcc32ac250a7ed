import Foundation

/// A path as a function of time: the position and the direction of movement.
struct PathTrack {
  /// A cubic Bézier segment.
  private struct Piece {
    var from: CGPoint
    /// The control point of the start.
    var control1: CGPoint
    /// The control point of the end.
    var control2: CGPoint
    var to: CGPoint

    /// The point at a curve parameter from 0 to 1.
    func point(at t: Double) -> CGPoint {
      let u = 1 - t
      let (a, b, c, d) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
      return CGPoint(
        x: a * from.x + b * control1.x + c * control2.x + d * to.x,
        y: a * from.y + b * control1.y + c * control2.y + d * to.y)
    }
  }

  /// The segments in the order of the path. Moves between subpaths have none.
  private var pieces: [Piece] = []
  /// The start of each segment and the end of the last, as fractions of the duration.
  private var times: [Double] = []
  /// Whether the speed is constant along the path; timing functions of segments are ignored then.
  private let isPaced: Bool
  /// The timing function of each segment; a segment without one is linear.
  private let easings: [CAMediaTimingFunction]
  /// The cumulative lengths of short chords of each segment.
  private var lengths: [[Double]] = []
  /// The number of chords by which the length of a segment is measured.
  private static let parts = 64

  /// nil for a path without segments.
  init?(_ path: CGPath, mode: CAAnimationCalculationMode, keyTimes: [Double]?, easings: [CAMediaTimingFunction]) {
    isPaced = mode == .paced || mode == .cubicPaced
    self.easings = easings
    addPieces(of: path)
    guard !pieces.isEmpty else { return nil }
    lengths = pieces.map(Self.lengths(of:))
    times = makeTimes(keyTimes)
  }

  /// The position after a fraction of a repetition, and the angle of the direction of movement.
  func place(at part: Double) -> (point: CGPoint, angle: Double) {
    let part = max(0, min(1, part))
    let index = min(pieces.count - 1, max(0, (times.firstIndex { $0 > part } ?? times.count) - 1))
    let length = times[index + 1] - times[index]
    var inside = length > 0 ? min(1, (part - times[index]) / length) : 1
    if !isPaced, index < easings.count { inside = easings[index].value(at: inside) }
    if isPaced { inside = parameter(ofPiece: index, at: inside) }
    let piece = pieces[index]
    // The direction is measured over a short distance, because the derivative may be zero at the ends.
    let (before, after) = (piece.point(at: max(0, inside - 1e-3)), piece.point(at: min(1, inside + 1e-3)))
    return (piece.point(at: inside), atan2(after.y - before.y, after.x - before.x))
  }

  /// Converts all elements of a path to cubic segments.
  private mutating func addPieces(of path: CGPath) {
    var (here, start) = (CGPoint.zero, CGPoint.zero)
    /// The point at a fraction of the distance between two others.
    func third(_ a: CGPoint, _ b: CGPoint, _ part: Double) -> CGPoint {
      CGPoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part)
    }
    func line(_ end: CGPoint) -> Piece {
      Piece(from: here, control1: third(here, end, 1 / 3.0), control2: third(here, end, 2 / 3.0), to: end)
    }
    for element in path.elements {
      switch element {
      case .move(let point): (here, start) = (point, point)
      case .line(let end): pieces.append(line(end))
      case .quad(let end, let control):
        // The equivalent cubic curve.
        pieces.append(
          Piece(
            from: here, control1: third(here, control, 2 / 3.0), control2: third(end, control, 2 / 3.0), to: end))
      case .curve(let end, let control1, let control2):
        pieces.append(Piece(from: here, control1: control1, control2: control2, to: end))
      case .close: if here != start { pieces.append(line(start)) }
      }
      if case .move = element {} else { here = pieces.last?.to ?? here }
    }
  }

  /// The length from the start of a segment to the end of each chord.
  private static func lengths(of piece: Piece) -> [Double] {
    var (sum, last) = ([0.0], piece.from)
    for index in 1...parts {
      let next = piece.point(at: Double(index) / Double(parts))
      sum.append((sum.last ?? 0) + hypot(next.x - last.x, next.y - last.y))
      last = next
    }
    return sum
  }

  /// The start of each segment: by length, as given, or evenly spaced.
  private func makeTimes(_ keyTimes: [Double]?) -> [Double] {
    let count = pieces.count
    if isPaced {
      let whole = lengths.reduce(0) { $0 + ($1.last ?? 0) }
      var sums = [0.0]
      for length in lengths { sums.append((sums.last ?? 0) + (length.last ?? 0)) }
      if whole > 0 { return sums.map { $0 / whole } }
    }
    if let keyTimes, keyTimes.count == count + 1, keyTimes.allSatisfy(\.isFinite),
      zip(keyTimes, keyTimes.dropFirst()).allSatisfy({ $0 <= $1 })
    {
      return keyTimes
    }
    return (0...count).map { Double($0) / Double(count) }
  }

  /// The curve parameter at a fraction of the segment's length.
  private func parameter(ofPiece index: Int, at part: Double) -> Double {
    let sums = lengths[index]
    guard let whole = sums.last, whole > 0, let end = sums.firstIndex(where: { $0 >= part * whole }), end > 0 else {
      return part
    }
    let step = sums[end] - sums[end - 1]
    let inside = step > 0 ? (part * whole - sums[end - 1]) / step : 0
    return (Double(end - 1) + inside) / Double(Self.parts)
  }
}
