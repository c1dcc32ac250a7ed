/// Decides whether opening a file starts playback.
///
/// ```
///            opened                  begin: plays
///   idle ───────────► pending ──────────────────────────┐
///     ▲                  │ requested                    │
///     │                  ▼            begin: goes on    │
///     │               requested ────────────────────────┤
///     └─────────────────────────────────────────────────┘
/// ```
/// While a file takes long to open, playback is requested early, so that the user can pause. A request is not repeated
/// when the file is open, because the user may have paused since.
struct PlaybackStart: Equatable {
  /// The change that the caller must carry out when the file can be shown.
  enum Action: Equatable {
    /// The file has begun already, or there is none.
    case none
    /// Playback begins and must be requested.
    case play
    /// Playback was requested while the file was opening.
    case proceed
  }

  /// The progress of the current file.
  private enum State { case idle, pending, requested }

  private var state = State.idle

  /// Whether the current file has begun, or there is none.
  var isOver: Bool { state == .idle }

  /// Creates the state without a file.
  init() {}

  /// A file is being opened.
  mutating func opened() { state = .pending }

  /// Playback was requested before the file was open.
  mutating func requested() { if state == .pending { state = .requested } }

  /// The first frame of the file can be shown, or it has none.
  mutating func begin() -> Action {
    defer { state = .idle }
    switch state {
    case .idle: return .none
    case .pending: return .play
    case .requested: return .proceed
    }
  }
}
