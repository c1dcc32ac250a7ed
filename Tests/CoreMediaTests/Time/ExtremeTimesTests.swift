import CoreMedia
import Testing

/// Times that no media has but any program can make: nothing may trap, and the order must be total.
@Suite struct ExtremeTimesTests {
  static let times: [CMTime] = {
    let values: [Int64] = [.min, .min + 1, -600, -1, 0, 1, 2, 600, .max - 1, .max]
    let scales: [Int32] = [.min, -600, -1, 0, 1, 2, 600, .max]
    let numbers = values.flatMap { value in scales.map { CMTime(value: value, timescale: $0) } }
    let flagged = [0, 2, 5, 9, 13, 17, 29, 31, UInt32.max].map {
      CMTime(value: .min, timescale: 0, flags: CMTimeFlags(rawValue: $0), epoch: .max)
    }
    let epochs = [Int64.min, .max].map { CMTime(value: .min, timescale: 3, flags: .valid, epoch: $0) }
    return numbers + flagged + epochs
  }()

  @Test func orderIsTotal() {
    let times = Self.times
    let sorted = times.sorted()
    for (index, left) in sorted.enumerated() {
      for right in sorted[index...] {
        #expect(left <= right, "\(left) \(right)")
        #expect(CMTimeCompare(left, right) == -CMTimeCompare(right, left), "\(left) \(right)")
        if left == right { #expect(left.hashValue == right.hashValue, "\(left) \(right)") }
      }
    }
  }

  @Test func pairsGiveConsistentResults() {
    for left in Self.times {
      for right in Self.times {
        #expect((left + right) == (right + left), "\(left) \(right)")
        let range = CMTimeRange(start: left, duration: right)
        let other = CMTimeRange(start: right, end: left)
        // The end is never in the range, whatever its fields are.
        #expect(!range.containsTime(range.end), "\(range)")
        let (both, common) = (range.union(other), range.intersection(other))
        #expect(common == other.intersection(range), "\(range) \(other)")
        #expect(both == other.union(range) || range.isEmpty || other.isEmpty || !range.isValid || !other.isValid)
        let results = [
          CMTimeMapTimeFromRangeToRange(left, fromRange: range, toRange: other),
          CMTimeMapDurationFromRangeToRange(right, fromRange: other, toRange: range),
          CMTimeFoldIntoRange(left, foldRange: range), CMTimeFoldIntoRange(right, foldRange: other),
        ]
        for result in results where result.isNumeric {
          #expect(result.timescale > 0 || result == left || result == right)
        }
      }
    }
  }

  @Test func extremeFactorsGiveValidTimes() {
    let integers: [Int32] = [.min, -1, 0, 1, 3, .max]
    let doubles: [Double] = [
      .nan, .infinity, -.infinity, .greatestFiniteMagnitude, .leastNonzeroMagnitude, -.leastNormalMagnitude, 0, -0.0,
      1e-20,
    ]
    for time in Self.times {
      for factor in integers {
        let product = CMTimeMultiply(time, multiplier: factor)
        #expect(product.timescale > 0 || !product.isNumeric)
        for divisor in integers {
          let ratio = CMTimeMultiplyByRatio(time, multiplier: factor, divisor: divisor)
          #expect(ratio.timescale > 0 || !ratio.isNumeric)
        }
        for method in UInt32(1)...6 {
          guard let method = CMTimeRoundingMethod(rawValue: method) else { continue }
          let converted = time.convertScale(factor, method: method)
          #expect(!converted.isNumeric || converted.timescale == factor)
        }
      }
      for factor in doubles {
        let product = CMTimeMultiplyByFloat64(time, multiplier: factor)
        #expect(product.timescale > 0 || !product.isNumeric)
      }
      let magnitude = CMTimeAbsoluteValue(time)
      #expect(!magnitude.isNumeric || time.timescale == 0 || magnitude >= .zero || magnitude.epoch != 0)
    }
  }
}
