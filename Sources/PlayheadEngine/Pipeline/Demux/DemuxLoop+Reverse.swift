import CoreMedia
import PlayheadFFmpeg

/// Reverse playback.
extension DemuxLoop {
  /// Begins reverse playback before the target of the start. Without video there is nothing to play, and the loop is
  /// idle.
  func beginReverse(_ plan: PipelineStart) {
    guard let videoIndex, let queue = queues[videoIndex] else {
      isIdle = true
      return
    }
    filter = nil
    queue.push(.begin(plan, target: plan.target))
    reverse.begin(at: plan.target)
  }

  /// Sends the next GOP of reverse playback, which ends at the beginning of the track.
  ///
  /// - Throws: `MediaError` if seeking or reading fails.
  func stepBackward(_ source: any PacketSource) throws(MediaError) {
    guard let videoIndex, let queue = queues[videoIndex],
      let group = try reverse.next(ofTrack: videoIndex, source, isInterrupted: { mailbox.endsCurrentStart })
    else { return finishReverse() }
    queue.push(.group(group))
  }

  /// Ends reverse playback at the beginning of the track: the decoders report their end.
  func finishReverse() {
    reverse.end()
    isIdle = true
    for queue in queues.values { queue.push(.endOfStream) }
  }
}
