import Foundation
import Synchronization

/// The type of the current media, with Apple's values.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
  /// No media.
  case none = 0
  /// Audio.
  case audio = 1
  /// Video.
  case video = 2
}

/// The playback state, with Apple's values.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
  /// Not specified: the rate in the info determines whether it plays.
  case unknown = 0
  /// Playback is in progress.
  case playing = 1
  /// Playback is paused.
  case paused = 2
  /// Playback is stopped.
  case stopped = 3
  /// Playback is interrupted.
  case interrupted = 4
}

/// Publishes the current item to the desktop, through MPRIS on the session's D-Bus.
///
/// The program appears on the bus with the first info. Without a bus nothing happens. May be used from any thread.
public class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
  // Sendable: mutable state is behind the mutex. The program must not modify the values of the dictionary.
  /// The dictionary of the program.
  private struct Values: @unchecked Sendable {
    // Sendable: see above.
    /// The values; nil if there is no current item.
    var all: [String: Any]?
  }

  /// The values that the program has set.
  private struct State: Sendable {
    var info = Values()
    var playbackState = MPNowPlayingPlaybackState.unknown
  }

  /// The process-wide instance.
  private static let shared = MPNowPlayingInfoCenter()
  /// The values, locked because any thread may set them.
  private let state = Mutex(State())

  private override init() {}

  /// The process-wide instance.
  public class func `default`() -> MPNowPlayingInfoCenter { shared }

  /// The current item, with the keys `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…`; nil if there is none.
  /// Setting it replaces all values.
  public var nowPlayingInfo: [String: Any]? {
    get { state.withLock { $0.info }.all }
    set {
      let values = Values(all: newValue)
      state.withLock { $0.info = values }
      publish()
    }
  }

  /// The playback state, for programs that set it in addition to the rate. `unknown` by default.
  public var playbackState: MPNowPlayingPlaybackState {
    get { state.withLock { $0.playbackState } }
    set {
      state.withLock { $0.playbackState = newValue }
      publish()
    }
  }

  /// Passes the values to the desktop. Returns at once: the bus has a thread of its own.
  private func publish() {
    NowPlayingPublisher.shared.infoChanged(to: NowPlayingInfo(nowPlayingInfo, playbackState))
  }
}
