import PlayheadClock
import PlayheadMedia

/// Creates outputs on the system's devices: with cubeb for audio, with libpulse for bursts that a device decodes.
package struct SystemOutputProvider: AudioOutputProvider {
  /// Creates the outputs for audio.
  private var audio: any AudioOutputProvider = CubebOutputProvider()
  /// The sound server's identifier of the device; nil for the default one.
  private var device: String?

  /// The address of the sound server for bursts; nil for the user's one.
  private let server: String?

  /// A provider for the default device.
  ///
  /// - Parameter server: The address of the sound server for bursts, for tests; nil for the user's one.
  package init(server: String? = nil) { self.server = server }

  /// Not checked here: an identifier that the server does not know leads to the default device.
  package func onDevice(_ identifier: String?) -> any AudioOutputProvider {
    var provider = self
    provider.audio = audio.onDevice(identifier)
    provider.device = identifier
    return provider
  }

  /// Bursts have the format of the device already.
  package func format(for preferred: AudioFormat) throws -> AudioFormat {
    preferred.passthrough == nil ? try audio.format(for: preferred) : preferred
  }

  /// Whether libcubeb is installed. A server or a device may appear later.
  package var canAppear: Bool { audio.canAppear }

  /// Opens a stream.
  ///
  /// - Throws: `AudioOutputError`, or `PassthroughRefusal` for bursts.
  package func makeOutput(source: AudioRenderer, clock: any EngineClock) throws -> any AudioOutput {
    guard source.format.passthrough != nil else { return try audio.makeOutput(source: source, clock: clock) }
    guard let functions = PulseConnection.loadFunctions() else { throw PassthroughRefusal.noDevice }
    return try PulsePassthroughOutput(
      PulseConnection(functions, server: server), device: device, source: source, clock: clock)
  }
}
