import Foundation
import PlayheadEngine

/// Where sound comes from and goes to. Does not change.
public class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// Always empty: nothing here records.
  public let inputs: [AVAudioSessionPortDescription]

  /// The device that plays; empty where there is none.
  public let outputs: [AVAudioSessionPortDescription]

  init(_ device: AudioDevice?) {
    inputs = []
    outputs = device.map { [AVAudioSessionPortDescription($0)] } ?? []
    super.init()
  }

  public override var description: String {
    "<AVAudioSessionRouteDescription outputs=\(outputs.map(\.description))>"
  }
}

/// A device for sound. Does not change.
public class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  // Sendable: constants.

  /// What it is, as far as the sound server's names tell.
  public let portType: AVAudioSession.Port

  /// What people call it.
  public let portName: String

  /// What the sound server calls it: a value for `AVPlayer.audioOutputDeviceUniqueID`.
  public let uid: String

  init(_ device: AudioDevice) {
    portType = PortNames.port(identifier: device.identifier, name: device.name)
    portName = device.name
    uid = device.identifier
    super.init()
  }

  public override var description: String {
    "<AVAudioSessionPortDescription type=\(portType.rawValue), name=\(portName), UID=\(uid)>"
  }
}

/// Tells from a sound server's names what a device is. PulseAudio and PipeWire name devices by the bus and the profile, such as
/// `alsa_output.pci-0000_00_1f.3.hdmi-stereo` or `bluez_output.00_11_22_33_44_55.1`.
enum PortNames {
  private static let marks: [(String, AVAudioSession.Port)] = [
    ("bluez", .bluetoothA2DP), ("bluetooth", .bluetoothA2DP), ("hdmi", .HDMI), ("displayport", .displayPort),
    ("headphone", .headphones), ("headset", .headphones), ("raop", .airPlay), ("airplay", .airPlay), ("usb", .usbAudio),
    ("firewire", .fireWire), ("null", .virtual), ("dummy", .virtual), ("tunnel", .virtual),
    ("iec958", .lineOut), ("spdif", .lineOut), ("line out", .lineOut), ("lineout", .lineOut),
  ]

  static func port(identifier: String, name: String) -> AVAudioSession.Port {
    let text = (identifier + " " + name).lowercased()
    return marks.first { text.contains($0.0) }?.1 ?? .builtInSpeaker
  }
}
