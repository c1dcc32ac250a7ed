/// The format in which sound is mixed: interleaved 32-bit float.
public struct AudioFormat: Sendable, Hashable {
  public var sampleRate: Int
  public var channelCount: Int
  public init(sampleRate: Int, channelCount: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
  }
}

/// A sound device, or what stands in for one. Made, started and stopped by the session's thread alone.
package protocol AudioOutput: AnyObject, Sendable {
  var format: AudioFormat { get }
  /// Begins to call `source.render` from the output's own thread. Does nothing while running.
  func start() throws
  /// Ends the calls; returns when none is under way.
  func stop()
  /// How many of the frames that `render` has given so far have been heard, and when that was true; nil before the first.
  func heard() -> (frames: Int64, at: HostTime)?
  /// The device has gone away: nothing more will be heard of this output.
  var isLost: Bool { get }
}

extension AudioOutput {
  package var isLost: Bool { false }
}

/// Makes outputs. Called by the session's thread.
package protocol AudioOutputProvider: Sendable {
  /// The format in which the device takes sound that is in `preferred`: as near as it can.
  func format(for preferred: AudioFormat) throws -> AudioFormat
  /// An output, not yet started, that will call `source.render`.
  func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput
  /// The same for one of the system's devices, by its identifier; nil for the one that the system has chosen.
  func onDevice(_ identifier: String?) -> any AudioOutputProvider
  /// Whether there may be a device later if there is none now. False where the library for it is not installed.
  var canAppear: Bool { get }
}

extension AudioOutputProvider {
  /// What has no devices to choose from is its own only one.
  package func onDevice(_ identifier: String?) -> any AudioOutputProvider { self }
  package var canAppear: Bool { true }
}
