import CPlayheadFFmpeg
import Foundation
import PlayheadMedia
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// libavformat reads the bytes of its source and opens nothing else, whatever the content.
@Suite struct ConfinementTests {
  /// Contents that libavformat's own demuxers follow, whatever the resource's name.
  static let obeyed: [(format: String, text: String)] = [
    ("concat", "ffconcat version 1.0\nfile /etc/hostname\n"),
    (
      "dash",
      """
      <?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT1S"
      profiles="urn:mpeg:dash:profile:isoff-on-demand:2011">
      <Period><AdaptationSet mimeType="video/mp4"><Representation id="1"
      bandwidth="1"><BaseURL>file:///etc/hostname</BaseURL></Representation></AdaptationSet></Period></MPD>
      """
    ),
    ("sdp", "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=video 5004 RTP/AVP 96\r\n"),
    ("hls", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/hostname\n#EXT-X-ENDLIST\n"),
  ]

  @Test(arguments: ContainerFormats.allCases)
  func refusesContentThatNamesOtherResources(formats: ContainerFormats) throws {
    for (format, text) in Self.obeyed {
      let source = MemorySource(Data(text.utf8))
      do throws(DemuxError) {
        _ = try Demuxer(source: source, part: formats == .segment ? PartOptions() : nil, formats: formats)
        Issue.record("\(format) was opened")
      } catch {
        // The libavformat of FFmpeg 5.1 and 6 recognizes a playlist by its text, that of 7 by its name only.
        if format == "hls", ![59, 60].contains(LIBAVFORMAT_VERSION_MAJOR), case .format = error { continue }
        guard case .refused(let name) = error else {
          Issue.record("\(format): \(error)")
          continue
        }
        #expect(name.split(separator: ",").contains { $0 == format }, "\(name)")
      }
    }
  }

  /// The demuxers of libavformat 5.1 to 8 whose source opens a file, an address, a port or a device.
  @Test func excludesDemuxersThatOpenResources() {
    let openers = [
      "concat", "dash", "hls", "hls,applehttp", "imf", "rtsp", "rtp", "sdp", "sap", "image2", "image2pipe", "lavfi",
      "vobsub", "mlv",
      "webm_dash_manifest", "avisynth", "vapoursynth", "alsa", "fbdev", "jack", "kmsgrab", "pulse", "sndio", "oss",
      "x11grab",
      "video4linux2,v4l2", "libcdio", "libdc1394", "openal", "iec61883", "decklink", "bktr", "gdigrab", "dshow",
      "android_camera",
    ]
    for formats in ContainerFormats.allCases {
      for opener in openers { #expect(!formats.allows(opener), "\(formats) allows \(opener)") }
    }
  }

  @Test(arguments: [
    "demo.mp4", "vfr.mkv", "vp9.webm", "mpeg2.ts", "mpeg4.avi", "audio.wav", "audio.flac", "audio.mp3", "audio.opus",
    "raw.h264",
  ])
  func opensOrdinaryMediaFromAddresses(name: String) throws {
    let demuxer = try Demuxer(source: FileByteSource(path: Fixtures.url(name).path), formats: .remote)
    #expect(!demuxer.info.tracks.isEmpty)
  }

  /// The reads continue to return bytes: only the callback can end the search for streams.
  @Test func cancellingEndsProbingBetweenReads() throws {
    let source = MemorySource(try Data(contentsOf: Fixtures.url("mpeg2.ts")), most: 4096, cancelsAfter: 20)
    #expect(throws: DemuxError.source(.cancelled)) { _ = try Demuxer(source: source) }
  }
}
