import Foundation
import PlayheadBasics

/// The system measurements of a run: wall time, CPU time, memory.
enum Measurement {
  /// The time on the monotonic clock.
  static var milliseconds: Double { Double(nanoseconds(CLOCK_MONOTONIC)) / 1e6 }

  /// The time of a POSIX clock.
  private static func nanoseconds(_ clock: clockid_t) -> Int {
    var now = timespec()
    clock_gettime(clock, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
  }

  /// The CPU time of all threads of this process.
  static var cpuMilliseconds: Double { Double(nanoseconds(CLOCK_PROCESS_CPUTIME_ID)) / 1e6 }

  /// `VmRSS` or `VmHWM` of this process, in KiB.
  static func memory(_ key: String) -> Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return 0 }
    let line = status.split(separator: "\n").first { $0.hasPrefix(key + ":") }
    return line.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }
}

/// The JSON line that the harness reads.
struct Report {
  /// The name of the measurement, with which the harness finds it.
  var mode: String
  /// The duration of each operation in milliseconds.
  var times: [Double] = []
  /// The number of operations that resulted in the exact frame.
  var exact = 0
  /// The CPU time of all operations in milliseconds.
  var cpu = 0.0

  /// The line, with the median, the 95th percentile and the extremes of the durations, and the memory in KiB.
  var text: String {
    let sorted = times.sorted()
    func part(_ share: Double) -> String {
      number(sorted.isEmpty ? 0 : sorted[Int(saturating: share * Double(sorted.count - 1) + 0.5)])
    }
    return "{\"tool\":\"playhead\",\"mode\":\"\(mode)\",\"n\":\(times.count),\"median_ms\":\(part(0.5)),"
      + "\"p95_ms\":\(part(0.95)),\"max_ms\":\(part(1)),\"min_ms\":\(part(0)),\"exact_ok\":\(exact),"
      + "\"cpu_ms_per_op\":\(number(cpu / Double(max(1, times.count)))),\"rss_kb\":\(Measurement.memory("VmRSS")),"
      + "\"hwm_kb\":\(Measurement.memory("VmHWM"))}"
  }

  /// Two decimals, with a point in every locale.
  private func number(_ value: Double) -> String { String(format: "%.2f", value) }
}

/// The seek targets, the same for every player: frame numbers, evenly distributed over the file by a generator with a
/// fixed seed.
struct SeekTargets {
  /// The state of the generator: xorshift with 64 bits.
  private var state: UInt64 = 88_172_645_463_325_252
  /// The bound of the targets: a frame number fifteen frames before the end.
  private let last: Int

  /// Creates the targets for a file.
  ///
  /// - Parameters:
  ///   - seconds: The duration.
  ///   - rate: The frame rate in frames per second.
  init(seconds: Double, rate: Double) { last = Int(saturating: seconds * rate) - 15 }

  /// The frame number of the next target, at least 5.
  mutating func next() -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return 5 + Int(UInt32(truncatingIfNeeded: state >> 16)) % max(1, last - 5)
  }
}
