/// Faults between a server and a player.
enum NetworkFault: String, CaseIterable, Sendable {
  case refused = "connection refused for 3 s"
  case reset = "connection reset twice"
  case freeze3 = "freeze of 3 s"
  case freeze15 = "freeze of 15 s"
  case freeze60 = "freeze of 60 s"
  case lost30 = "network lost for 30 s"
  case suspend = "suspend and resume"
  case missingOnce = "404 once"
  case forbidden = "403 until renewed"
  case burst = "503 four times"
  case truncated = "truncated"
  case flipped = "flipped bytes"
  case wrongLength = "wrong length"
  case stale = "playlist gone stale"
  case keyGone = "key gone"
  case unmarked = "discontinuity without tag"
  case noSection = "missing init"
  case slow = "first byte after 3.5 s"

  /// Its duration in seconds; nil if it does not end by itself, or ends with its last request.
  var seconds: Double? {
    switch self {
    case .refused, .freeze3: 3
    case .freeze15: 15
    case .freeze60: 60
    case .lost30: 30
    // A laptop that wakes: its connections are gone, and its wireless network takes a while.
    case .suspend: 20
    case .slow: 3.5
    default: nil
    }
  }

  /// The kind of media played during the fault.
  enum Medium: String, CaseIterable, Sendable {
    case file = "mp4"
    case transport = "TS"
    case fragments = "fMP4"
    case live
  }

  /// Faults of playlists need a playlist, those of initialization sections a medium with one.
  func exists(in medium: Medium) -> Bool {
    switch self {
    case .stale: medium == .live
    case .keyGone, .unmarked: medium != .file
    case .noSection: medium != .transport
    default: true
    }
  }

  /// Faults that the server does not recover from: playback is not expected to continue, but must report an error.
  var isFinal: Bool { [.stale, .keyGone, .noSection].contains(self) }
}
