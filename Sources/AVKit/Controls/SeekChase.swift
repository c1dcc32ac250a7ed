import CoreMedia

/// Follows a moving target with seeks: one at a time, and the next always to where the target is by then.
///
/// ```
///            aim                        landed, target moved
///   idle ───────────► seeking ◄──────────────────────────────┐
///     ▲                 │  │ aim: only remembers the target  │
///     └── landed there ─┘  └─────────────────────────────────┘
/// ```
/// Asking for every place a finger passes would restart each seek before it shows anything.
struct SeekChase {
  struct Request: Equatable {
    var time: CMTime
    var isExact: Bool
  }

  private var inFlight: Request?
  private var wanted: Request?

  /// Where the user is going; nil when nothing is under way.
  var target: CMTime? { (wanted ?? inFlight)?.time }

  /// The user wants to be at `time`. What is returned has to be started.
  mutating func aim(at time: CMTime, isExact: Bool) -> Request? {
    let request = Request(time: time, isExact: isExact)
    guard inFlight == nil else {
      wanted = request
      return nil
    }
    inFlight = request
    return request
  }

  /// The seek under way ended, whether it got there or not. What is returned has to be started.
  mutating func landed() -> Request? {
    let next = wanted == inFlight ? nil : wanted
    inFlight = next
    wanted = nil
    return next
  }

  /// Another item: what is under way is no longer of interest.
  mutating func reset() {
    inFlight = nil
    wanted = nil
  }
}
