import CoreMedia
import Foundation
import TestSupport
import Testing

/// Codecs whose decoders delay audio: it plays without gaps.
@Suite(.serialized, .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the files with"))
struct DelayedAudioTests {
  @Test(arguments: ["wmav1 sine.wma", "wmav2 sine.wma", "wmav2 sine.avi", "wmav2 sine.mkv"])
  func windowsMediaAudioHasNoGap(_ coding: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("-f lavfi -i sine=f=1000:r=44100:d=6 -b:a 128k -c:a \(coding)", in: folder)
    try expectSine(of: 6, in: file)
  }

  /// xWMA of games: the packets of a WAV file, and a table of the decoded bytes at the end of each. Its packets have
  /// guessed durations.
  @Test func xwmaHasNoGapAndKeepsDuration() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let wav = try [UInt8](
      Data(
        contentsOf: MadeFile.ffmpeg(
          "-f lavfi -i sine=f=1000:r=44100:d=20 -b:a 128k -c:a wmav2 -f wav sine.wav", in: folder)))
    func little(_ range: Range<Int>) -> Int { wav[range].reversed().reduce(0) { $0 << 8 | Int($1) } }
    func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) } }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] { Array(name.utf8) + bytes(content.count) + content }
    var parts: [String: [UInt8]] = [:]
    var place = 12
    while place + 8 <= wav.count {
      let length = min(little(place + 4..<place + 8), wav.count - place - 8)
      parts[String(decoding: wav[place..<place + 4], as: UTF8.self)] = Array(wav[place + 8..<place + 8 + length])
      place += 8 + length + length % 2
    }
    let (format, data) = (try #require(parts["fmt "]), try #require(parts["data"]))
    let packets = data.count / (Int(format[12]) | Int(format[13]) << 8)
    let table = (1...packets).flatMap { bytes(20 * 44_100 * 2 * $0 / packets) }
    let body = Array("XWMA".utf8) + chunk("fmt ", format) + chunk("dpds", table) + chunk("data", data)
    let file = folder.appendingPathComponent("sine.xwma")
    try Data(chunk("RIFF", body)).write(to: file)
    // Whole frames of the codec without its delay: not quite 20 seconds, but every sample that FFmpeg decodes.
    let decoded = try Data(contentsOf: MadeFile.ffmpeg("-i sine.xwma -f s16le -c:a pcm_s16le sine.pcm", in: folder))
    try #require(decoded.count > 19 * 2 * 44_100)
    try expectSine(of: Double(decoded.count / 2) / 44_100, in: file, within: 0.0005)
  }

  /// ISS of games: libavformat's packet times advance by a quarter of each packet's duration.
  @Test func issKeepsDuration() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // 512 bytes a packet, 22,050 Hz, one channel: four bytes of state, then two samples a byte.
    let packets = 100
    var body: [UInt8] = []
    for packet in 0..<packets {
      body += [0, 0, 0, 0]
      for byte in 0..<508 { body.append(UInt8((byte * 37 + packet) % 7 * 0x11)) }
    }
    let header = "IMA_ADPCM_Sound 512 0004010100. \(packets * 1016 * 2) 0 1 2 0 1.000 \(body.count) "
    let file = folder.appendingPathComponent("sound.iss")
    try (Data(header.utf8) + Data(body)).write(to: file)
    let stage = Stage()
    stage.open(file)
    #expect(stage.playToEnd())
    #expect(stage.eventLog.last == "playedToEnd")
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs(recording.seconds - Double(packets * 1016) / 22_050) < 0.001, "\(recording.seconds) s")
  }

  private func expectSine(of seconds: Double, in file: URL, within tolerance: Double = 0.1) throws {
    let stage = Stage()
    stage.open(file)
    stage.playToEnd()
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(abs(recording.seconds - seconds) < tolerance, "\(recording.seconds) s")
    // A sine of one eighth of full scale from the first frame that the encoder did not fade in: silence would be
    // detected.
    let silent = stride(from: 0.1, to: seconds - 0.2, by: 0.02).filter {
      Tone.amplitude(of: 1000, in: recording.part(from: $0, seconds: 0.02), sampleRate: recording.sampleRate) < 0.08
    }
    #expect(silent.isEmpty, "silence at \(silent)")
  }
}
