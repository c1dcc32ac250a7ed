/// The refreshes at which a simulated display showed frames, compared with an ideal cadence.
///
/// An ideal cadence shows each frame at the refresh that is nearest to its exact deadline plus an offset, the same for
/// all frames: any of them is equally steady. It is computed in whole numbers.
struct Cadence {
  /// The standard deviation of the times of refreshes from those of the ideal cadence, in milliseconds.
  private(set) var deviation = Double.infinity
  /// The mean of the times at which frames were shown minus their exact deadlines, in milliseconds.
  private(set) var meanOffset = 0.0
  /// The number of frames that were not shown, and that the ideal cadence shows.
  private(set) var lostFrames = 0
  /// How often a number of refreshes lies between two frames, and how often in the ideal cadence.
  private(set) var steps: [Int: Int] = [:]
  private(set) var idealSteps: [Int: Int] = [:]

  private let display: SimulatedDisplay

  /// Compares what `display` has shown, from the given second on. The best offset of the cadence is found by trying
  /// those up to 2 ms in either direction: more than that is not steady.
  init(_ shown: [Int?], on display: SimulatedDisplay, from second: Int) {
    self.display = display
    let first = second * display.frameRate.numerator / display.frameRate.denominator
    let frames = shown.indices.dropFirst(first)
    let refreshes = frames.map { frame in shown[frame].map(display.refresh(after:)) }
    let offset = bestOffset(of: refreshes, from: first)
    let ideal = frames.map { idealRefresh(of: $0, offset: offset) }
    // A frame whose successor has the same refresh is not shown.
    let idealShown = ideal.indices.filter { $0 == ideal.count - 1 || ideal[$0] != ideal[$0 + 1] }
    lostFrames = refreshes.count { $0 == nil } - (ideal.count - idealShown.count)
    steps = Self.steps(refreshes.compactMap { $0 })
    idealSteps = Self.steps(idealShown.map { ideal[$0] })
    let differences = frames.compactMap { frame in shown[frame].map { Double($0 - display.deadline(of: frame)) / 1e6 } }
    meanOffset = differences.reduce(0, +) / Double(max(1, differences.count))
  }

  /// The number of steps that are not those of the ideal cadence.
  var irregularSteps: Int {
    Set(steps.keys).union(idealSteps.keys).map { abs(steps[$0, default: 0] - idealSteps[$0, default: 0]) }.reduce(0, +)
  }

  /// Finds the offset in microseconds with the least deviation, and stores that deviation.
  private mutating func bestOffset(of refreshes: [Int?], from first: Int) -> Int {
    var best = 0
    for step in [250, 25] {
      let centre = best
      for offset in stride(from: centre - 10 * step, through: centre + 10 * step, by: step) where abs(offset) <= 2000 {
        let next = deviation(of: refreshes, from: first, offset: offset)
        if next < deviation { (deviation, best) = (next, offset) }
      }
    }
    return best
  }

  /// The deviation for an offset. A deadline within 0.1 ms of the middle between two refreshes has two nearest ones.
  private func deviation(of refreshes: [Int?], from first: Int, offset: Int) -> Double {
    var (count, sum, squares) = (0, 0, 0)
    for case (let index, let refresh?) in refreshes.enumerated() {
      let late = refresh - idealRefresh(of: first + index, offset: offset + 100)
      let early = refresh - idealRefresh(of: first + index, offset: offset - 100)
      let error = abs(late) < abs(early) ? late : early
      (count, sum, squares) = (count + 1, sum + error, squares + error * error)
    }
    guard count > 0 else { return .infinity }
    let mean = Double(sum) / Double(count)
    return max(0, Double(squares) / Double(count) - mean * mean).squareRoot() * display.refreshRate.milliseconds
  }

  /// The refresh that is nearest to the deadline of a frame plus an offset in microseconds.
  private func idealRefresh(of frame: Int, offset: Int) -> Int {
    // The floor of p + 1/2, where p = (frame / frameRate + offset) · refreshRate − phase.
    let (frames, refreshes) = (display.frameRate, display.refreshRate)
    let unit = frames.numerator * refreshes.denominator * 2_000_000
    let time = frame * frames.denominator * 1_000_000 + offset * frames.numerator
    let origin = display.phase * frames.numerator * refreshes.denominator * 2000
    let position = time * refreshes.numerator * 2 - origin + unit / 2
    return position >= 0 ? position / unit : -((unit - 1 - position) / unit)
  }

  /// How often each distance of consecutive refreshes occurs.
  private static func steps(_ refreshes: [Int]) -> [Int: Int] {
    zip(refreshes.dropFirst(), refreshes).reduce(into: [:]) { $0[$1.0 - $1.1, default: 0] += 1 }
  }
}
