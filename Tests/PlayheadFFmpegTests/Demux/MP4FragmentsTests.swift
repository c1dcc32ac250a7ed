import CoreMedia
import Foundation
import Testing

@testable import PlayheadFFmpeg

/// The durations of fragmented MP4 files composed box by box: one track of 1000 ticks a second, whose samples last for
/// ten ticks unless a fragment specifies otherwise.
@Suite struct MP4FragmentsTests {
  private func movie(runs: [[UInt8]]) -> Data {
    let header = Bytes.box(
      "tkhd", [0, 0, 0, 3], Bytes.big(0, 8), Bytes.big(1, 4), Bytes.big(0, 4), Bytes.big(0, 4), Bytes.big(0, 60))
    let mediaHeader = Bytes.full(
      "mdhd", Bytes.big(0, 8), Bytes.big(1000, 4), Bytes.big(0, 4), Bytes.big(0, 4))
    let track = Bytes.box("trak", header, Bytes.box("mdia", mediaHeader))
    // Track, description, duration, size, flags (ISO/IEC 14496-12 §8.8.3).
    let defaults = Bytes.full(
      "trex", Bytes.big(1, 4), Bytes.big(1, 4), Bytes.big(10, 4), Bytes.big(0, 4), Bytes.big(0, 4))
    let fragment = Bytes.box("traf", Bytes.full("tfhd", Bytes.big(1, 4)), runs.flatMap { $0 })
    return Data(
      Bytes.box("ftyp", Array("isom".utf8), Bytes.big(0, 4))
        + Bytes.box("moov", track, Bytes.box("mvex", defaults)) + Bytes.box("moof", fragment))
  }

  private func end(_ runs: [UInt8]...) -> CMTime? { MP4Fragments(MemorySource(movie(runs: runs))).end }

  /// §8.8.8: flags, the number of samples, and the fields of each sample.
  private func run(flags: Int, count: Int, _ samples: [Int] = []) -> [UInt8] {
    Bytes.box("trun", Bytes.big(flags, 4), Bytes.big(count, 4), samples.flatMap { Bytes.big($0, 4) })
  }

  @Test func samplesWithoutDurationUseTrackDefault() {
    #expect(end(run(flags: 0, count: 250)) == CMTime(value: 2500, timescale: 1000))
    #expect(end(run(flags: 0, count: 3), run(flags: 0x100, count: 2, [40, 60])) == CMTime(value: 130, timescale: 1000))
  }

  /// A run of 20 bytes that declares four billion samples; a file has space for many of them.
  @Test func hugeSampleCountCostsNoTime() {
    let runs = [[UInt8]](repeating: run(flags: 0, count: Int(UInt32.max)), count: 1000)
    let expected = CMTime(value: 1000 * 10 * Int64(UInt32.max), timescale: 1000)
    #expect(MP4Fragments(MemorySource(movie(runs: runs))).end == expected)
  }
}
