import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems

/// Edit lists of MP4 that deviate from the samples.
@Suite(.serialized, .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the files with"))
struct EditListTests {
  private static func big(_ number: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }

  private func replace(_ bytes: [UInt8], at offset: Int, behind box: String, in data: inout Data) throws {
    let start = try #require(data.range(of: Data(box.utf8))).upperBound + offset
    data.replaceSubrange(start..<start + bytes.count, with: bytes)
  }

  /// The edit begins with the 11th of 78 frames, and the table of sync samples has none before the 41st.
  @Test func editWithoutPrecedingSyncSampleLosesNoFrame() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=r=30:d=2.6:s=64x48 -c:v libx264 -pix_fmt yuv420p -g 40 -bf 0 -video_track_timescale 30000 film.mp4",
      in: folder)
    var data = try Data(contentsOf: clip)
    try replace(Self.big(1) + Self.big(41), at: 4, behind: "stss", in: &data)
    try replace(Self.big(68 * 1000 / 30) + Self.big(10 * 1000), at: 8, behind: "elst", in: &data)
    try data.write(to: clip)
    let stage = Stage()
    stage.open(clip)
    #expect(stage.playToEnd())
    #expect(stage.eventLog.last == "playedToEnd")
    let times = stage.shown.map { Int(($0.time.seconds * 30).rounded()) }
    #expect(times == Array(0..<68))
  }

  /// The same file with an edit of a second: the 37 frames after it are not shown, and the AAC track ends where its own
  /// edit does.
  @Test(arguments: [0, 2]) func editWithoutPrecedingSyncSampleEnds(bFrames: Int) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try MadeFile.ffmpeg(
      "-f lavfi -i testsrc=r=30:d=2.6:s=64x48 -f lavfi -i sine=r=48000:d=2.6 -c:v libx264 -pix_fmt yuv420p -g 40 "
        + "-bf \(bFrames) -video_track_timescale 30000 -movie_timescale 1000 -c:a aac film.mp4", in: folder)
    var data = try Data(contentsOf: clip)
    try replace(Self.big(1) + Self.big(41), at: 4, behind: "stss", in: &data)
    let start = try #require(data.range(of: Data("elst".utf8))).upperBound + 12
    let delay = data[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    try replace(Self.big(1000) + Self.big(delay + 11 * 1000), at: 8, behind: "elst", in: &data)
    let audio = try #require(data.range(of: Data("elst".utf8), options: .backwards)).upperBound + 8
    data.replaceSubrange(audio..<audio + 4, with: Self.big(1000))
    try data.write(to: clip)
    let stage = Stage()
    stage.open(clip)
    #expect(stage.playToEnd())
    #expect(stage.eventLog.last == "playedToEnd")
    #expect(stage.shown.map { Int(($0.time.seconds * 30).rounded()) } == Array(0..<30))
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs(recording.seconds - 1) < 0.0005, "\(recording.seconds) s of audio")
    // A seek after the edit finishes on its last frame, and playback from within continues to its end.
    stage.clearRecords()
    stage.seek(CMTime(value: 1, timescale: 2))
    #expect(stage.playToEnd())
    #expect(stage.shown.last.map { Int(($0.time.seconds * 30).rounded()) } == 29)
  }

  /// AAC whose configuration signals spectral band replication, with times in samples of its output and 2048 of them as
  /// priming. (The stream itself has none: the decoder doubles its rate all the same.)
  @Test func trimsPrimingOfHEAACOnce() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let song = try MadeFile.ffmpeg("-f lavfi -i sine=f=1000:r=22050:d=3 -b:a 64k -c:a aac song.mp4", in: folder)
    var data = try Data(contentsOf: song)
    // ISO/IEC 14496-3 §1.6.5.2: after the object type are the flag and the index of 44,100 Hz.
    let configuration = try #require(data.range(of: Data([0x56, 0xE5, 0x00])))
    data[configuration.upperBound - 1] = 0xA0
    let header = try #require(data.range(of: Data("mdhd".utf8))).upperBound
    func number(_ place: Int) -> Int { data[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    try replace(Self.big(44_100) + Self.big(number(header + 16) * 2), at: 12, behind: "mdhd", in: &data)
    let table = try #require(data.range(of: Data("stts".utf8))).upperBound
    for entry in 0..<number(table + 4) {
      let delta = table + 8 + entry * 8 + 4
      data.replaceSubrange(delta..<delta + 4, with: Self.big(number(delta) * 2))
    }
    let edit = try #require(data.range(of: Data("elst".utf8))).upperBound + 12
    try #require(number(edit) == 1024)
    data.replaceSubrange(edit..<edit + 4, with: Self.big(2048))
    try data.write(to: song)
    let stage = Stage()
    stage.open(song)
    stage.playToEnd()
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs(recording.seconds - 3) < 0.01)
    for start in [0.01, 0.03, 1.5] {
      let part = recording.part(from: start, seconds: 0.02)
      #expect(Tone.amplitude(of: 1000, in: part, sampleRate: recording.sampleRate) > 0.03, "at \(start) s")
    }
  }

  private static func box(_ type: String, _ content: [UInt8]...) -> [UInt8] {
    let body = content.flatMap { $0 }
    return big(body.count + 8) + Array(type.utf8) + body
  }

  /// The user data of a movie with iTunes' tag: hexadecimal numbers of priming, padding and audible samples.
  private static func userData(priming: Int, padding: Int, count: Int) -> [UInt8] {
    let text = String(format: " 00000000 %08X %08X %016X 00000000", priming, padding, count)
    let tag = box(
      "----", box("mean", big(0), Array("com.apple.iTunes".utf8)), box("name", big(0), Array("iTunSMPB".utf8)),
      box("data", big(1), big(0), Array(text.utf8)))
    let handler = box("hdlr", big(0), big(0), Array("mdirappl".utf8), [UInt8](repeating: 0, count: 9))
    return box("udta", box("meta", big(0), handler, box("ilst", tag)))
  }

  /// ffmpeg's encoder has 1024 samples of priming. Of the 88,200 samples after it the tag may declare fewer; then the
  /// packets beyond are dropped.
  @Test(arguments: [88_200, 80_000]) func tagOfITunesDeclaresPrimingAndLength(count: Int) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let song = try MadeFile.ffmpeg(
      "-f lavfi -i sine=f=1000:r=44100:d=2 -c:a aac -b:a 128k -use_editlist 0 song.m4a", in: folder)
    var data = try Data(contentsOf: song)
    #expect(data.range(of: Data("elst".utf8)) == nil)
    // The movie is the last box of the file.
    if let old = data.range(of: Data("udta".utf8)) { data.replaceSubrange(old, with: Array("free".utf8)) }
    let addition = Self.userData(priming: 1024, padding: 0, count: count)
    let movie = try #require(data.range(of: Data("moov".utf8))).lowerBound - 4
    data.replaceSubrange(movie..<movie + 4, with: Self.big(data.count - movie + addition.count))
    try (data + addition).write(to: song)
    let stage = Stage()
    let item = stage.open(song)
    stage.advanceUntilIdle()
    #expect(item.snapshot.duration == CMTime(value: CMTimeValue(count), timescale: 44_100))
    #expect(stage.playToEnd())
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs(recording.seconds - Double(count) / 44_100) < 0.001, "\(recording.seconds) s")
    for start in [0.003, 1, recording.seconds - 0.03] {
      let part = recording.part(from: start, seconds: 0.02)
      #expect(Tone.amplitude(of: 1000, in: part, sampleRate: recording.sampleRate) > 0.03, "at \(start) s")
    }
    #expect(stage.session.currentTime() == item.snapshot.duration)
    // A seek to the beginning is one to the first audible sample.
    stage.seek(.zero)
    stage.advanceUntilIdle()
    #expect(stage.session.currentTime() == .zero)
  }
}
