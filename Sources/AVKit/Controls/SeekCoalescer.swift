import CoreMedia

/// Follows a moving target with seeks.
///
/// ```
///            aim                        landed, target moved
///   idle ───────────► seeking ◄──────────────────────────────┐
///     ▲                 │  │ aim: only remembers the target  │
///     └── landed there ─┘  └─────────────────────────────────┘
/// ```
/// One at a time, and the next always to where the target is by then: asking for every place that a finger passes would restart each
/// seek before it shows anything. Only a hand that moves slowly over a film that stands is followed at once: such seeks take each other over,
/// and the pictures on the way are shown.
struct SeekCoalescer {
  /// How near it has to come.
  enum Precision: Equatable {
    /// Whatever is quickest near it.
    case near
    /// The same, and if the target is still there then, its own picture.
    case nearFirst
    /// Its own picture.
    case exact
    /// Its own picture, until there is another target.
    case exactMeanwhile
  }

  struct Request: Equatable {
    var time: CMTime
    var precision: Precision
    /// Tells those apart that go to the same place.
    var number = 0

    var isExact: Bool { precision == .exact || precision == .exactMeanwhile }

    static func == (a: Request, b: Request) -> Bool { a.time == b.time && a.precision == b.precision }
  }

  private var inFlight: Request?
  private var wanted: Request?
  private var count = 0

  /// Where the user is going; nil when nothing is under way.
  var target: CMTime? { (wanted ?? inFlight)?.time }

  /// The user wants to be at `time`. What is returned has to be started.
  mutating func aim(at time: CMTime, _ precision: Precision) -> Request? {
    let request = Request(time: time, precision: precision)
    guard let inFlight, inFlight.precision != .exactMeanwhile, precision != .exactMeanwhile else {
      return begin(request)
    }
    wanted = request
    return nil
  }

  /// A seek ended, whether it got there or not. What is returned has to be started.
  mutating func landed(_ request: Request) -> Request? {
    // Another has taken its place.
    guard let inFlight, inFlight.number == request.number else { return nil }
    if let wanted, wanted != inFlight { return begin(wanted) }
    if inFlight.precision == .nearFirst { return begin(Request(time: inFlight.time, precision: .exactMeanwhile)) }
    reset()
    return nil
  }

  private mutating func begin(_ request: Request) -> Request {
    count += 1
    var request = request
    request.number = count
    inFlight = request
    wanted = nil
    return request
  }

  /// Another item: what is under way is no longer of interest.
  mutating func reset() {
    inFlight = nil
    wanted = nil
  }
}
