import CoreMedia
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// The end of an item, and the action that follows.
extension SessionLoop {
  /// The time at which the item ends; nil until every track has reported its end.
  var endTime: CMTime? {
    if machine.isReversed { return item?.bounds.reverseLimit ?? .zero }
    if let cut = item?.cut { return max(cut, clock.snapshot.stoppedAt) }
    if external.isActive {
      let duration = item?.snapshot.duration ?? .indefinite
      return duration.isNumeric ? max(duration, clock.snapshot.stoppedAt) : progress.end
    }
    guard let pipeline, progress.hasEnded(hasVideo: pipeline.video != nil, hasAudio: pipeline.audio != nil) else {
      return nil
    }
    return max(progress.end ?? .zero, clock.snapshot.stoppedAt)
  }

  /// A track has ended. Once all have, the duration is known.
  func trackHasEnded() {
    if item?.cut == nil, let end = endTime {
      if let snapshot = item?.snapshot, !snapshot.duration.isNumeric || snapshot.isDurationEstimated {
        announceItem {
          $0.duration = end
          $0.isDurationEstimated = false
          $0.loadedTimeRanges = [CMTimeRange(start: .zero, duration: end)]
        }
      }
    }
    checkPrimed()
    queueNextAudio()
  }

  /// Performs the end action, and reports the end or the truncation of the item.
  func reachEnd() {
    guard let item, let pipeline else { return }
    if let error = endError(of: item) { return fail(error) }
    let duration = item.snapshot.duration
    let end = clock.snapshot.stoppedAt
    let isWhole = !machine.isReversed && item.cut == nil
    let policy = TruncationPolicy(
      duration: duration, selected: [pipeline.video, pipeline.audio].compactMap { $0?.track.timeRange },
      hasIndex: item.snapshot.info?.hasIndex == true, frameDuration: frameDuration)
    if isWhole, policy.endsAtDuration(endingAt: end) { clock.stop(at: duration) }
    pipeline.clockChanged()
    firePeriodicObservers()
    if queue.endAction == .pause { setRateToZero() }
    if queue.endAction == .advance { advance() }
    // The documented order: the next item is current before the end of this one is reported.
    if isWhole, policy.isTruncated(endingAt: end), let promised = policy.promisedEnd {
      let error = MediaError(.truncated(playable: end.seconds, promised: promised.seconds), url: item.url)
      item.journal.note(.failed(error), at: now, media: end)
      publisher.add(.failedToPlayToEnd(item, error))
    } else {
      item.journal.note(.ended, at: now, media: end)
      publisher.add(.playedToEnd(item))
    }
  }

  /// The error that ended the item without playing it: reading failed, or nothing could be decoded.
  private func endError(of item: EngineItem) -> MediaError? {
    guard !machine.isReversed else { return nil }
    if let error = progress.readError { return error }
    guard progress.end == nil, item.cut == nil, publisher.observedPosition <= .zero else { return nil }
    if let error = progress.decodeError { return error }
    // Tracks were found and none of them has a packet.
    return MediaError(.damaged, url: item.url)
  }

  /// The nominal duration of a frame in seconds; 0 if unknown.
  private var frameDuration: Double {
    guard let duration = pipeline?.video?.track.video?.minFrameDuration, duration.isNumeric else { return 0 }
    return duration.seconds
  }

  /// Sets the rate to zero, unless the client has requested another in the meantime.
  func setRateToZero() { replaceRate(by: 0) }

  /// Sets the rate for another reason than a request of the client, unless the client has requested another meanwhile.
  func replaceRate(by rate: Float) {
    perform(machine.setRate(rate))
    publisher.replaceRequest {
      $0.rate = rate
      $0.rateCause = nil
    }
    announceSession()
  }
}
