import CoreMedia
import Foundation
import Testing

@Suite struct CMTimeTextTests {
  @Test func descriptions() {
    #expect(CMTimeCopyDescription(allocator: nil, time: CMTime(value: 3000, timescale: 600)) == "{3000/600 = 5.000}")
    let rounded = CMTime(seconds: 2.87, preferredTimescale: 1)
    #expect(CMTimeCopyDescription(allocator: kCFAllocatorDefault, time: rounded) as String? == "{2/1 = 2.000, rounded}")
    #expect(CMTimeCopyDescription(allocator: nil, time: .invalid) == "{INVALID}")
    #expect(CMTimeCopyDescription(allocator: nil, time: .indefinite) == "{INDEFINITE}")
    #expect(CMTimeCopyDescription(allocator: nil, time: .positiveInfinity) == "{+INFINITY}")
    #expect(CMTimeCopyDescription(allocator: nil, time: .negativeInfinity) == "{-INFINITY}")
    let range = CMTimeRange(start: .zero, duration: CMTime(value: 3000, timescale: 600))
    #expect(CMTimeRangeCopyDescription(allocator: nil, range: range) == "{{0/1 = 0.000}, {3000/600 = 5.000}}")
  }

  @Test(arguments: [
    CMTime(value: -7, timescale: 90000, flags: [.valid, .hasBeenRounded], epoch: 3), .indefinite, .invalid,
    .negativeInfinity, CMTime(value: .min, timescale: .max),
  ])
  func roundTripsThroughDictionary(time: CMTime) throws {
    let fields = try #require(CMTimeCopyAsDictionary(time, allocator: nil))
    #expect(Set(fields.keys) == ["value", "timescale", "epoch", "flags"])
    let copy = CMTimeMakeFromDictionary(fields)
    #expect(copy == time && copy.flags == time.flags && copy.value == time.value && copy.epoch == time.epoch)
  }

  @Test func incompleteDictionaryIsInvalid() {
    #expect(!CMTimeMakeFromDictionary(nil).isValid)
    #expect(!CMTimeMakeFromDictionary(["value": 1, "timescale": 1, "epoch": 0]).isValid)
    #expect(!CMTimeMakeFromDictionary(["value": 1, "timescale": Int64.max, "epoch": 0, "flags": 1]).isValid)
    let plain = CMTimeMakeFromDictionary(["value": 3, "timescale": 2, "epoch": 0, "flags": 1])
    #expect(plain.value == 3 && plain.timescale == 2)
    #expect(!CMTimeRangeMakeFromDictionary([:]).isValid)
  }

  @Test func rangeAndMappingRoundTripThroughDictionary() throws {
    let range = CMTimeRange(start: CMTime(value: 1, timescale: 3), duration: CMTime(value: 5, timescale: 7))
    let fields = try #require(CMTimeRangeCopyAsDictionary(range, allocator: nil))
    #expect(CMTimeRangeMakeFromDictionary(fields) == range)
    let mapping = CMTimeMapping(source: .invalid, target: range)
    let mappingFields = try #require(CMTimeMappingCopyAsDictionary(mapping, allocator: nil))
    let copy = CMTimeMappingMakeFromDictionary(mappingFields)
    #expect(copy.target == range && !copy.source.isValid)
  }

  @Test func nsValuesRoundTripInArrays() {
    let times: [NSValue] = [NSValue(time: .zero), NSValue(time: CMTime(value: 1, timescale: 2))]
    #expect(times.map(\.timeValue) == [.zero, CMTime(value: 1, timescale: 2)])
    #expect(NSValue(time: .zero) == NSValue(time: .zero))
    #expect(Set(times + [NSValue(time: .zero)]).count == 2)
    let range = CMTimeRange(start: .zero, duration: .indefinite)
    #expect(NSValue(timeRange: range).timeRangeValue == range)
    #expect(NSValue(timeMapping: CMTimeMapping(source: range, target: range)).timeMappingValue.target == range)
    #expect(!NSValue(timeRange: range).timeValue.isValid)
    #expect((NSArray(array: times).firstObject as? NSValue)?.timeValue == .zero)
    #expect("\(NSValue(time: .zero))" == "{0/1 = 0.000}")
  }

  @Test func castsBetweenTimeAndNSValue() {
    let any: Any = NSValue(time: .indefinite)
    #expect((any as? CMTime)?.isIndefinite == true)
    #expect(any as? CMTimeRange == nil)
    #expect(([NSValue(timeRange: .zero)] as? [CMTimeRange])?.first == .zero)
    #expect((CMTime.zero as NSValue).timeValue == .zero)
  }
}
