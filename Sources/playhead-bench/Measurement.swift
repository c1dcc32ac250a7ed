import Foundation
import PlayheadBasics

/// The system measurements of a run: wall time, CPU time, memory.
enum Measurement {
  static var milliseconds: Double { Double(nanoseconds(CLOCK_MONOTONIC)) / 1e6 }

  private static func nanoseconds(_ clock: clockid_t) -> Int {
    var now = timespec()
    clock_gettime(clock, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
  }

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
  var mode: String
  var times: [Double] = []
  var exact = 0
  var cpu = 0.0

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

  private func number(_ value: Double) -> String { String(format: "%.2f", value) }
}

/// The seek targets, the same for every player: frame numbers, evenly distributed over the file by a generator with a
/// fixed seed.
struct SeekTargets {
  private var state: UInt64 = 88_172_645_463_325_252
  private let last: Int

  init(seconds: Double, rate: Double) { last = Int(saturating: seconds * rate) - 15 }

  mutating func next() -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return 5 + Int(UInt32(truncatingIfNeeded: state >> 16)) % max(1, last - 5)
  }
}
