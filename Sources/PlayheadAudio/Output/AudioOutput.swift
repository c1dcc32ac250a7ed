import PlayheadClock
import PlayheadMedia

/// An audio format: interleaved 32-bit float. IEC 61937 bursts are in it as well, a word of 16 bits in each sample.
public struct AudioFormat: Sendable, Hashable {
  /// Frames a second.
  public var sampleRate: Int
  /// Interleaved channels in a frame.
  public var channelCount: Int
  /// The codec of the IEC 61937 bursts whose words the samples are; nil for audio.
  package var passthrough: PassthroughCodec?
  /// Creates a format.
  public init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }

  /// Creates the format of bursts.
  package init(_ codec: PassthroughCodec, frameRate: Int) {
    self.init(sampleRate: frameRate, channelCount: codec.wordsPerFrame)
    passthrough = codec
  }
}

/// An audio device, or its stand-in. Created, started and stopped by the session's thread alone.
package protocol AudioOutput: AnyObject, Sendable {
  /// The format of the frames that the output requests. Constant.
  var format: AudioFormat { get }
  /// Starts to call `source.render` from the output's own thread. Does nothing while running.
  ///
  /// - Throws: An error of the device. The output is not running then.
  func start() throws
  /// Stops the calls; returns when none is in progress.
  func stop()
  /// The number of rendered frames played so far, and when that was true; nil before the first.
  func played() -> (frames: Int64, at: HostTime)?
  /// The latency that the device reports while it runs, from the callback to the listener. External: it may be wrong.
  var reportedLatency: HostDuration { get }
  /// Whether the device was lost: this output will play nothing more.
  var isLost: Bool { get }
}

extension AudioOutput {
  /// Zero: outputs without a device play at once.
  package var reportedLatency: HostDuration { .zero }
  /// False: outputs without a device cannot lose it.
  package var isLost: Bool { false }
}

/// Creates outputs. Called by the session's thread.
package protocol AudioOutputProvider: Sendable {
  /// The closest format to `preferred` that the device supports.
  func format(for preferred: AudioFormat) throws -> AudioFormat
  /// Creates an output, not yet started, that will call `source.render`.
  func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput
  /// A provider for one of the system's devices, by its identifier; nil for the system's choice.
  func onDevice(_ identifier: String?) -> any AudioOutputProvider
  /// Whether a device may become available later. False if the audio library is not installed.
  var canAppear: Bool { get }
}

extension AudioOutputProvider {
  /// A provider without selectable devices.
  package func onDevice(_ identifier: String?) -> any AudioOutputProvider { self }
  /// True unless a provider depends on a library that may be missing.
  package var canAppear: Bool { true }
}
