/// Groups frames that were not shown in time into one event for each run of them. Pure.
struct FrameDropMonitor {
  private var known = 0
  private var run = 0
  private var began = HostTime.zero
  private var latest = HostTime.zero

  /// The pause without drops that ends a run, and the interval of reports of a longer run.
  static let pause = HostDuration.seconds(1)
  static let longest = HostDuration.seconds(10)

  /// The next check; nil while no frame was dropped.
  var nextCheck: HostTime? { run > 0 ? min(latest + Self.pause, began + Self.longest) : nil }

  /// `total`: frames dropped so far. Returns the number of frames of a run that is due to be reported.
  mutating func look(_ total: Int, at now: HostTime) -> Int? {
    if total > known {
      if run == 0 { began = now }
      run += total - known
      latest = now
    }
    known = total
    guard let look = nextCheck, look <= now else { return nil }
    defer { run = 0 }
    return run
  }

  /// Ends the run. Returns its number of frames, if any.
  mutating func finish(_ total: Int, at now: HostTime) -> Int? {
    _ = look(total, at: now)
    defer { self = FrameDropMonitor() }
    return run > 0 ? run : nil
  }
}
