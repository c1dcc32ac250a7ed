import CoreMedia
import PlayheadFFmpeg

/// What a hand that goes backward will want next, decoded while there is nothing else to do.
///
///     sync ─ ─ ─ ▇▇▇▇▇▇▇▇▇▇▇▇│▇▇▇▇▇▇▇▇▇▇ hand ◄──
///                 begun here │ kept
///
/// Decoding goes forward only: without this a hand that leaves what is kept waits for everything since the sync sample.
extension DemuxLoop {
  /// Whether something is under way that nobody asked for.
  var isAhead: Bool { plan?.isSpeculative == true && !isAtRest }

  /// Whether the decoder has come to the still that it was given last.
  private var isAtRest: Bool { visited.landed == order }

  /// Begins on the pictures before those that are kept. False if nothing is missing, or nobody goes backward.
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
      // Somebody wants something else by now, and it was not read to the end.
      if mailbox.endsPresentStart { giveUpAhead() }
    } catch {
      giveUpAhead()
    }
    return true
  }

  /// What a hand that goes backward needs first of what is not kept; nil: nothing that has room.
  private func nextAhead(of hand: CMTime, _ room: CMTime, _ source: any PacketSource) -> CMTime? {
    let low = max(.zero, hand - room)
    guard var target = visited.gap(before: hand, downTo: low) else { return nil }
    // Near its sync sample a picture comes soon enough when it is wanted: the end of the group before takes longest.
    if let begin = visited.begin(of: target), target - begin < Self.shortWay, begin == visited.begin(of: hand) {
      target = begin - CMTime(value: 1, timescale: 1_000_000)
      guard visited.picture(at: target) == nil else { return nil }
    }
    guard target >= .zero, let sync = syncBefore(target, source) else { return nil }
    // There is room for it, or will be when its pictures come.
    let isRoomy = target - low >= CMTimeMultiplyByRatio(room, multiplier: 1, divisor: 4)
    return isRoomy || target - sync >= room ? target : nil
  }
  private static let shortWay = CMTime(value: 3, timescale: 2)

  /// The last sync sample that lies before `target` for certain: some indexes file them by when they are decoded.
  func syncBefore(_ target: CMTime, _ source: any PacketSource) -> CMTime? {
    videoIndex.flatMap {
      source.indexedSyncTime(notAfter: max(.zero, target - CMTime(value: 1, timescale: 5)), track: $0)
    }
  }

  /// A still before the end of what nobody asked for takes it over: the decoder may not have come there yet.
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

  /// Nobody has asked for it, so nobody is told. Whoever wants what is there will be.
  func giveUpAhead() {
    isIdle = true
    plan = nil
  }

  /// How many seconds of pictures have room before a still, over how long a way all of them are decoded, and how long one lasts.
  func roomForPictures(_ source: any PacketSource) -> (time: CMTime, way: CMTime, picture: CMTime)? {
    guard let videoIndex, let video = source.info.track(at: videoIndex)?.video else { return nil }
    let count = max(
      2, FrameEvictionPolicy(limit: limits.visitedPictureBytes).nearLimitOfDrag / max(1, video.width * video.height * 3 / 2))
    let picture = video.minFrameDuration.isNumeric ? video.minFrameDuration : CMTime(value: 1, timescale: 30)
    let time = CMTime(seconds: min(Self.mostKept, Double(count) * picture.seconds), preferredTimescale: 1_000_000)
    return (time, CMTimeMultiply(time, multiplier: 2), picture)
  }
  /// Seconds. So much lies before a still that somebody may come to soon.
  private static let mostKept = 4.0
}
