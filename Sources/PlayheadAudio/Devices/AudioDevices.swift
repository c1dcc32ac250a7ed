import CPlayheadCubeb
import Synchronization

/// An audio output device.
package struct AudioDevice: Sendable, Hashable {
  /// The sound server's identifier, persistent across program starts.
  package var identifier: String
  /// The display name.
  package var name: String
  /// The maximum number of channels.
  package var channelCount: Int
  /// The preferred sample rate in hertz.
  package var sampleRate: Int
  /// The minimum latency of the device in seconds.
  package var latency: Double
  /// Whether it is the system's default.
  package var isDefault: Bool

  /// Creates a description of a device.
  package init(
    identifier: String, name: String, channelCount: Int, sampleRate: Int, latency: Double = 0, isDefault: Bool = false
  ) {
    self.identifier = identifier
    self.name = name
    self.channelCount = channelCount
    self.sampleRate = sampleRate
    self.latency = latency
    self.isDefault = isDefault
  }
}

/// A source of audio devices and their changes.
package protocol AudioDeviceSource: Sendable {
  /// The available output devices in the server's order; empty without a server. Connects to the server if necessary.
  func outputs() -> [AudioDevice]
  /// Registers `call` for all changes. It is called on a thread that must not be blocked. One permanent observer.
  func observe(_ call: @escaping @Sendable (AudioDeviceEvent) -> Void)
}

/// A change of the devices or of their server.
package enum AudioDeviceEvent: Sendable {
  /// A device was added or removed.
  case devicesChanged
  /// The sound server disconnected during playback.
  case serverLost
  /// The sound server is available again.
  case serverBack
}

/// The sound server's devices, through libcubeb.
package final class CubebDevices: AudioDeviceSource {
  /// The only instance.
  package static let shared = CubebDevices()
  /// A type of its own, for the reason stated in `NetworkWaker`.
  private struct Observer: Sendable {
    let call: @Sendable (AudioDeviceEvent) -> Void
  }
  /// The only observer; nil until `observe` is called.
  private let observer = Mutex<Observer?>(nil)
  /// Does not connect to the server: that happens with the first use.
  private init() {}

  /// Disabled devices, and devices without an identifier, are left out.
  package func outputs() -> [AudioDevice] {
    guard let connection = CubebConnection.current() else { return [] }
    watch(connection)
    return connection.withOutputs { devices in devices.compactMap(Self.device) }
  }

  /// Replaces the previous observer. Connects to the server if necessary.
  package func observe(_ call: @escaping @Sendable (AudioDeviceEvent) -> Void) {
    observer.withLock { $0 = Observer(call: call) }
    if let connection = CubebConnection.current() { watch(connection) }
  }

  /// Observes the device changes of a connection, once for each, if there is an observer.
  private func watch(_ connection: CubebConnection) {
    guard observer.withLock({ $0 != nil }) else { return }
    connection.watchDevices { _, _ in CubebDevices.shared.notify(.devicesChanged) }
  }

  /// Notifies the observer, if there is one.
  func notify(_ event: AudioDeviceEvent) {
    let observer = observer.withLock { $0 }
    observer?.call(event)
  }

  /// Converts libcubeb's description; nil for a disabled device or one without an identifier.
  private static func device(_ info: cubeb_device_info) -> AudioDevice? {
    guard info.state == CUBEB_DEVICE_STATE_ENABLED, let identifier = info.device_id else { return nil }
    return AudioDevice(
      identifier: String(cString: identifier),
      name: info.friendly_name.map { String(cString: $0) } ?? String(cString: identifier),
      channelCount: Int(info.max_channels), sampleRate: Int(info.default_rate),
      latency: info.default_rate > 0 ? Double(info.latency_lo) / Double(info.default_rate) : 0,
      isDefault: info.preferred.rawValue & CUBEB_DEVICE_PREF_MULTIMEDIA.rawValue != 0)
  }
}

/// The number of players with audible output in the process.
package enum AudioActivity {
  /// The number of players with a started output that is not paused, silent outputs included.
  private static let players = Atomic<Int>(0)
  /// Whether a player in the process has audible output.
  package static var isAnyPlayerAudible: Bool { players.load(ordering: .relaxed) > 0 }
  /// Notes that a player started.
  package static func began() { players.add(1, ordering: .relaxed) }
  /// Notes that a player stopped.
  package static func ended() { players.subtract(1, ordering: .relaxed) }
}
