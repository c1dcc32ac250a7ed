import Glibc

/// The network's clock: seconds of the machine's monotonic clock. It drives timeouts and back-off, never media time.
package enum NetworkTime {
  package static var now: Double {
    /// The current time in seconds.
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
