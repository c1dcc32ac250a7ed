import CoreMedia
import PlayheadMedia
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// Details of files that FFmpeg's muxers wrote.
@Suite struct DetailsTests {
  private static func open(_ name: String) throws -> (info: MediaInfo, details: MediaDetails) {
    let demuxer = try Demuxer(source: FileByteSource(path: Fixtures.url(name).path))
    return (demuxer.info, demuxer.readDetails())
  }

  /// ffprobe -show_entries stream=id: 1, 2, 3, 4, 5, 7; the cover art has none and gets the first free one.
  @Test func usesTrackIdentifiersOfFile() throws {
    let (info, details) = try Self.open("demo.mp4")
    #expect(info.tracks.map(\.trackID) == [1, 2, 3, 4, 5, 7, 8])
    #expect(info.tracks.map(\.isChapterList) == [false, false, false, false, false, true, false])
    #expect((0..<5).allSatisfy { details.tracks[$0]?.references == ["chap": [7]] })
  }

  /// ffmpeg writes the duration of each track as a tag of that track (vfr.mkv: 10 s of video and audio).
  @Test func readsMatroskaTrackTags() throws {
    let (info, details) = try Self.open("vfr.mkv")
    for track in info.tracks {
      let tags = details.tracks[track.index]?.tags ?? []
      #expect(tags.contains { $0.key == "DURATION" && $0.text?.hasPrefix("00:00:") == true })
    }
  }

  /// The listed bytes and those that libavformat attaches to a stream are the same cover art.
  @Test func coverTagHasItsByteRange() throws {
    let demuxer = try Demuxer(source: FileByteSource(path: Fixtures.url("demo.mp4").path))
    let cover = try #require(demuxer.readDetails().tags.first { $0.key == "covr" })
    guard case .stored(let range, .jpeg) = cover.value else { return #expect(Bool(false)) }
    #expect(demuxer.attachedPicture(ofStream: 6)?.count == range.count)
    #expect(demuxer.attachedPicture(ofStream: 0) == nil)
    #expect(demuxer.attachedPicture(ofStream: 99) == nil)
  }
}
