@_spi(Playhead) import AVFoundation
import AVKit

/// Searches the device that the command line names.
@MainActor enum DeviceSearch {
  /// Searches a device in the background, and plays on it. No effect without a name.
  ///
  /// - Parameter onMissing: Receives the message if there is no such device.
  static func play(_ player: AVPlayer, on name: String?, onMissing: @escaping @MainActor (String) -> Void) {
    guard let name else { return }
    Task {
      let lookup = await Task.detached { ExternalPlaybackDevice.find(name) }.value
      if case .found(let device) = lookup { return player.externalPlaybackDevice = device }
      let message = missingDevice(name)
      StandardError.write("playhead-window: \(message)")
      onMissing(message)
    }
  }

  /// The message for a device that does not respond, or whose name is not its own.
  static func missingDevice(_ name: String) -> String { translated("There is no device “%@”.", name) }
}
