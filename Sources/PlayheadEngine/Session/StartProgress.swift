import CoreMedia
import PlayheadItems

/// The reports of a pipeline since a start: how far each track is prepared, and where it ends.
struct StartProgress {
  /// Whether enough frames are decoded to start. Also true once the video has ended.
  private(set) var isVideoPrimed = false
  /// Whether enough audio is rendered to start. Also true once the audio has ended.
  private(set) var isAudioPrimed = false
  /// Whether the last frame in the direction of playback was decoded.
  private(set) var hasVideoEnded = false
  /// Whether the last sample was rendered.
  private(set) var hasAudioEnded = false
  /// Whether the last packet was read, or reading has failed.
  private(set) var hasReadEverything = false
  /// The latest end of any track that has reported one, and the end of the audio.
  private(set) var end: CMTime?
  private(set) var audioEnd: CMTime?
  /// The time at which the audio is cut; nil: the end of the track.
  var audioCut: CMTime?
  /// The read error that ended the media early.
  private(set) var readError: MediaError?
  /// The decode error of a track without output.
  private(set) var decodeError: MediaError?

  /// The progress of a start that has reported nothing.
  init(audioCut: CMTime? = nil) { self.audioCut = audioCut }

  /// Enough frames are decoded to start.
  mutating func videoIsPrimed() { isVideoPrimed = true }

  /// Enough audio is rendered to start.
  mutating func audioIsPrimed() { isAudioPrimed = true }

  /// The last frame was decoded.
  ///
  /// - Parameter time: Its end; nil if there was none.
  mutating func videoEnded(at time: CMTime?) {
    hasVideoEnded = true
    isVideoPrimed = true
    add(end: time)
  }

  /// The last sample was rendered.
  ///
  /// - Parameter time: Its end; nil if there was none.
  mutating func audioEnded(at time: CMTime?) {
    hasAudioEnded = true
    isAudioPrimed = true
    audioEnd = time
    add(end: time)
  }

  /// Another audio track follows: its end is not known yet.
  mutating func audioIsReplaced() {
    hasAudioEnded = false
    audioEnd = nil
  }

  /// The last packet was read.
  mutating func everythingIsRead() { hasReadEverything = true }

  /// Reading has failed: the media ends with the last packet that was read.
  mutating func readFailed(_ error: MediaError) { readError = error }

  /// A track has packets, and none of them could be decoded.
  mutating func decodingFailed(_ error: MediaError) { decodeError = error }

  /// Adds the end of a track; nil for a track without frames or samples, which changes nothing.
  mutating func add(end time: CMTime?) {
    if let time { end = max(end ?? time, time) }
  }

  /// Whether every track that is needed has buffered enough to start.
  ///
  /// - Parameter needsAudio: Whether playback waits for audio.
  func isPrimed(hasVideo: Bool, needsAudio: Bool) -> Bool {
    (!hasVideo || isVideoPrimed) && (!needsAudio || isAudioPrimed)
  }

  /// Whether every track has reported its end.
  func hasEnded(hasVideo: Bool, hasAudio: Bool) -> Bool {
    (!hasVideo || hasVideoEnded) && (!hasAudio || hasAudioEnded)
  }
}
