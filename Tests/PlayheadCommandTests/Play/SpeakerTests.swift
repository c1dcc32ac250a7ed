import Foundation
import TestSupport
import Testing

/// The program plays to a sound server, whose sink is recorded: each speaker plays the tones of its channels.
@Suite(
  "Speakers of a sound server", .serialized,
  .enabled(
    if: PrivatePulse.isInstalled && MadeFile.hasFFmpeg, "pulseaudio, pactl, pacat or ffmpeg is not installed"))
struct SpeakerTests {
  /// The speakers of a sink, and the tones that each plays.
  struct Sink: Sendable, CustomTestStringConvertible {
    /// PulseAudio's names of the speakers.
    var speakers: String
    /// For each speaker the levels of the six tones of the file.
    var levels: [[Double]]
    var testDescription: String { speakers }
  }

  /// −3 dB.
  private static let half = 0.5.squareRoot()
  /// One for each channel of the file, in hertz.
  private static let tones = [310.0, 530, 710, 90, 1_110, 1_370]
  private static let amplitude = 0.1
  private static let rate = 48_000

  /// The levels on two speakers are those of ITU-R BS.775-3, annex 4, table 2.
  static let sinks = [
    Sink(
      speakers: "front-left,front-right,front-center,lfe,rear-left,rear-right",
      levels: (0..<6).map { speaker in (0..<6).map { $0 == speaker ? 1 : 0 } }),
    Sink(
      speakers: "front-left,front-right",
      levels: [[1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half]]),
  ]

  @Test("Each speaker plays the tones of its channels", arguments: sinks)
  func tones(sink: Sink) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let expressions = Self.tones.map { "\(Self.amplitude)*sin(2*PI*\($0)*t)" }.joined(separator: "|")
    let file = try MadeFile.ffmpeg(
      [
        "-f", "lavfi", "-i", "aevalsrc=exprs=\(expressions):channel_layout=5.1:sample_rate=\(Self.rate):duration=4",
        "-c:a", "flac", "tones.flac",
      ], in: folder)
    let count = sink.levels.count
    let pulse = try PrivatePulse(sink: "rate=\(Self.rate) channels=\(count) channel_map=\(sink.speakers)")
    defer { pulse.stop() }
    pulse.control("set-sink-volume", "@DEFAULT_SINK@", "100%")
    let recording = folder.appendingPathComponent("recorded.raw")
    let recorder = try pulse.record(to: recording, rate: Self.rate, channelMap: sink.speakers)
    let outcome = try BuiltCommand.run(
      ["play", file.path],
      environment: ["PULSE_SERVER": pulse.address, "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path])
    recorder.killIfStarted()
    recorder.waitUntilExit()
    try #require(outcome.status == 0, "\(outcome.error)")

    let samples = try Data(contentsOf: recording).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    // A second in the middle of what is not silent.
    let first = try #require(samples.firstIndex { abs($0) > 0.001 })
    let start = (first / count + Self.rate) * count
    try #require(samples.count > start + Self.rate * count, "too little was recorded")
    let second = Array(samples[start..<start + Self.rate * count])
    for (speaker, levels) in sink.levels.enumerated() {
      let channel = stride(from: speaker, to: second.count, by: count).map { second[$0] }
      for (tone, level) in zip(Self.tones, levels) {
        let measured = Tone.amplitude(of: tone, in: channel, sampleRate: Self.rate) / Self.amplitude
        #expect(abs(measured - level) < 0.01, "\(tone) Hz on speaker \(speaker): \(measured), not \(level)")
      }
    }
  }
}
