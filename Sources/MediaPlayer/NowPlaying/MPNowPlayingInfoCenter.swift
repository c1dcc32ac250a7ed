import Foundation
import Synchronization

/// What kind of thing plays.
public enum MPNowPlayingInfoMediaType: UInt, Sendable {
  case none = 0
  case audio = 1
  case video = 2
}

/// Whether the program plays.
public enum MPNowPlayingPlaybackState: UInt, Sendable {
  /// Not said: it plays where the rate in the info is not 0.
  case unknown = 0
  case playing = 1
  case paused = 2
  case stopped = 3
  case interrupted = 4
}

/// Tells the desktop what plays, through MPRIS on the session's D-Bus.
///
/// The program appears on the bus with the first info. Where there is no bus nothing happens. May be used from any thread.
public class MPNowPlayingInfoCenter: NSObject, @unchecked Sendable {
  // Sendable: what changes is behind the mutex. The values of the dictionary are the program's, which promises not to change them.
  private struct Values: @unchecked Sendable {
    // Sendable: see above.
    var all: [String: Any]?
  }

  private struct State: Sendable {
    var info = Values()
    var playbackState = MPNowPlayingPlaybackState.unknown
  }

  private static let shared = MPNowPlayingInfoCenter()
  private let state = Mutex(State())

  private override init() {}

  /// The program's only one.
  public class func `default`() -> MPNowPlayingInfoCenter { shared }

  /// What plays, by the names `MPMediaItemProperty…` and `MPNowPlayingInfoProperty…`; nil for nothing. Setting it replaces all of it.
  public var nowPlayingInfo: [String: Any]? {
    get { state.withLock { $0.info }.all }
    set {
      let values = Values(all: newValue)
      state.withLock { $0.info = values }
      publish()
    }
  }

  /// Whether it plays, for programs that say it beside the rate. `unknown` at first.
  public var playbackState: MPNowPlayingPlaybackState {
    get { state.withLock { $0.playbackState } }
    set {
      state.withLock { $0.playbackState = newValue }
      publish()
    }
  }

  private func publish() {
    NowPlayingPublisher.shared.infoChanged(to: NowPlayingInfo(nowPlayingInfo, playbackState))
  }
}
