import CoreMedia
import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Container properties that libavformat does not report as intended.
@Suite(.enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the files with")) struct ContainerPropertiesTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func changed(_ file: URL, _ old: [UInt8], to new: [UInt8], offset: Int = 0) throws {
    var data = try Data(contentsOf: file)
    let found = try #require(data.range(of: Data(old)))
    let start = found.lowerBound + offset
    data.replaceSubrange(start..<start + new.count, with: new)
    try data.write(to: file)
  }

  /// Tags of a track name its language where its header has no such element (RFC 9559 §5.1.8.1.2).
  @Test(arguments: [("ger", "ger"), ("und", nil), ("???", nil)] as [(String, String?)])
  func usesLanguageTagOfMatroskaTrack(tag: String, language: String?) throws {
    let file = try MadeFile.ffmpeg("-f lavfi -i sine=d=1 -metadata:s:a:0 XXNGUAGE=\(tag) film.mka", in: folder.url)
    try changed(file, Array("XXNGUAGE".utf8), to: Array("LANGUAGE".utf8))
    // The muxer writes an element with “undetermined”: it is replaced by a void element.
    try changed(file, [0x22, 0xB5, 0x9C, 0x83], to: [0xEC, 0x85])
    #expect(try MediaProbe.probe(file).preferredTrack(.audio)?.language == language)
  }

  /// The matrix rotates the frame and scales its resulting height: 160 × 240 stored is 240 × 320 shown.
  @Test func scalingMatrixAfterRotationScalesHeight() throws {
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=1:r=10:s=160x240 -c:v libx264 -preset ultrafast film.mp4", in: folder.url)
    var data = try Data(contentsOf: file)
    // ISO/IEC 14496-12 §8.3.2, version 0: the matrix is 40 bytes after the version.
    let header = try #require(data.range(of: Data("tkhd".utf8)))
    let matrix: [Int32] = [0, 2 << 16, 0, -1 << 16, 0, 0, 240 << 16, 0, 1 << 30]
    let bytes = matrix.flatMap { number in withUnsafeBytes(of: number.bigEndian) { Array($0) } }
    data.replaceSubrange(header.upperBound + 40..<header.upperBound + 40 + bytes.count, with: bytes)
    // The muxer's own pixel aspect is replaced by a void element.
    if let shape = data.range(of: Data("pasp".utf8)) { data.replaceSubrange(shape, with: Data("free".utf8)) }
    try data.write(to: file)
    let video = try #require(try MediaProbe.probe(file).preferredTrack(.video)?.video)
    #expect(video.transform.rotation == 90)
    #expect(video.width == 160 && video.height == 240)
    #expect(video.pixelAspect == PixelAspect(horizontal: 2, vertical: 1))
  }

  /// Packagers mark all segments alike; the playlist declares the language of a rendition.
  @Test func playlistDeclaresRenditionLanguage() throws {
    var lines = ["#EXTM3U"]
    for (name, language) in [("de", ",LANGUAGE=\"de\""), ("fr", ",LANGUAGE=\"fr\""), ("unnamed", "")] {
      try MadeFile.ffmpeg(
        "-f lavfi -i sine=d=2 -c:a aac -metadata:s:a:0 language=eng -f hls -hls_playlist_type vod -hls_segment_type fmp4 "
          + "-hls_fmp4_init_filename \(name).mp4 -hls_segment_filename \(name)%d.m4s \(name).m3u8", in: folder.url)
      lines.append(
        "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"\(name)\"\(language),AUTOSELECT=YES,URI=\"\(name).m3u8\"")
    }
    try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=2:r=10:s=64x48 -c:v libx264 -preset ultrafast -f hls -hls_playlist_type vod v.m3u8",
      in: folder.url)
    lines += ["#EXT-X-STREAM-INF:BANDWIDTH=100000,AUDIO=\"a\"", "v.m3u8", ""]
    let master = folder.url.appendingPathComponent("master.m3u8")
    try Data(lines.joined(separator: "\n").utf8).write(to: master)
    let info = try MediaProbe.probe(master)
    // The third has no language, and its segments were not read.
    #expect(info.tracks.filter { $0.kind == .audio }.map(\.language) == ["de", "fr", nil])
  }

  @Test func describesFileWithOnlyTags() throws {
    let song = try MadeFile.ffmpeg("-f lavfi -i sine=d=1 -metadata title=Alone song.mp3", in: folder.url)
    let data = try Data(contentsOf: song)
    // The tag's length in seven bits a byte (id3v2.3 §3.1).
    let length = 10 + data[6..<10].reduce(0) { $0 << 7 | Int($1) }
    try data.prefix(length).write(to: song)
    let info = try MediaProbe.probe(song)
    #expect(info.tracks.isEmpty)
    #expect(info.details?.tags.first { $0.key == "TIT2" }?.text == "Alone")
    let stage = Stage()
    stage.open(song)
    stage.advanceUntilIdle()
    #expect(stage.isOver)
    // Without a tag it is still a failure.
    let other = folder.url.appendingPathComponent("text.mp3")
    try Data(String(repeating: "plain text ", count: 500).utf8).write(to: other)
    #expect(throws: MediaError.self) { try MediaProbe.probe(other) }
  }

  /// Raw codecs that cannot be probed are recognized by the file name, as FFmpeg does.
  @Test(arguments: [
    "-ar 16000 -ac 1 -c:a g722 tone.g722", "-f dfpwm tone.dfpwm", "-ar 32000 -ac 1 tone.rso", "-f alaw tone.al",
    "-f mulaw tone.ul", "-f s16le tone.sw", "-f u16le tone.uw", "-f s8 tone.sb", "-f u8 tone.ub",
  ])
  func detectsRawCodecByFileName(_ command: String) throws {
    let file = try MadeFile.ffmpeg("-f lavfi -i sine=d=2 \(command)", in: folder.url)
    let stage = Stage()
    stage.open(file)
    stage.playToEnd()
    #expect(stage.eventLog.last == "playedToEnd")
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(recording.seconds > 1.8)
    // A name alone does not make other files media.
    let text = folder.url.appendingPathComponent("notes.txt")
    try Data(String(repeating: "plain text ", count: 500).utf8).write(to: text)
    #expect(throws: MediaError.self) { try MediaProbe.probe(text) }
  }

  /// The sample entry of the iTunes Store: its decoded samples would be noise.
  @Test func iTunesStoreFileIsProtected() throws {
    let file = try MadeFile.ffmpeg("-f lavfi -i sine=d=2 -c:a aac song.m4a", in: folder.url)
    try changed(file, Array("mp4a".utf8), to: Array("drms".utf8))
    #expect(failure(file) == .isProtected("FairPlay, iTunes Store"))
  }

  /// Content encoding of the type encryption with a key's identifier (RFC 9559 §5.1.4.1.31.8).
  @Test func encryptedMatroskaIsProtected() throws {
    #expect(try failure(MadeFile.encryptedMatroska(in: folder.url)) == .isProtected("WebM encryption"))
  }

  /// Widevine Classic and others leave the beginning clear; from the middle on the packets' scrambling control (ISO/IEC
  /// 13818-1 §2.4.3.7) marks them as scrambled.
  @Test func scrambledProgramStreamIsProtected() throws {
    let file = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=d=4:s=352x288 -f lavfi -i sine=d=4 -c:v mpeg2video -c:a mp2 -f vob film.mpg", in: folder.url)
    #expect(failure(file) == nil)
    var bytes = try [UInt8](Data(contentsOf: file))
    for place in bytes.count / 2..<bytes.count - 7
    where bytes[place...place + 2].elementsEqual([0, 0, 1]) && [0xC0, 0xE0].contains(bytes[place + 3])
      && bytes[place + 6] & 0xC0 == 0x80
    {
      bytes[place + 6] |= 0x20
    }
    try Data(bytes).write(to: file)
    #expect(failure(file) == .isProtected("a scrambled program stream"))
  }

  private func failure(_ url: URL) -> MediaError.Kind? {
    let stage = Stage()
    stage.open(url)
    stage.playToEnd()
    return stage.events.compactMap { _, event in
      if case .itemChanged(_, let item) = event { item.error?.kind } else { nil }
    }.last
  }
}
