import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The events that an item's pipeline reports to the session.
///
/// Sent by the threads of the pipeline and handled by the session's thread. Reports of an obsolete epoch are ignored.
package enum PipelineReport: Sendable {
  /// The source is open.
  case opened(MediaInfo, [StreamParameters])
  /// The item cannot be played.
  case failed(MediaError)
  /// The first frame (or, without video, the first audio) of the start is ready. `isDrained`: the decoder cannot resume
  /// from here.
  case targetReached(epoch: Int, time: CMTime, isDrained: Bool)
  /// The paused seek will produce no frame: the user has scrubbed back over positions that were already decoded.
  case passed(epoch: Int)
  /// The last packet was read: the next item may be prepared.
  case readEverything(epoch: Int)
  /// Enough frames, or enough audio, to start playback.
  case videoPrimed(epoch: Int)
  /// Enough audio in the ring to start playback.
  case audioPrimed(epoch: Int)
  /// The packet queues are full and hold no audio: reading pauses until frames are shown.
  case audioIsOutOfReach(epoch: Int)
  /// The end of the last frame, or of the last sample; nil if there was none.
  case videoEnded(epoch: Int, at: CMTime?)
  /// The end of the last sample, exact to the sample; nil if there was none.
  case audioEnded(epoch: Int, at: CMTime?)
  /// All caption services found in the video so far.
  case closedCaptions(Set<ClosedCaptionService>)
  /// The interstitials of the stream have changed.
  case interstitialsChanged
  /// Timestamps are discontinuous, so the container's duration is wrong; an estimate.
  case durationEstimated(CMTime)
  /// Reading failed. Media that was read before is played first.
  case readFailed(epoch: Int, MediaError)
  /// A track had packets, but none of them could be decoded.
  case decodedNothing(epoch: Int, MediaError)
  /// The packets of the audio track cannot pass through to the device: they have to be decoded.
  case passthroughRefused(PassthroughRefusal)
  /// The frame size differs from that of the frames before.
  case frameShape(DecodedFrameShape)
}
