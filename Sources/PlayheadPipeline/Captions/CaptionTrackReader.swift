import CoreMedia
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// Reads the selected caption track of one item: from a source of its own, along with the media, or as the text
/// segments of a stream.
///
/// Used by the session's thread. `end` closes the source of its own.
final class CaptionTrackReader {
  /// The item whose captions are read.
  private let item: EngineItem
  /// The item's clock.
  private let clock: MediaClock
  /// The clock, the byte sources, and the limits of the engine.
  private let environment: PlaybackEnvironment
  /// The messages to the demux loop, which reads the tracks that are read along.
  private let mailbox: ReaderMailbox
  /// Reads a caption track from a source of its own; nil: none is selected, or it is read along.
  private var feed: CaptionFeed?
  /// The stream's text track that is read along.
  private var streamText: Int?
  /// The index of the caption track of a container, or of closed captions in the video; nil: none is selected.
  private var track: Int?

  /// Creates it without a selected track.
  init(item: EngineItem, clock: MediaClock, environment: PlaybackEnvironment, mailbox: ReaderMailbox) {
    self.item = item
    self.clock = clock
    self.environment = environment
    self.mailbox = mailbox
  }

  /// Selects the track to read from `time` on; nil: none.
  func select(_ index: Int?, from time: CMTime) {
    let isInVideo = index.map { ClosedCaptionService(trackIndex: $0) != nil } ?? false
    // A stream's reader fetches text segments itself and maps their times to the timeline.
    let isStream = item.snapshot.info?.containerName == "hls"
    let text = isStream && !isInVideo ? index : nil
    let selected = isStream && !isInVideo ? nil : index
    if track != selected, track != nil { end() }
    if streamText != text {
      streamText = text
      mailbox.post(.text(text, from: time))
    }
    guard track != selected, let selected else { return }
    track = selected
    // In a source that can only be read once, captions are read along with the media, and video segments are not
    // fetched twice.
    let isFetched = isStream || mailbox.transfer != nil
    if item.snapshot.info?.isSeekable == false || (isInVideo && isFetched) {
      return mailbox.post(.captions(selected))
    }
    let feed = CaptionFeed(item: item, track: selected, clock: clock, environment: environment)
    feed.move(to: time)
    self.feed = feed
  }

  /// Continues at another position.
  func move(to time: CMTime) { feed?.move(to: time) }

  /// Wakes the reader, whose deadline depends on the clock.
  func clockChanged() { feed?.clockChanged() }

  /// Ends the selected track and closes its source.
  func end() {
    feed?.close()
    feed = nil
    if track != nil { mailbox.post(.captions(nil)) }
    track = nil
    item.captions.endTrack()
  }
}
