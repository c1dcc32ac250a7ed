import Foundation
import PlayheadDLNA
import PlayheadEngine
import PlayheadItems
import PlayheadRoutes
import Synchronization

/// External playback: another device plays the items in place of this computer.
extension AVPlayer {
  /// The device that plays items in place of this computer; nil by default, for this computer.
  ///
  /// Playback continues on the device from the current position on, and returns at the device's position with nil.
  /// Ignored while `allowsExternalPlayback` is false. A change is observed as one of `isExternalPlaybackActive`.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var externalPlaybackDevice: ExternalPlaybackDevice? {
    get { state.withLock { $0.external.device } }
    set {
      guard newValue != externalPlaybackDevice else { return }
      setRenderer(
        newValue.map { RendererPlayback($0.description, copy: ExternalPlaybackCopy.make) }, device: newValue)
    }
  }

  /// The error with which the last device stopped playing items; nil while there is none, and once another device was
  /// selected.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var externalPlaybackError: (any Error)? {
    externalPlaybackFailure?.forClients
  }

  /// The error with which the last device stopped, as the engine describes it.
  package nonisolated var externalPlaybackFailure: MediaError? { state.withLock { $0.external.error } }

  /// Plays items on a renderer from the current position on; nil: on this computer.
  nonisolated func setRenderer(_ renderer: (any RemoteRenderer)?, device: ExternalPlaybackDevice? = nil) {
    update(
      sending: { [session] state in
        session.setRenderer(state.external.renderer)
        return nil
      }
    ) {
      guard $0.allowsExternalPlayback || renderer == nil else { return }
      $0.external = ExternalPlaybackState(renderer: renderer, device: device)
    }
  }
}

/// The device that plays items in place of this computer.
struct ExternalPlaybackState: Sendable {
  /// The connection to the device; nil while this computer plays.
  var renderer: (any RemoteRenderer)?
  /// The device that the client has selected.
  var device: ExternalPlaybackDevice?
  /// The error with which the last device stopped.
  var error: MediaError?

  /// Whether another device plays.
  var isActive: Bool { renderer != nil }
}

/// A device of the local network that can play in place of this computer: a DLNA renderer.
///
/// - Note: Not in Apple's API.
@_spi(Playhead) public struct ExternalPlaybackDevice: Sendable, Hashable, Identifiable {
  /// The addresses of the device's services.
  let description: DeviceDescription

  /// Creates a device from its description.
  package init(_ description: DeviceDescription) { self.description = description }

  /// An identifier that the device keeps.
  public var id: String { description.route.id }
  /// The name for users.
  public var name: String { description.route.name }
  /// The model for users; nil if the device does not name one.
  public var model: String? { description.route.model }

  /// Searches the local networks. Nothing is sent at other times.
  ///
  /// - Parameter seconds: The duration of the search: devices respond within a second, and describe themselves in
  ///   another one.
  /// - Returns: The devices, sorted by name. Empty without a network.
  public static func search(seconds: Double = 3) async -> [ExternalPlaybackDevice] {
    await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(returning: RendererSearch().run(seconds: seconds).map(ExternalPlaybackDevice.init))
      }
    }
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
      let lookup = choose(
        name, from: RendererSearch().run(seconds: lookupDuration).map(ExternalPlaybackDevice.init))
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
