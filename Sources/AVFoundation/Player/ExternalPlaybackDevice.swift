import Dispatch
import Foundation
import PlayheadCast
import PlayheadDLNA
import PlayheadRenderers
import PlayheadRoutes
import Synchronization

/// A device of the local network that can play in place of this computer: a DLNA renderer, or a Chromecast.
///
/// - Note: Not in Apple's API.
@_spi(Playhead) public struct ExternalPlaybackDevice: Sendable, Hashable, Identifiable {
  /// What leads to the device, by its protocol.
  private enum Description: Hashable {
    case dlna(DeviceDescription)
    case chromecast(CastDevice)
  }

  private let description: Description

  /// Creates a DLNA renderer from its description.
  package init(_ description: DeviceDescription) { self.description = .dlna(description) }
  /// Creates a Chromecast from its announcement.
  package init(_ device: CastDevice) { description = .chromecast(device) }

  /// The values for users.
  package var route: PlaybackRoute {
    switch description {
    case .dlna(let description): description.route
    case .chromecast(let device): device.route
    }
  }

  /// Creates a control of the device.
  @Sendable func makeControl() -> any RendererControl {
    switch description {
    case .dlna(let description): DLNAControl(description)
    case .chromecast(let device): CastControl(device)
    }
  }

  /// An identifier that the device keeps.
  public var id: String { route.id }
  /// The name for users.
  public var name: String { route.name }
  /// The model for users; nil if the device does not name one.
  public var model: String? { route.model }

  /// Searches the local networks. Nothing is sent at other times.
  ///
  /// - Parameter seconds: The duration of the search: devices respond within a second, and describe themselves in
  ///   another one.
  /// - Returns: The devices, sorted by name. Empty without a network.
  public static func search(seconds: Double = 3) async -> [ExternalPlaybackDevice] {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: searchNow(seconds: seconds))
      }
    }
  }

  /// Searches the local networks on the calling thread, which blocks meanwhile.
  package static func searchNow(seconds: Double) -> [ExternalPlaybackDevice] {
    let casts = CastResults()
    let group = DispatchGroup()
    // The system's service for names may not answer at all.
    let deadline = DispatchTime.now() + seconds + 0.5
    DispatchQueue.global(qos: .userInitiated).async(group: group) {
      let found = CastSearch().run(seconds: seconds)
      casts.devices.withLock { $0 = found }
    }
    let renderers = RendererSearch().run(seconds: seconds).map { ExternalPlaybackDevice($0) }
    _ = group.wait(timeout: deadline)
    let devices = renderers + casts.devices.withLock { $0 }.map { ExternalPlaybackDevice($0) }
    return devices.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
  }

  /// The result of `find(_:)`.
  public enum Lookup: Sendable, Hashable {
    /// The only device with the name or identifier.
    case found(ExternalPlaybackDevice)
    /// No device responded that has it.
    case missing
    /// Several devices have the name; their identifiers differ.
    case ambiguous([ExternalPlaybackDevice])
  }

  /// Searches a device by its identifier, or by its name in any case. Blocks for up to four seconds, so it may not run
  /// on a thread that must respond.
  public static func find(_ name: String) -> Lookup {
    for _ in 0..<lookupAttempts {
      let lookup = choose(name, from: searchNow(seconds: lookupDuration))
      if lookup != .missing { return lookup }
    }
    return .missing
  }

  /// Devices respond within a second; packets get lost.
  private static let lookupAttempts = 3
  private static let lookupDuration = 1.3

  /// Selects a device by its identifier or name.
  static func choose(_ name: String, from devices: [ExternalPlaybackDevice]) -> Lookup {
    if let device = devices.first(where: { $0.id == name }) { return .found(device) }
    let matches = devices.filter { $0.name.caseInsensitiveCompare(name) == .orderedSame }
    return matches.isEmpty ? .missing : matches.count == 1 ? .found(matches[0]) : .ambiguous(matches)
  }
}

/// The Cast devices of a search, which another thread finds.
private final class CastResults: Sendable {
  let devices = Mutex<[CastDevice]>([])
}
