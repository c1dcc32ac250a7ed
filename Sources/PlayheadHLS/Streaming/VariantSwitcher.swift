import CoreMedia
import PlayheadClock
import PlayheadItems
import PlayheadStreaming

/// Switches a rendition between the playlists of its variants at a segment boundary. Belongs to the reader's thread.
///
/// The variant itself is chosen elsewhere (`VariantSelector`): a decision arrives as the next playlist. Segments come
/// from the present one until the next one is loaded.
///
///     feed ──change(to:)──► feed, next loading ──takeNext──► next is the feed
///      ▲                        │ load fails
///      └────────────────────────┘ unless the switch is required
package final class VariantSwitcher {
  /// The result of `takeNext`.
  enum Outcome {
    /// The feed is the same.
    case unchanged
    /// The feed has changed. Requests continue at the position; nil: at the first segment.
    case switched(continuingAt: SegmentPosition?)
  }

  /// The playlist from which segments are requested at present.
  private(set) var feed: PlaylistFeed
  /// The playlist to switch to; nil: none.
  private(set) var next: PlaylistFeed?
  /// Whether no more segments may come from the present playlist.
  private(set) var isRequired = false
  /// The playlist that other playlists are aligned with; nil in the reader of that playlist.
  var reference: () -> PlaylistTimeline? = { nil }
  /// Called before each segment to choose its playlist.
  var choose: () -> Void = {}
  /// Called when a segment cannot be loaded. True if there is an alternative: `feed` or `next` has been changed.
  var recover: (MediaError) -> Bool = { _ in false }

  /// Creates a switcher at a playlist. Requests nothing yet.
  init(_ feed: PlaylistFeed) { self.feed = feed }

  /// The playlist of the following segments.
  var target: PlaylistFeed { next ?? feed }

  /// Sets the playlist before anything has been requested.
  func begin(with feed: PlaylistFeed) {
    self.feed = feed
    next = nil
    isRequired = false
  }

  /// Switches to another playlist from the next segment that has not been requested yet.
  ///
  /// The switch takes place once the other playlist is loaded; until then segments come from the present one.
  func change(to feed: PlaylistFeed) {
    guard feed !== self.feed else {
      next = nil
      return
    }
    next = feed
    feed.begin(reportedBy: self.feed.timeline?.playlist)
  }

  /// Switches to another playlist, and requests no more segments from the present one.
  func require(_ feed: PlaylistFeed) {
    change(to: feed)
    isRequired = feed !== self.feed
  }

  /// Switches to the next playlist once it is loaded: at the same time, or at the live edge if that time is past its
  /// end.
  ///
  /// A next playlist that failed to load is replaced by another one or given up.
  ///
  /// - Parameter position: The position in the present playlist of the segment to request next; nil for its first one.
  func takeNext(at position: SegmentPosition?) -> Outcome {
    // A live playlist that was left a while ago must be reloaded first.
    guard let next, !next.isPending else { return .unchanged }
    guard let new = next.timeline else {
      retry(next)
      return .unchanged
    }
    self.next = nil
    isRequired = false
    var position = position
    if let place = position, let old = feed.timeline { position = new.position(continuing: place, of: old) }
    feed = next
    return .switched(continuingAt: position)
  }

  /// Handles a next playlist that failed to load: the switch is abandoned. One whose load was interrupted by a seek is
  /// requested again.
  private func retry(_ next: PlaylistFeed) {
    guard let failure = next.failure else { return next.begin() }
    if !isRequired, !recover(failure) { self.next = nil }
  }

  /// Reloads the playlists as due. Returns the latest time of the next call.
  package func tend() -> HostTime? {
    let next = next?.tend(alignedWith: reference() ?? feed.timeline)
    let own = feed.tend(alignedWith: reference())
    return [own, next].compactMap { $0 }.min()
  }
}
