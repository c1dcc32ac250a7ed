import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadText
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Style sheets and regions of segmented WebVTT, and tracks whose text cannot be read.
@Suite(.serialized, .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the films with"))
struct StreamedStyleTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: String, _ text: String) throws -> URL { try folder.file(name, Data(text.utf8)) }

  /// Two segments of four seconds; the cue that spans their boundary is in both. Each has its own map, as packagers
  /// write it.
  @Test func segmentedCuesRetainStyleSheetsAndRegions() throws {
    try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=8:r=10:s=64x48 -c:v libx264 -preset ultrafast -f hls -hls_time 4 -hls_playlist_type vod "
        + "-muxdelay 0 -muxpreload 0 -output_ts_offset 10 v.m3u8", in: folder.url)
    let style = "STYLE\n::cue(.loud) { color: #ff8000 }\n\nREGION\nid:r\nwidth:40%\nlines:2\n"
    let long = "00:03.000 --> 00:05.000 region:r align:start\n<c.loud>long</c>\n"
    let map = "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:"
    _ = try file(
      "0.vtt", "\(map)900000\n\n\(style)\nfirst\n00:01.000 --> 00:02.000 line:10%,end position:20%\none\n\n\(long)")
    _ = try file(
      "1.vtt",
      "\(map)1260000\n\n\(style)\n00:-1.000 --> 00:05.000\nbad\n\n"
        + "00:02.000 --> 00:03.000\n<c.loud>two</c>\n")
    _ = try file(
      "t.m3u8",
      "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:4,\n0.vtt\n#EXTINF:4,\n1.vtt\n#EXT-X-ENDLIST\n"
    )
    let master = try file(
      "master.m3u8",
      """
      #EXTM3U
      #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="t.m3u8"
      #EXT-X-STREAM-INF:BANDWIDTH=100000,SUBTITLES="t"
      v.m3u8

      """)
    let document = try #require(try CaptionReader.read(master)).document
    #expect(document.cues.map(\.text) == ["one", "long", "two"])
    #expect(document.cues.map { $0.start.seconds.rounded() } == [1, 3, 6])
    #expect(document.regions.map(\.identifier) == ["r"])
    #expect(document.regions.first?.width == 40)
    let layouts = document.cues.map(\.layout)
    #expect(layouts.map(\.region) == [nil, "r", nil])
    #expect(layouts[0].line == .percent(10) && layouts[0].position == 20 && layouts[1].alignment == .start)
    let orange = CueColor(red: 255, green: 128, blue: 0)
    #expect(document.cues.map { $0.runs.first?.style.color } == [nil, orange, orange])
  }

  /// FFmpeg's muxer writes TTML documents as `stpp` (ISO/IEC 14496-30 §6), its demuxer returns them as data of an
  /// unknown codec.
  @Test func readsTTMLInMP4() throws {
    _ = try file(
      "text.srt", "1\n00:00:00,500 --> 00:00:01,500\nhello\n\n2\n00:00:02,000 --> 00:00:03,250\ntwo\n")
    let clip = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=4:r=10:s=64x48 -i text.srt -c:v libx264 -c:s ttml -metadata:s:s:0 language=ger film.mp4",
      in: folder.url)
    let captions = try #require(try CaptionReader.read(clip))
    #expect(captions.track?.kind == .text && captions.track?.codecName == "ttml" && captions.track?.language == "ger")
    #expect(captions.document.cues.map(\.text) == ["hello", "two"])
    #expect(captions.document.cues.map { [$0.start.seconds, $0.end.seconds] } == [[0.5, 1.5], [2, 3.25]])
  }

  /// The fields of an event cannot be separated without commas.
  @Test func failsWhenTrackHasTextButNoCues() throws {
    _ = try file("text.srt", "1\n00:00:00,500 --> 00:00:01,500\nhello\n")
    let clip = try MadeFile.ffmpeg("-i text.srt -c:s ass film.mkv", in: folder.url)
    #expect(try CaptionReader.read(clip)?.document.cues.map(\.text) == ["hello"])
    var data = try Data(contentsOf: clip)
    let event = Data("0,0,Default,,0,0,0,,hello".utf8)
    let place = try #require(data.range(of: event))
    data.replaceSubrange(place, with: event.map { $0 == UInt8(ascii: ",") ? UInt8(ascii: ";") : $0 })
    try data.write(to: clip)
    #expect(thrownError(MediaError.self) { try CaptionReader.read(clip) }?.kind == .unreadableCaptions)
  }
}
