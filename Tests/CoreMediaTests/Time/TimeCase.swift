import CoreMedia

/// One line that `time_cases.py` prints: an operation, its arguments and the expected result.
struct TimeCase {
  let line: Substring
  let operation: Substring
  private let arguments: [Substring]
  private let result: Substring

  init?(line: Substring) {
    let sides = line.split(separator: " = ")
    guard sides.count == 2, let name = sides[0].split(separator: " ").first else { return nil }
    self.line = line
    operation = name
    arguments = Array(sides[0].split(separator: " ").dropFirst())
    result = sides[1]
  }

  /// Whether the operation returns the expected result; nil for an unknown operation or notation.
  func holds() -> Bool? {
    switch operation {
    case "add": matches(time(0).flatMap { left in time(1).map { left + $0 } })
    case "subtract": matches(time(0).flatMap { left in time(1).map { left - $0 } })
    case "multiply": matches(time(0).flatMap { time in int(1).map { CMTimeMultiply(time, multiplier: $0) } })
    case "float": matches(time(0).flatMap { time in double(1).map { CMTimeMultiplyByFloat64(time, multiplier: $0) } })
    case "ratio": matches(ratio())
    case "compare": comparison()
    case "scale": matches(converted())
    case "seconds": matches(double(0).flatMap { s in int(1).map { CMTime(seconds: s, preferredTimescale: $0) } })
    case "end": matches(range(0)?.end)
    case "fromTo": matches(time(0).flatMap { start in time(1).map { CMTimeRange(start: start, end: $0) } })
    case "union": matches(range(0).flatMap { left in range(1).map { left.union($0) } })
    case "intersection": matches(range(0).flatMap { left in range(1).map { left.intersection($0) } })
    case "containsTime": matches(range(0).flatMap { range in time(1).map { range.containsTime($0) } })
    case "containsRange": matches(range(0).flatMap { left in range(1).map { left.containsTimeRange($0) } })
    case "clamp": matches(time(0).flatMap { time in range(1).map { CMTimeClampToRange(time, range: $0) } })
    case "fold": matches(time(0).flatMap { time in range(1).map { CMTimeFoldIntoRange(time, foldRange: $0) } })
    case "mapTime": matches(mapped(CMTimeMapTimeFromRangeToRange))
    case "mapDuration": matches(mapped(CMTimeMapDurationFromRangeToRange))
    default: nil
    }
  }

  private func ratio() -> CMTime? {
    guard let time = time(0), let multiplier = int(1), let divisor = int(2) else { return nil }
    return CMTimeMultiplyByRatio(time, multiplier: multiplier, divisor: divisor)
  }

  private func converted() -> CMTime? {
    guard let time = time(0), let scale = int(1), let raw = int(2),
      let method = CMTimeRoundingMethod(rawValue: UInt32(raw))
    else { return nil }
    return time.convertScale(scale, method: method)
  }

  private func mapped(_ map: (CMTime, CMTimeRange, CMTimeRange) -> CMTime) -> CMTime? {
    guard let time = time(0), let from = range(1), let to = range(2) else { return nil }
    return map(time, from, to)
  }

  /// The order in both directions, the operators, minimum and maximum, and hashes of equal times.
  private func comparison() -> Bool? {
    guard let left = time(0), let right = time(1), let order = Int32(result) else { return nil }
    return CMTimeCompare(left, right) == order && CMTimeCompare(right, left) == -order
      && (left < right) == (order < 0) && (left <= right) == (order <= 0) && (left == right) == (order == 0)
      && (left > right) == (order > 0) && (left >= right) == (order >= 0) && (left != right) == (order != 0)
      && CMTimeMinimum(left, right) == (order < 0 ? left : right)
      && CMTimeMaximum(left, right) == (order > 0 ? left : right)
      && (order != 0 || left.hashValue == right.hashValue)
  }

  // MARK: Results

  private func matches(_ actual: CMTime?) -> Bool? {
    guard let actual, let expected = TimeCase.parseTime(result) else { return nil }
    return TimeCase.isSame(actual, expected)
  }

  private func matches(_ actual: CMTimeRange?) -> Bool? {
    guard let actual, let expected = TimeCase.parseRange(result) else { return nil }
    return TimeCase.isSame(actual.start, expected.start) && TimeCase.isSame(actual.duration, expected.duration)
  }

  private func matches(_ actual: Bool?) -> Bool? {
    actual.map { $0 == (result == "1") }
  }

  /// Numeric times must be equal in every field, others in their kind.
  private static func isSame(_ actual: CMTime, _ expected: CMTime) -> Bool {
    guard expected.isNumeric else { return !actual.isNumeric && actual == expected }
    return actual.value == expected.value && actual.timescale == expected.timescale && actual.flags == expected.flags
      && actual.epoch == expected.epoch
  }

  // MARK: Notation

  private func time(_ index: Int) -> CMTime? { TimeCase.parseTime(arguments[index]) }
  private func range(_ index: Int) -> CMTimeRange? { TimeCase.parseRange(arguments[index]) }
  private func int(_ index: Int) -> Int32? { Int32(arguments[index]) }

  private func double(_ index: Int) -> Double? {
    UInt64(arguments[index].dropFirst(2), radix: 16).map(Double.init(bitPattern:))
  }

  private static func parseTime(_ text: Substring) -> CMTime? {
    let fields = text.split(separator: "/")
    guard fields.count == 4, let value = Int64(fields[0]), let timescale = Int32(fields[1]),
      let flags = UInt32(fields[2]), let epoch = Int64(fields[3])
    else { return nil }
    return CMTime(value: value, timescale: timescale, flags: CMTimeFlags(rawValue: flags), epoch: epoch)
  }

  private static func parseRange(_ text: Substring) -> CMTimeRange? {
    let times = text.split(separator: ";").compactMap(parseTime)
    return times.count == 2 ? CMTimeRange(start: times[0], duration: times[1]) : nil
  }
}
