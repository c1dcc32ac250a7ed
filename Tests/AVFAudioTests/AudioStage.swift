import Foundation
import PlayheadAudio
import PlayheadClock
import PlayheadItems
import PlayheadTesting
import Synchronization

@testable import AVFAudio

/// A player on a manual clock, its recorded audio, and the calls of its delegate.
final class AudioStage {
  let clock = ManualClock()
  let player: AVAudioPlayer
  /// The delegate, which players do not retain.
  let delegate = Delegate()
  private let recording: Recording

  /// The recorded blocks.
  private final class Recording: Sendable {
    let blocks = Mutex<[CapturedAudio]>([])
  }

  /// Logs the delegate's calls.
  final class Delegate: NSObject, AVAudioPlayerDelegate {
    var calls: [String] = []
    var onFinish: ((AVAudioPlayer) -> Void)?

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
      calls.append("finished \(flag)")
      onFinish?(player)
    }

    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
      calls.append("error \((error as NSError?)?.code ?? 0)")
    }
  }

  private static func environment(_ clock: ManualClock, _ recording: Recording) -> PlaybackEnvironment {
    PlaybackEnvironment(
      clock: clock, audio: CapturingAudio { block in recording.blocks.withLock { $0.append(block) } }, delivery: clock)
  }

  init(_ data: Data) throws {
    let recording = Recording()
    let environment = Self.environment(clock, recording)
    self.recording = recording
    player = try AVAudioPlayer(environment) { () throws(MediaError) in
      try AudioResource(data: data, fileTypeHint: nil, environment: environment)
    }
    player.delegate = delegate
  }

  init(_ url: URL) throws {
    let recording = Recording()
    let environment = Self.environment(clock, recording)
    self.recording = recording
    player = try AVAudioPlayer(environment) { () throws(MediaError) in
      try AudioResource(contentsOf: url, fileTypeHint: nil, environment: environment)
    }
    player.delegate = delegate
  }

  deinit { player.closeAndWait() }

  /// Lets media time pass.
  func run(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

  /// Lets media time pass until the delegate was called.
  func runToEnd() {
    let calls = delegate.calls.count
    clock.advance(limit: .seconds(120)) { delegate.calls.count > calls }
  }

  /// The recorded blocks.
  var blocks: [CapturedAudio] { recording.blocks.withLock { $0 } }

  /// The samples of one channel.
  func samples(_ channel: Int) -> [Float] {
    blocks.flatMap { block in
      stride(from: channel, to: block.samples.count, by: block.format.channelCount).map { block.samples[$0] }
    }
  }
}

/// WAVE files with 16-bit samples.
enum WaveData {
  /// A file with interleaved samples.
  static func file(_ samples: [Int16], channels: UInt16 = 1, sampleRate: UInt32 = 8000) -> Data {
    func bytes<Value: FixedWidthInteger>(_ value: Value) -> Data {
      withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }
    let audio = samples.reduce(into: Data()) { $0 += bytes($1) }
    var file = Data("RIFF".utf8) + bytes(UInt32(36 + audio.count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
    file += bytes(UInt16(1)) + bytes(channels) + bytes(sampleRate) + bytes(sampleRate * 2 * UInt32(channels))
    file += bytes(2 * channels) + bytes(UInt16(16)) + Data("data".utf8) + bytes(UInt32(audio.count)) + audio
    return file
  }

  /// A sine of an amplitude in full scale.
  static func sine(_ frequency: Double, amplitude: Double, seconds: Double, sampleRate: Double = 8000) -> [Int16] {
    (0..<Int(seconds * sampleRate)).map { index in
      Int16(32_767 * amplitude * sin(2 * .pi * frequency * Double(index) / sampleRate))
    }
  }
}
