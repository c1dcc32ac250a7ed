import CoreMedia
import PlayheadFFmpeg
import TestSupport
import Testing

@testable import PlayheadPipeline

/// Two frames a second; every second one is a keyframe.
@Suite struct ReverseReaderTests {
  private static let packets = (0..<6).map {
    Packet.made(presentation: ticks($0 * 300), decode: ticks($0 * 300), isKey: $0 % 2 == 0)
  }

  /// Seeks end at the last keyframe that is at most `lateness` after the time.
  private static func source(lateness: CMTime = .zero) -> ScriptedSource {
    ScriptedSource(packets) { time in
      packets.lastIndex { $0.isKey && $0.presentationTime <= time + lateness } ?? 0
    }
  }

  private func read(_ reader: inout ReverseReader, _ source: ScriptedSource) throws -> [Int64]? {
    let group = try reader.next(ofTrack: 0, source, isInterrupted: { false })
    return group?.packets.map { $0.presentationTime.value }
  }

  @Test func readsLastGOPFirst() throws {
    var reader = ReverseReader()
    #expect(!reader.isActive)
    reader.begin(at: ticks(1200))
    var groups: [[Int64]] = []
    let source = Self.source()
    while let group = try read(&reader, source) { groups.append(group) }
    // The frame at the target belongs to the first group; the one after it does not.
    #expect(groups == [[600, 900, 1200], [0, 300]])
  }

  @Test func searchesFurtherBackIfSyncSampleIsNotBeforeBound() throws {
    var reader = ReverseReader()
    reader.begin(at: ticks(1199))
    let source = Self.source(lateness: ticks(500))
    // Seeks to 2 s and 1.5 s end at the keyframe at 2 s, the one to 0 s at that at 0 s.
    let group = try read(&reader, source)
    #expect(group == [0, 300, 600, 900])
    #expect(source.seeks.count == 3)
  }

  @Test func interruptedReadReturnsNoGroup() throws {
    var reader = ReverseReader()
    reader.begin(at: ticks(1200))
    let group = try reader.next(ofTrack: 0, Self.source(), isInterrupted: { true })
    #expect(group == nil)
  }

  @Test func dropsPacketsOfOtherTracks() throws {
    let audio = Packet.made(presentation: .zero, decode: .zero, isKey: true, track: 1)
    var reader = ReverseReader()
    reader.begin(at: ticks(300))
    let group = try read(&reader, ScriptedSource([audio, Self.packets[0], audio, Self.packets[1]]))
    #expect(group == [0, 300])
  }
}
