import Glibc

/// The network's own time: seconds on the machine's monotonic clock. It drives time-outs and back-off, never media
/// time.
package enum NetworkTime {
  package static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
