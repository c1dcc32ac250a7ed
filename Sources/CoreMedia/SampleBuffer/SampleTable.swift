import Foundation

/// The times and the places of the samples of a buffer: an entry for each, or a single one for all.
struct SampleTable: Sendable {
  /// The number of samples.
  let count: Int
  /// The timings; empty where unknown. A single one is that of the first sample; the others follow it without gaps.
  var timings: [CMSampleTimingInfo]
  /// The sizes in bytes; empty where unknown. A single one is that of every sample.
  let sizes: [Int]
  /// The places of audio packets whose sizes vary; empty otherwise.
  var packets: [AudioStreamPacketDescription] = []

  /// Checks the numbers of entries.
  ///
  /// Throws `invalidEntryCount`, and `sampleTimingInfoInvalid` for several samples whose only timing has no duration.
  init(count: Int, timings: [CMSampleTimingInfo], sizes: [Int]) throws {
    guard count >= 0, [0, 1, count].contains(timings.count), [0, 1, count].contains(sizes.count) else {
      throw CMSampleBuffer.Error.invalidEntryCount
    }
    guard sizes.allSatisfy({ $0 >= 0 }) else { throw CMSampleBuffer.Error.invalidSampleData }
    self.count = count
    self.timings = timings
    self.sizes = sizes
  }

  /// The timing of a sample.
  func timing(at index: Int) throws -> CMSampleTimingInfo {
    guard (0..<count).contains(index) else { throw CMSampleBuffer.Error.sampleIndexOutOfRange }
    guard let first = timings.first else { throw CMSampleBuffer.Error.bufferHasNoSampleTimingInfo }
    if timings.count > 1 { return timings[index] }
    guard index > 0 else { return first }
    guard first.duration.isNumeric else { throw CMSampleBuffer.Error.sampleTimingInfoInvalid }
    let shift = Self.product(first.duration, index)
    return CMSampleTimingInfo(
      duration: first.duration, presentationTimeStamp: first.presentationTimeStamp + shift,
      decodeTimeStamp: first.decodeTimeStamp.isNumeric ? first.decodeTimeStamp + shift : .invalid)
  }

  /// The size of a sample; 0 where it is unknown.
  func size(at index: Int) -> Int {
    guard (0..<count).contains(index) else { return 0 }
    return sizes.count > 1 ? sizes[index] : sizes.first ?? 0
  }

  /// The size of all samples; saturates.
  var totalSize: Int {
    if sizes.count == count { return sizes.reduce(0) { Self.sum($0, $1) } }
    let (product, overflow) = (sizes.first ?? 0).multipliedReportingOverflow(by: count)
    return overflow ? .max : product
  }

  /// The place of samples in the data.
  ///
  /// Throws `sampleIndexOutOfRange` and `cannotSubdivide`.
  func bytes(of range: Range<Int>) throws -> Range<Int> {
    guard range.lowerBound >= 0, range.upperBound <= count else { throw CMSampleBuffer.Error.sampleIndexOutOfRange }
    guard !range.isEmpty else { return 0..<0 }
    if packets.count == count, let last = packets[range].last {
      let start = Int(clamping: max(0, packets[range.lowerBound].mStartOffset))
      let end = Self.sum(Int(clamping: last.mStartOffset), Int(last.mDataByteSize))
      return start..<max(start, end)
    }
    guard let first = sizes.first else { throw CMSampleBuffer.Error.cannotSubdivide }
    if sizes.count > 1 || count == 1 {
      let start = sizes[..<range.lowerBound].reduce(0) { Self.sum($0, $1) }
      return start..<sizes[range].reduce(start) { Self.sum($0, $1) }
    }
    let (start, startOverflow) = first.multipliedReportingOverflow(by: range.lowerBound)
    let (end, endOverflow) = first.multipliedReportingOverflow(by: range.upperBound)
    guard !startOverflow, !endOverflow else { throw CMSampleBuffer.Error.invalidSampleData }
    return start..<end
  }

  /// The earliest presentation time; invalid without timings.
  var start: CMTime { timings.map(\.presentationTimeStamp).filter(\.isNumeric).min() ?? first(\.presentationTimeStamp) }

  /// The earliest decode time; invalid without timings.
  var decodeStart: CMTime { timings.map(\.decodeTimeStamp).filter(\.isNumeric).min() ?? first(\.decodeTimeStamp) }

  private func first(_ time: KeyPath<CMSampleTimingInfo, CMTime>) -> CMTime {
    timings.first.map { $0[keyPath: time] } ?? .invalid
  }

  /// The sum of all durations; invalid without timings.
  var duration: CMTime {
    guard let first = timings.first, count > 0 else { return .invalid }
    if timings.count == count { return timings.dropFirst().reduce(first.duration) { $0 + $1.duration } }
    return Self.product(first.duration, count)
  }

  /// Some of the samples.
  func part(_ range: Range<Int>) throws -> SampleTable {
    guard let first = range.first else { throw CMSampleBuffer.Error.sampleIndexOutOfRange }
    let timings =
      timings.isEmpty
      ? [] : timings.count == count && count > 1 ? Array(timings[range]) : [try timing(at: first)]
    var part = try SampleTable(
      count: range.count, timings: timings, sizes: sizes.count > 1 ? Array(sizes[range]) : sizes)
    if let start = packets.isEmpty ? nil : packets[first].mStartOffset {
      part.packets = packets[range].map {
        var packet = $0
        packet.mStartOffset = $0.mStartOffset.subtractingReportingOverflow(start).partialValue
        return packet
      }
    }
    return part
  }

  private static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }

  /// A duration of several samples; exact unless it overflows.
  private static func product(_ duration: CMTime, _ count: Int) -> CMTime {
    guard duration.isNumeric else { return duration }
    let (value, overflow) = duration.value.multipliedReportingOverflow(by: CMTimeValue(count))
    guard !overflow else { return CMTimeMultiplyByFloat64(duration, multiplier: Double(count)) }
    return CMTime(value: value, timescale: duration.timescale)
  }
}
