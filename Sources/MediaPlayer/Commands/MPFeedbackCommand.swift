import Foundation
import Synchronization

/// A command with which the user likes, dislikes or bookmarks the current item.
///
/// MPRIS has no such command: programs and key bindings send it through the interface `org.playhead.MediaPlayer`, which
/// also shows them its title and whether it is active.
open class MPFeedbackCommand: MPRemoteCommand, @unchecked Sendable {
  /// The settings of the program.
  private struct Settings: Sendable {
    var isActive = false
    var title = ""
    var shortTitle = ""
  }

  /// The settings, locked because any thread may change them.
  private let settings = Mutex(Settings())

  /// Whether the feedback has been given for the current item: set by the program, shown by the desktop. False by
  /// default.
  open var isActive: Bool {
    get { settings.withLock { $0.isActive } }
    set {
      settings.withLock { $0.isActive = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }

  /// The action as a short sentence in the user's language, such as “Like this song”. Empty by default.
  open var localizedTitle: String {
    get { settings.withLock { $0.title } }
    set {
      settings.withLock { $0.title = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }

  /// The action as one or two words in the user's language, such as “Like”. Empty by default.
  open var localizedShortTitle: String {
    get { settings.withLock { $0.shortTitle } }
    set {
      settings.withLock { $0.shortTitle = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }
}

/// A command with which the user rates the current item.
///
/// MPRIS has no such command: see `MPFeedbackCommand`.
open class MPRatingCommand: MPRemoteCommand, @unchecked Sendable {
  // Sendable: mutable state is behind the mutex.

  /// The lowest and the highest rating.
  private let limits = Mutex<(minimum: Float, maximum: Float)>((0, 1))

  /// The lowest rating, 0 by default. Values that are not finite are ignored.
  open var minimumRating: Float {
    get { limits.withLock { $0.minimum } }
    set {
      guard newValue.isFinite else { return }
      limits.withLock { $0.minimum = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }

  /// The highest rating, 1 by default. Values that are not finite are ignored.
  open var maximumRating: Float {
    get { limits.withLock { $0.maximum } }
    set {
      guard newValue.isFinite else { return }
      limits.withLock { $0.maximum = newValue }
      NowPlayingPublisher.shared.commandsChanged()
    }
  }
}
