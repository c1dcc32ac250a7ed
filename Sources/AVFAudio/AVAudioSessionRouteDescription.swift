import Foundation
import PlayheadAudio

/// The inputs and outputs of a route. Immutable.
public class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// Always empty: recording is not supported.
  public let inputs: [AVAudioSessionPortDescription]

  /// The output device; empty if there is none.
  public let outputs: [AVAudioSessionPortDescription]

  /// Creates a route to one device; nil for a route without an output.
  init(_ device: AudioDevice?) {
    inputs = []
    outputs = device.map { [AVAudioSessionPortDescription($0)] } ?? []
    super.init()
  }

  /// A description for logs.
  public override var description: String {
    "<AVAudioSessionRouteDescription outputs=\(outputs.map(\.description))>"
  }
}

/// An audio device. Immutable.
public class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// The type of the device, as far as it can be derived from the sound server's names.
  public let portType: AVAudioSession.Port

  /// The name for users.
  public let portName: String

  /// The identifier on the sound server: a value for `AVPlayer.audioOutputDeviceUniqueID`.
  public let uid: String

  /// Creates a port for a device, with its names on the sound server.
  init(_ device: AudioDevice) {
    portType = PortNames.port(identifier: device.identifier, name: device.name)
    portName = device.name
    uid = device.identifier
    super.init()
  }

  /// A description for logs.
  public override var description: String {
    "<AVAudioSessionPortDescription type=\(portType.rawValue), name=\(portName), UID=\(uid)>"
  }
}

/// Derives the type of a device from its names on the sound server. PulseAudio and PipeWire name devices by bus and
/// profile, such as `alsa_output.pci-0000_00_1f.3.hdmi-stereo` or `bluez_output.00_11_22_33_44_55.1`.
enum PortNames {
  /// The parts of names and the port types that they indicate; the first match counts.
  private static let marks: [(String, AVAudioSession.Port)] = [
    ("bluez", .bluetoothA2DP), ("bluetooth", .bluetoothA2DP), ("hdmi", .HDMI), ("displayport", .displayPort),
    ("headphone", .headphones), ("headset", .headphones), ("raop", .airPlay), ("airplay", .airPlay), ("usb", .usbAudio),
    ("firewire", .fireWire), ("null", .virtual), ("dummy", .virtual), ("tunnel", .virtual),
    ("iec958", .lineOut), ("spdif", .lineOut), ("line out", .lineOut), ("lineout", .lineOut),
  ]

  /// The port type for the names of a device; the built-in speaker if they indicate nothing else.
  static func port(identifier: String, name: String) -> AVAudioSession.Port {
    let text = (identifier + " " + name).lowercased()
    return marks.first { text.contains($0.0) }?.1 ?? .builtInSpeaker
  }
}
