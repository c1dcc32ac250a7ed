import CoreMedia
import PlayheadFFmpeg

/// Prefetching for backward scrubbing: while the reader is idle it decodes the frames that will probably be needed
/// next.
///
///     sync ─ ─ ─ ▇▇▇▇▇▇▇▇▇▇▇▇│▇▇▇▇▇▇▇▇▇▇ scrub position ◄──
///                 prefetched │ cached
///
/// Decoding only runs forward: without prefetching, a scrub position that leaves the cached range waits for everything
/// since the sync sample.
extension DemuxLoop {
  /// Whether a speculative start is in progress.
  var isAhead: Bool { plan?.isSpeculative == true && !isAtRest }

  /// Whether the decoder has reached the target of the last start.
  private var isAtRest: Bool { visited.landed == order }

  /// Starts decoding the frames before the cached range. Returns false if nothing is missing or the user is not
  /// scrubbing backward.
  func beginAhead(_ source: any PacketSource) -> Bool {
    guard isIdle, isAtRest, scrub.isGoingBack, plan?.mode ?? .still == .still, mailbox.transfer == nil,
      let hand = visited.wish?.time ?? scrub.last, let room = roomForPictures(source),
      let target = nextAhead(of: hand, room.time, source), scrub.mayPrepare(target)
    else { return false }
    var plan = PipelineStart(epoch: 0, generation: 0, target: target, mode: .still)
    guard isNearbyOfUse(plan, source) else { return false }
    plan.isSpeculative = true
    plan.keeps = FrameRetentionWindow(little: room.way, much: room.way)
    scrub.prepare(target)
    do throws(MediaError) {
      try begin(plan, source, isAtStart: false)
      // Another start was requested, and this one was not read to its end.
      if mailbox.endsPresentStart { giveUpAhead() }
    } catch {
      giveUpAhead()
    }
    return true
  }

  /// The first missing frame that backward scrubbing will need; nil if there is none, or no budget for it.
  private func nextAhead(of hand: CMTime, _ room: CMTime, _ source: any PacketSource) -> CMTime? {
    let low = max(.zero, hand - room)
    guard var target = visited.gap(before: hand, downTo: low) else { return nil }
    // A frame near its sync sample is decoded quickly on demand: the end of the GOP before takes longest.
    if let begin = visited.begin(of: target), target - begin < Self.shortWay, begin == visited.begin(of: hand) {
      target = begin - CMTime(value: 1, timescale: 1_000_000)
      guard visited.picture(at: target) == nil else { return nil }
    }
    guard target >= .zero, let sync = syncBefore(target, source) else { return nil }
    // The budget suffices, or will when the frames arrive.
    let isRoomy = target - low >= CMTimeMultiplyByRatio(room, multiplier: 1, divisor: 4)
    return isRoomy || target - sync >= room ? target : nil
  }
  private static let shortWay = CMTime(value: 3, timescale: 2)

  /// The last sync sample that is certainly before `target`: some indexes order sync samples by decode time.
  func syncBefore(_ target: CMTime, _ source: any PacketSource) -> CMTime? {
    videoIndex.flatMap {
      source.indexedSyncTime(notAfter: max(.zero, target - CMTime(value: 1, timescale: 5)), track: $0)
    }
  }

  /// A paused seek before the target of the speculative start takes it over: the decoder may not have reached that
  /// frame yet.
  func adoptAhead(_ still: PipelineStart, sync: CMTime?) -> Bool {
    guard isAhead, let plan, let videoIndex, let queue = queues[videoIndex], !still.snapsToPicture,
      still.target < plan.target, visited.isOnWay(still.target)
    else { return false }
    var still = still
    still.keeps = plan.keeps
    still.order = order
    self.plan = still
    scrub.note(still: still.target, sync: sync)
    queue.pushBeside(.adopt(still))
    return true
  }

  /// Ends a speculative start without a report. If the failure persists, the next requested start reports it.
  func giveUpAhead() {
    isIdle = true
    plan = nil
  }

  /// The time before a target whose frames fit into the budget, the range over which all of them are decoded, and the
  /// duration of a frame.
  func roomForPictures(_ source: any PacketSource) -> (time: CMTime, way: CMTime, picture: CMTime)? {
    guard let videoIndex, let video = source.info.track(at: videoIndex)?.video else { return nil }
    let count = max(
      2, FrameEvictionPolicy(limit: limits.visitedPictureBytes).nearLimitOfDrag / max(1, video.width * video.height * 3 / 2))
    let picture = video.minFrameDuration.isNumeric ? video.minFrameDuration : CMTime(value: 1, timescale: 30)
    let time = CMTime(seconds: min(Self.mostKept, Double(count) * picture.seconds), preferredTimescale: 1_000_000)
    return (time, CMTimeMultiply(time, multiplier: 2), picture)
  }
  /// In seconds. A scrub position seldom moves further back than this within a short time.
  private static let mostKept = 4.0
}
