import AVFoundation
import PlayheadEngine

/// What the controls and keys need of a player. Tests put their own in its place.
@MainActor protocol ControlledPlayer: AnyObject {
  /// The wanted rate; 0 is paused.
  var rate: Float { get set }
  /// 0 to 1.
  var volume: Float { get set }
  var isMuted: Bool { get set }
  var position: CMTime { get }
  /// Not numeric while unknown, and for what has no end.
  var duration: CMTime { get }
  /// `isExact`: the picture that covers `time`; else whatever is quickest near it. A later seek ends an earlier one.
  func seek(to time: CMTime, isExact: Bool, completion: @escaping @MainActor () -> Void)
  /// Moves a paused player by pictures.
  func step(by count: Int)
}

/// The player of a view, as its controls see it.
@MainActor final class PlayerControl: ControlledPlayer {
  private let player: AVPlayer

  init(_ player: AVPlayer) { self.player = player }

  var rate: Float {
    get { player.rate }
    set { player.rate = newValue }
  }

  var volume: Float {
    get { player.volume }
    set { player.volume = newValue }
  }

  var isMuted: Bool {
    get { player.isMuted }
    set { player.isMuted = newValue }
  }

  var position: CMTime { player.currentTime() }
  var duration: CMTime { player.currentItem?.duration ?? .indefinite }

  func seek(to time: CMTime, isExact: Bool, completion: @escaping @MainActor () -> Void) {
    let tolerance = isExact ? CMTime.zero : .positiveInfinity
    // Players complete on the main queue.
    player.seek(to: time, toleranceBefore: tolerance, toleranceAfter: tolerance) { _ in
      MainActor.assumeIsolated(completion)
    }
  }

  func step(by count: Int) { player.session.step(by: count) }
}
