import CoreMedia
import Foundation
import PlayheadMedia
import TestSupport
import Testing

import PlayheadNetworking
@testable import PlayheadFFmpeg

@Suite struct DemuxerTests {
  private static func open(_ name: String) throws -> Demuxer {
    try Demuxer(source: FileByteSource(path: Fixtures.url(name).path))
  }

  private static func packets(_ demuxer: inout Demuxer) throws -> [Packet] {
    var all: [Packet] = []
    while let packet = try demuxer.readPacket() { all.append(packet) }
    return all
  }

  /// ffprobe: in the first fragment thirty video frames precede the audio, which begins at byte 43,360. Data from a
  /// network has not arrived yet.
  @Test func findsFirstTimesWithoutReadingLateAudio() throws {
    let start = try Data(contentsOf: Fixtures.url("fragmented.mp4")).prefix(43_000)
    var demuxer = try Demuxer(
      source: MemorySource(Data(start), failsAt: 43_000, isSeekable: false), part: PartOptions(formatName: "mp4"))
    let times = try demuxer.firstTimes(ofStreams: [0, 1])
    #expect(times[0].map { abs($0.seconds - 0.066667) < 1e-5 } == true)
    #expect(times[1] == .zero)
  }

  @Test func rejectsNonMedia() throws {
    #expect(throws: DemuxError.empty) { _ = try Self.open("empty.mp4") }
    for name in ["text.mp4", "truncated-no-moov.mp4"] {
      do {
        _ = try Self.open(name)
        Issue.record("\(name) was opened")
      } catch let error as DemuxError {
        guard case .format(let cause) = error else {
          Issue.record("\(name): \(error)")
          continue
        }
        #expect(cause.operation == .open && cause.isInvalidData)
        #expect(cause.description == "could not open the container: Invalid data found when processing input")
      }
    }
  }

  /// The disk fails in the middle: the reason is the system's, not "invalid data".
  @Test func reportsReasonOfFailedRead() throws {
    let data = try Data(contentsOf: Fixtures.url("h264-bframes.mp4"))
    let source = MemorySource(data, failsAt: Int64(data.count / 2))
    var demuxer = try Demuxer(source: source)
    #expect(throws: DemuxError.source(MemorySource.failure)) { _ = try Self.packets(&demuxer) }
    #expect(throws: DemuxError.source(MemorySource.failure)) {
      _ = try Demuxer(source: MemorySource(data, failsAt: 100))
    }
  }

  @Test func cancelledSourceStopsAndResumes() throws {
    let data = try Data(contentsOf: Fixtures.url("h264-bframes.mp4"))
    let source = MemorySource(data)
    var demuxer = try Demuxer(source: source)
    source.cancel()
    do {
      _ = try Self.packets(&demuxer)
      Issue.record("nothing was cancelled")
    } catch let error as DemuxError {
      #expect(error.isCancelled)
    }
    source.resume()
    try demuxer.seek(to: .zero, stream: 0)
    #expect(try Self.packets(&demuxer).filter { $0.streamIndex == 0 }.count == 300)
  }

  /// A source may return any smaller amount at a time.
  @Test func smallReadsReturnSamePackets() throws {
    let data = try Data(contentsOf: Fixtures.url("mpeg2.ts"))
    var whole = try Demuxer(source: MemorySource(data))
    var smallReads = try Demuxer(source: MemorySource(data, most: 333))
    let expected = try Self.packets(&whole)
    let actual = try Self.packets(&smallReads)
    #expect(expected.count > 300)
    #expect(actual.map(\.presentationTime) == expected.map(\.presentationTime))
    #expect(actual.map(\.byteCount) == expected.map(\.byteCount))
  }

  /// Times begin at zero whatever the container's clock starts at. Numbers from the recipes: 300 frames of 1/30 s.
  @Test(arguments: ["h264-bframes.mp4", "start-offset.ts", "ts-wrap.ts", "vp9.webm", "hevc.mp4", "mpeg2.ts"])
  func timesStartAtZero(name: String) throws {
    var demuxer = try Self.open(name)
    let track = try #require(demuxer.info.preferredTrack(.video))
    let times = try Self.packets(&demuxer).filter { $0.streamIndex == track.index }.map(\.presentationTime.seconds)
      .sorted()
    #expect(times.count == 300)
    for (index, time) in times.enumerated() { #expect(abs(time - times[0] - Double(index) / 30) < 0.002) }
    // Audio in a transport stream begins before the video by its codec's delay.
    #expect(times[0] >= 0 && times[0] < 0.1)
    #expect(abs(demuxer.info.duration.seconds - 10) < 0.15)
  }

  @Test(arguments: ["h264-bframes.mp4", "h264-long-gop.mp4", "vp9.webm", "av1.mp4", "vfr.mkv"])
  func seekFindsSyncSampleNotAfterTarget(name: String) throws {
    var demuxer = try Self.open(name)
    let track = try #require(demuxer.info.preferredTrack(.video))
    let keys = try Self.packets(&demuxer).filter { $0.streamIndex == track.index && $0.isKey }.map(\.presentationTime)
    for target in stride(from: 0.0, through: 9.9, by: 0.37) {
      let time = CMTime(seconds: target, preferredTimescale: 600)
      try demuxer.seek(to: time, stream: track.index)
      var first: Packet?
      while let packet = try demuxer.readPacket() {
        guard packet.streamIndex == track.index else { continue }
        first = packet
        break
      }
      let expected = keys.last { $0 <= time } ?? keys[0]
      #expect(first?.isKey == true && first?.presentationTime == expected, "\(name) at \(target)")
    }
  }

  @Test func readsOnlyActiveStreams() throws {
    var demuxer = try Self.open("demo.mp4")
    let audio = try #require(demuxer.info.preferredTrack(.audio))
    demuxer.setActiveStreams([audio.index])
    let packets = try Self.packets(&demuxer)
    #expect(packets.count > 900)
    // Cover art is not part of the reading: libavformat returns it first.
    let covers = demuxer.info.tracks.filter(\.isAttachedPicture).map(\.index)
    #expect(Set(packets.map(\.streamIndex)).subtracting(covers) == [audio.index])
  }

  @Test func describesDemo() throws {
    let info = try Self.open("demo.mp4").info
    #expect(info.tracks.filter { $0.kind == .audio }.count == 2)
    #expect(info.tracks.filter { $0.kind == .text }.count == 2)
    #expect(info.chapters.count == 4)
    #expect(info.chapters.first?.timeRange.start == .zero)
    #expect(info.metadata["title"] == "A Day over the Hills")
    #expect(abs(info.duration.seconds - 20) < 0.03)
    let video = try #require(info.preferredTrack(.video)?.video)
    #expect(video.width == 1280 && video.height == 720 && video.frameRate == 30)
    #expect(Set(info.tracks.map(\.trackID)).count == info.tracks.count)
    #expect(info.isSeekable && info.hasIndex)
  }

  /// The header of a fragmented file has no duration: the fragments have. 300 frames from 0.0667 s on.
  @Test func fragmentedDurationComesFromFragments() throws {
    let info = try Self.open("fragmented.mp4").info
    #expect(abs(info.duration.seconds - 10.066667) < 0.000_001)
    #expect(!info.hasIndex)
  }

  @Test func describesRotationAndPixelAspect() throws {
    let turned = try #require(try Self.open("rotated.mp4").info.preferredTrack(.video)?.video)
    #expect(turned.transform == DisplayTransform(rotation: 90, isMirrored: false))
    let anamorphic = try #require(try Self.open("anamorphic.mp4").info.preferredTrack(.video)?.video)
    #expect(anamorphic.pixelAspect == PixelAspect(horizontal: 4, vertical: 3))
  }
}
