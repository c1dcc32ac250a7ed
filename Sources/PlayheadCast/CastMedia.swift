import PlayheadBasics
import PlayheadRoutes

/// The media of this program in the default media receiver: which session it has, and its last state.
struct CastMedia {
  /// The session of the loaded item; nil while the device opens it.
  private(set) var session: Int?
  /// Whether playback is requested.
  var isPlaying = false
  /// Whether the device cannot play the item.
  private(set) var hasFailed = false

  /// The last state of the session.
  private var state = RemotePlayback.Report(transport: .stopped)
  /// The number of the request that loads the item; nil once it is answered.
  private var loading: Int?
  /// Whether the response to that request was lost with the connection, so that the next session is the item's.
  private var missesResponse = false

  /// Creates the state without an item.
  init() {}

  /// The item is being loaded by a request. Messages about earlier sessions do not matter from here on.
  mutating func load(number: Int) {
    self = CastMedia()
    loading = number
  }

  /// The connection was lost. The device may go on.
  mutating func connectionWasLost() {
    missesResponse = missesResponse || loading != nil
    loading = nil
  }

  /// Whether the session is open and does not play, although playback was requested before it was open.
  var needsPlay: Bool { session != nil && isPlaying && state.transport == .paused }

  /// The state for the state machine.
  var report: RemotePlayback.Report {
    loading != nil || missesResponse || needsPlay ? RemotePlayback.Report(transport: .transitioning) : state
  }

  /// Handles a message of the receiver.
  mutating func handle(_ payload: CastPayload) {
    switch payload.type {
    case "MEDIA_STATUS": adopt(payload)
    case "LOAD_FAILED", "LOAD_CANCELLED", "INVALID_REQUEST", "INVALID_PLAYER_STATE":
      guard let loading, payload.request == loading else { return }
      self.loading = nil
      hasFailed = true
    default: break
    }
  }

  private mutating func adopt(_ payload: CastPayload) {
    guard let status = payload.objects("status").first,
      let session = status.number("mediaSessionId").flatMap({ Int(exactly: $0) })
    else {
      // No media is loaded.
      if loading == nil, !missesResponse { state = RemotePlayback.Report(transport: .stopped) }
      return
    }
    if loading != nil || missesResponse {
      guard missesResponse || payload.request == loading else { return }
      (loading, missesResponse, self.session) = (nil, false, session)
    } else if session != self.session {
      // Another program has loaded something else.
      state = RemotePlayback.Report(transport: .stopped)
      return
    }
    adopt(status: status)
  }

  private mutating func adopt(status: CastPayload) {
    let duration = status.object("media")?.number("duration") ?? state.duration
    state = RemotePlayback.Report(
      transport: Self.transport(status.text("playerState") ?? ""), position: status.number("currentTime"),
      duration: duration.flatMap { $0 > 0 ? $0 : nil })
    if status.text("playerState") == "IDLE", status.text("idleReason") == "ERROR" { hasFailed = true }
    // Another remote control may pause from here on.
    if state.transport == .playing { isPlaying = false }
  }

  /// The state of the transport for `PlayerState` of the Cast reference.
  private static func transport(_ state: String) -> RemotePlayback.Transport {
    switch state {
    case "PLAYING": .playing
    case "PAUSED": .paused
    case "IDLE": .stopped
    // BUFFERING, LOADING, and those that later versions add.
    default: .transitioning
    }
  }
}
