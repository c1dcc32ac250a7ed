import CoreMedia

/// Coalesces the seeks of a moving target.
///
/// ```
///            aim                        completed, target moved
///   idle ───────────► seeking ◄──────────────────────────────┐
///     ▲                 │  │ aim: only stores the target     │
///     └── completed ────┘  └─────────────────────────────────┘
/// ```
/// One seek runs at a time, and the next goes to the target as of its completion: a seek for every position that a drag
/// passes would restart each one before it shows anything. Only slow scrubbing through a paused file seeks at once:
/// such seeks replace each other, and the frames that are decoded in between are shown.
struct SeekCoalescer {
  /// How close the result must be to the target.
  enum Precision: Equatable {
    /// The quickest result near the target.
    case near
    /// The quickest result near the target first, then the exact frame if the target has not moved.
    case nearFirst
    /// The exact frame.
    case exact
    /// The exact frame, replaced at once by a newer target.
    case exactMeanwhile
  }

  /// A seek that the caller must start.
  struct Request: Equatable {
    var time: CMTime
    /// The precision that the user's movement requires.
    var precision: Precision
    /// Distinguishes requests with the same target.
    var number = 0

    /// Whether the seek must show the frame that covers the target.
    var isExact: Bool { precision == .exact || precision == .exactMeanwhile }

    /// Ignores `number`: two requests with the same target and precision are interchangeable.
    static func == (a: Request, b: Request) -> Bool { a.time == b.time && a.precision == b.precision }
  }

  /// The request that was started and has not completed; nil while idle.
  private var inFlight: Request?
  /// The latest target while a request is in flight; nil if it has not moved.
  private var pending: Request?
  /// The number of requests so far.
  private var count = 0

  /// The latest target; nil if no seek is in progress.
  var target: CMTime? { (pending ?? inFlight)?.time }

  /// Sets the target. The caller must start the returned request.
  mutating func aim(at time: CMTime, _ precision: Precision) -> Request? {
    let request = Request(time: time, precision: precision)
    guard let inFlight, inFlight.precision != .exactMeanwhile, precision != .exactMeanwhile else {
      return begin(request)
    }
    pending = request
    return nil
  }

  /// A seek completed or was interrupted. The caller must start the returned request.
  mutating func completed(_ request: Request) -> Request? {
    // A newer request has replaced it.
    guard let inFlight, inFlight.number == request.number else { return nil }
    if let pending, pending != inFlight { return begin(pending) }
    if inFlight.precision == .nearFirst { return begin(Request(time: inFlight.time, precision: .exactMeanwhile)) }
    reset()
    return nil
  }

  /// Makes a request the one in flight and gives it its number.
  private mutating func begin(_ request: Request) -> Request {
    count += 1
    var request = request
    request.number = count
    inFlight = request
    pending = nil
    return request
  }

  /// Discards the seek in progress, for a new item.
  mutating func reset() {
    inFlight = nil
    pending = nil
  }
}
