import CPlayheadCubeb
import Synchronization

/// Something that sound can be played on.
package struct AudioDevice: Sendable, Hashable {
  /// What the sound server calls it; the same from one start of the program to the next.
  package var identifier: String
  /// What people call it.
  package var name: String
  package var channelCount: Int
  package var sampleRate: Int
  /// The least time from the program to the ear, in seconds.
  package var latency: Double
  /// What plays where a program has not chosen.
  package var isDefault: Bool

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

/// Tells of the devices for sound.
package protocol AudioDeviceSource: Sendable {
  /// What is plugged in, in the server's order; empty without a server. Asks the server, and connects to it where that was not done.
  func outputs() -> [AudioDevice]
  /// Has `call` called whenever something changes, on a thread that must not be kept. One caller, for good.
  func observe(_ call: @escaping @Sendable (AudioDeviceEvent) -> Void)
}

package enum AudioDeviceEvent: Sendable {
  /// A device came or went.
  case devicesChanged
  /// The sound server went away while somebody played.
  case serverLost
  /// The sound server is there again.
  case serverBack
}

/// The sound server's devices, through libcubeb.
package final class CubebDevices: AudioDeviceSource {
  package static let shared = CubebDevices()
  /// In a value of its own, for the reason that `NetworkWaker` gives.
  private struct Observer: Sendable {
    let call: @Sendable (AudioDeviceEvent) -> Void
  }
  private let observer = Mutex<Observer?>(nil)
  private init() {}

  package func outputs() -> [AudioDevice] {
    guard let connection = CubebConnection.current() else { return [] }
    watch(connection)
    return connection.withOutputs { devices in devices.compactMap(Self.device) }
  }

  package func observe(_ call: @escaping @Sendable (AudioDeviceEvent) -> Void) {
    observer.withLock { $0 = Observer(call: call) }
    if let connection = CubebConnection.current() { watch(connection) }
  }

  /// Every connection is watched from the first question on.
  private func watch(_ connection: CubebConnection) {
    guard observer.withLock({ $0 != nil }) else { return }
    connection.watchDevices { _, _ in CubebDevices.shared.tell(.devicesChanged) }
  }

  func tell(_ event: AudioDeviceEvent) {
    let observer = observer.withLock { $0 }
    observer?.call(event)
  }

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

/// How many players are heard at the moment, in the whole process.
package enum AudioActivity {
  private static let players = Atomic<Int>(0)
  package static var isAnybodyHeard: Bool { players.load(ordering: .relaxed) > 0 }
  static func began() { players.add(1, ordering: .relaxed) }
  static func ended() { players.subtract(1, ordering: .relaxed) }
}
