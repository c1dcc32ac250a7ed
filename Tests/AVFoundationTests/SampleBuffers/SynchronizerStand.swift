import AVFoundation
import PlayheadClock
import PlayheadDump
import PlayheadItems
import PlayheadTesting
import Synchronization

/// A synchronizer on a manual clock, and the audio that its renderers play.
final class SynchronizerStand: @unchecked Sendable {
  let clock = ManualClock()
  let environment: PlaybackEnvironment
  let synchronizer: AVSampleBufferRenderSynchronizer
  let log = EventLog()
  private let captured = Captured()

  private final class Captured: Sendable {
    let blocks = Mutex<[CapturedAudio]>([])
  }

  init() {
    let captured = captured
    environment = PlaybackEnvironment(
      clock: clock, audio: CapturingAudio { block in captured.blocks.withLock { $0.append(block) } }, delivery: clock)
    synchronizer = AVSampleBufferRenderSynchronizer(environment: environment)
  }

  func run(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

  /// The blocks that were played.
  var blocks: [CapturedAudio] { captured.blocks.withLock { $0 } }
  /// All samples that were played.
  var samples: [Float] { blocks.flatMap(\.samples) }

  func makeAudio() -> AVSampleBufferAudioRenderer { AVSampleBufferAudioRenderer(environment: environment) }

  /// A buffer of mono linear PCM.
  static func pcm(_ samples: [Float], at time: CMTime, sampleRate: Double = 48000) throws -> CMSampleBuffer {
    var basic = AudioStreamBasicDescription()
    basic.mSampleRate = sampleRate
    basic.mFormatID = kAudioFormatLinearPCM
    basic.mFormatFlags = kAudioFormatFlagIsFloat | kAudioFormatFlagIsPacked
    basic.mChannelsPerFrame = 1
    basic.mBitsPerChannel = 32
    basic.mFramesPerPacket = 1
    basic.mBytesPerFrame = 4
    basic.mBytesPerPacket = 4
    let data = try CMBlockBuffer(length: samples.count * 4)
    try samples.withUnsafeBytes { try data.replaceDataBytes(with: $0) }
    return try CMSampleBuffer(
      dataBuffer: data, formatDescription: CMFormatDescription(audioStreamBasicDescription: basic),
      numSamples: samples.count, presentationTimeStamp: time, packetDescriptions: [])
  }
}
