import AVFoundation
import Foundation
import PlayheadMedia
import Testing

@testable import PlayheadCommand

@Suite struct InfoReportTests {
  @Test("prints table") func printsTable() {
    #expect(
      InfoReport(name: "b.mkv", info: InfoFixture.info, metadata: InfoFixture.asset.metadata).text == """
        b.mkv
          container  matroska,webm
          duration   0:20.021
          tracks
            1  video  h264         720×576, shown 576×1024, rotated 90°, mirrored, 29.97 fps, PQ  2.15 Mbit/s
            2  audio  aac     deu  48000 Hz, 6 channels                                           128 kbit/s
            3  text   subrip  eng  forced
            4  video  mjpeg        600×600, cover, no decoder
          metadata
            title          Night\u{FFFD}[1m
            creation date  2010
            tmpo           120
            COMM           one … (note)
            artwork        JPEG
          chapters
            1  0:00.000–0:05.000  Opening
            2  0:05.000–0:20.021  Tab\u{FFFD}and \u{FFFD}[31m
            3  0:20.021–0:20.021

        """)
  }

  @Test("prints selectable options") func printsSelectableOptions() {
    let sections = InfoSelection.sections(InfoFixture.asset, Locale(identifier: "en"))
    #expect(
      InfoReport(name: "x", info: InfoFixture.endless, selection: sections).text == """
        x
          container  mpegts
          duration   unknown
          seeking    not possible
          tracks     none
          legible
            3  English Forced

        """)
  }

  @Test("prints file without tracks") func printsFileWithoutTracks() {
    #expect(
      InfoReport(name: "x.ts", info: InfoFixture.endless).text == """
        x.ts
          container  mpegts
          duration   unknown
          seeking    not possible
          tracks     none

        """)
  }

  @Test("names decoder and hardware") func namesDecoderAndHardware() {
    var info = InfoFixture.info
    info.tracks = Array(info.tracks.prefix(1))
    info.tracks[0].decoderName = "libdav1d"
    let report = InfoReport(name: "x", info: info, hardware: { $0.kind == .video ? [.vaapi, .nvdec] : [] })
    #expect(report.text.contains("  h264 by libdav1d  "))
    #expect(report.text.contains("PQ, hardware VA-API or NVDEC  "))
    info.tracks[0].decoderName = "h264"
    let text = InfoReport(name: "x", info: info).text
    #expect(text.contains("  h264  ") && !text.contains(" by "))
  }

  @Test("names Dolby Vision") func namesDolbyVision() {
    var info = InfoFixture.info
    info.tracks[0].video?.dolbyVision = DolbyVisionProfile(profile: 8, level: 6, compatibility: 4)
    #expect(InfoReport(name: "x", info: info).text.contains("PQ, Dolby Vision 8.4  "))
  }

  @Test("prints player line") func printsPlayerLine() {
    #expect(
      InfoReport(name: "b.mkv", info: InfoFixture.info).line
        == "b.mkv · h264 720×576 shown 576×1024 rotated 90° mirrored 29.97 fps PQ · aac 48000 Hz 6 channels · mjpeg 600×600"
    )
  }
}
