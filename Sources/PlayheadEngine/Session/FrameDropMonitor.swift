import PlayheadClock

/// Groups frames that were not shown in time into one event for each run of them. Pure.
struct FrameDropMonitor {
  /// The total of dropped frames at the last check.
  private var known = 0
  /// The number of frames in the current run; 0 between runs.
  private var run = 0
  /// When the first frame of the current run was found to be dropped. Without meaning between runs.
  private var began = HostTime.zero
  /// When the last frame of the current run was found to be dropped. Without meaning between runs.
  private var latest = HostTime.zero

  /// The pause without drops that ends a run, and the interval of reports of a longer run.
  static let pause = HostDuration.seconds(1)
  /// A run that lasts longer is reported in several events.
  static let longest = HostDuration.seconds(10)

  /// The next check; nil while no frame was dropped.
  var nextCheck: HostTime? { run > 0 ? min(latest + Self.pause, began + Self.longest) : nil }

  /// `total`: frames dropped so far. Returns the number of frames of a run that is due to be reported.
  ///
  /// - Returns: nil while no run is over; the next drop after a report begins a new run.
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

  /// Ends the run. Returns its number of frames, if any. Called when the pipeline that counts the frames is closed. The
  /// next pipeline counts from zero.
  mutating func finish(_ total: Int, at now: HostTime) -> Int? {
    _ = look(total, at: now)
    defer { self = FrameDropMonitor() }
    return run > 0 ? run : nil
  }
}
