/// Makes of pictures that were not shown in time one event for each run of them. Pure.
struct DropWatch {
  private var known = 0
  private var run = 0
  private var began = HostTime.zero
  private var latest = HostTime.zero

  /// A run is over when nothing was lost for a second; one that goes on is told every ten seconds.
  static let pause = HostDuration.seconds(1)
  static let longest = HostDuration.seconds(10)

  /// When to look again; nil while nothing is lost.
  var nextLook: HostTime? { run > 0 ? min(latest + Self.pause, began + Self.longest) : nil }

  /// `total`: how many were lost so far. Returns how many a run had that is to be told.
  mutating func look(_ total: Int, at now: HostTime) -> Int? {
    if total > known {
      if run == 0 { began = now }
      run += total - known
      latest = now
    }
    known = total
    guard let look = nextLook, look <= now else { return nil }
    defer { run = 0 }
    return run
  }

  /// What is still to be told when nothing more comes.
  mutating func finish(_ total: Int, at now: HostTime) -> Int? {
    _ = look(total, at: now)
    defer { self = DropWatch() }
    return run > 0 ? run : nil
  }
}
