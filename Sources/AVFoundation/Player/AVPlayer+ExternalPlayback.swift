import Foundation
import PlayheadEngine
import PlayheadItems
import PlayheadRenderers
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
        newValue.map { RendererPlayback($0.route, copy: copier, makeControl: $0.makeControl) }, device: newValue)
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

  /// Copies the current item for a device that cannot play it otherwise.
  private nonisolated var copier: RemotePlayback.Copier {
    { [weak session] item, containers, isCancelled in
      // The item of the session is replaced before the device gets the next one.
      guard let current = session?.snapshot.item, current.remoteAddress == item.address else { return nil }
      return ExternalPlaybackCopy.make(of: current, containers: containers, isCancelled: isCancelled)
    }
  }

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
