import AVKit
import CPlayheadGObject

/// A size in square pixels.
struct VideoSize: Equatable, Sendable {
  var width: Int32 = 0
  var height: Int32 = 0
}

/// The properties of a player at one moment. The differences of two snapshots are notified.
struct PlayerSnapshot: Equatable, Sendable {
  var uri: String?
  var isPlaying = false
  var rate = 1.0
  var state = PlayerState.empty
  /// Microseconds; −1 if it is unknown or unlimited.
  var duration: Int64 = -1
  var isSeekable = false
  var volume = 1.0
  var isMuted = false
  var loops = false
  var title: String?
  /// The size of the video; zero without video.
  var size = VideoSize()
  /// The number of items that follow the current one.
  var queueLength: UInt32 = 0
  var failure: PlayerFailure?
  var audio = ItemTracks.List()
  var subtitles = ItemTracks.List()

  /// The properties that have another value than in an earlier snapshot, in the order in which they are notified: the
  /// item first, and last what depends on it.
  func changes(since old: PlayerSnapshot) -> [PlayheadEngineProperty] {
    let differences: [(Bool, PlayheadEngineProperty)] = [
      (uri != old.uri, PLAYHEAD_PROPERTY_URI), (queueLength != old.queueLength, PLAYHEAD_PROPERTY_QUEUE_LENGTH),
      (failure != old.failure, PLAYHEAD_PROPERTY_ERROR), (isPlaying != old.isPlaying, PLAYHEAD_PROPERTY_PLAYING),
      (rate != old.rate, PLAYHEAD_PROPERTY_RATE), (duration != old.duration, PLAYHEAD_PROPERTY_DURATION),
      (isSeekable != old.isSeekable, PLAYHEAD_PROPERTY_SEEKABLE), (volume != old.volume, PLAYHEAD_PROPERTY_VOLUME),
      (isMuted != old.isMuted, PLAYHEAD_PROPERTY_MUTED), (loops != old.loops, PLAYHEAD_PROPERTY_LOOP),
      (size.width != old.size.width, PLAYHEAD_PROPERTY_WIDTH),
      (size.height != old.size.height, PLAYHEAD_PROPERTY_HEIGHT),
      (title != old.title, PLAYHEAD_PROPERTY_TITLE),
      (audio.tracks != old.audio.tracks, PLAYHEAD_PROPERTY_AUDIO_TRACKS),
      (subtitles.tracks != old.subtitles.tracks, PLAYHEAD_PROPERTY_SUBTITLE_TRACKS),
      (audio != old.audio, PLAYHEAD_PROPERTY_AUDIO_TRACK),
      (subtitles != old.subtitles, PLAYHEAD_PROPERTY_SUBTITLE_TRACK),
      (state != old.state, PLAYHEAD_PROPERTY_STATE),
    ]
    return differences.filter(\.0).map(\.1)
  }
}
