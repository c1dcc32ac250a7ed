import CoreMedia

/// When an item is over, and what happens then.
extension SessionLoop {
  /// When the item is over; nil until every track has told its end.
  var endTime: CMTime? {
    if machine.isReversed { return item?.bounds.reverseLimit ?? .zero }
    if let cut = item?.cut { return max(cut, clock.snapshot.stoppedAt) }
    guard let pipeline, pipeline.video == nil || progress.hasVideoEnded, pipeline.audio == nil || progress.hasAudioEnded
    else {
      return nil
    }
    return max(progress.end ?? .zero, clock.snapshot.stoppedAt)
  }

  func ended(at time: CMTime?) {
    progress.add(end: time)
    if item?.cut == nil, let end = endTime {
      if item?.snapshot.duration.isNumeric != true {
        announceItem {
          $0.duration = end
          $0.loadedTimeRanges = [CMTimeRange(start: .zero, duration: end)]
        }
      }
    }
    checkPrimed()
    handOver()
  }

  func reachEnd() {
    guard let item, let pipeline else { return }
    let duration = item.snapshot.duration
    let end = clock.snapshot.stoppedAt
    // What the container promises and what its packets give differ by roundings; the position ends on the promise.
    let isWhole = !machine.isReversed && item.cut == nil
    let missing = duration.isNumeric && isWhole ? (duration - end).seconds : 0
    let limit = max(Self.truncationLimit, pictureDuration)
    if isWhole, duration.isNumeric, abs(missing) < limit { clock.stop(at: duration) }
    pipeline.clockChanged()
    firePeriodicObservers()
    if endAction == .pause { fallToPause() }
    if endAction == .advance { advance() }
    // The order is the contract's: what comes next is in its place before the end of this item is told.
    if missing >= limit, item.snapshot.info?.hasIndex == true {
      let error = MediaError(.truncated(playable: end.seconds, promised: duration.seconds), url: item.url)
      item.journal.note(.failed(error), at: now, media: end)
      events.append(.failedToPlayToEnd(item, error))
    } else {
      item.journal.note(.ended, at: now, media: end)
      events.append(.playedToEnd(item))
    }
  }

  /// An edit may begin or end within a picture: as much as one picture is not missed.
  var pictureDuration: Double {
    guard let duration = pipeline?.video?.track.video?.minFrameDuration, duration.isNumeric else { return 0 }
    return duration.seconds
  }

  /// Half a second: more than tracks of one file differ in length, less than anybody would miss.
  private static let truncationLimit = 0.5

  /// The rate falls to zero by itself, unless somebody has asked for another in the meantime.
  func fallToPause() {
    perform(machine.setRate(0))
    let handled = handledRevision
    shared.update {
      guard $0.revision == handled else { return }
      $0.rate = 0
      $0.rateCause = nil
    }
    announceSession()
  }
}
