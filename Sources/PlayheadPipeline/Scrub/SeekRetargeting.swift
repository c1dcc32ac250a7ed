import CoreMedia

/// Decides how a paused seek in progress continues when the user has scrubbed further backward, so that its frame is
/// obsolete. Pure.
///
///          sync ▇▇▇▇▇▇▇▇▇ decoder ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ► target
///     (c)  ▲       (a)  ▲ passed                        (b)  ▲ retargeted
///
/// - (a) The frame at the scrub position was already output or skipped: a placeholder is shown, and the decoder starts
///   again.
/// - (b) The decoder has not output that frame yet: the seek ends there.
/// - (c) The scrub position is before this GOP, whose packets cannot decode its frame: passed.
///
/// Belongs to the video decoder thread.
struct SeekRetargeting {
  /// How the decoder continues.
  enum Advice: Equatable {
    /// The seek continues to its current target.
    case proceed
    /// Ends the seek at `target`, whose frame has the presentation time `frameTime`.
    case retarget(target: CMTime, frameTime: CMTime)
    /// The decoder has already passed the scrub position.
    case passed
  }

  /// The current target: that of the start, or a scrub position before it.
  private(set) var target: CMTime
  /// Whether the seek was retargeted.
  private(set) var isRetargeted = false
  /// The presentation time of the frame at the current target; nil until the seek is retargeted.
  private var frameTime: CMTime?
  /// The presentation time of the first packet sent to the decoder, or the position of the pooled decoder; nil before
  /// either.
  private var first: CMTime?
  /// The last packets sent to the decoder, more than any reordering.
  private var sent: [SentPacket] = []
  private struct SentPacket {
    /// The presentation time.
    var time: CMTime
    /// Whether the packet is skipped if no other depends on it.
    var isSkippable: Bool
  }
  /// The latest presentation time that the decoder has output.
  private var received = CMTime.negativeInfinity
  /// Whether all packets needed for the current target have been sent.
  private(set) var isComplete = false
  /// The decode time of the last packet sent to the decoder.
  private var lastDecode = CMTime.negativeInfinity
  /// The number of sent packets that are available at least; up to twice as many are stored.
  private static let sentLimit = 64

  /// Returns nil for a start that cannot be retargeted.
  init?(_ plan: PipelineStart) {
    guard plan.isExactPausedSeek, !plan.snapsToFrame, !plan.reuse.leavesOpen,
      plan.reuse.isFresh || plan.reuse.isPooled
    else {
      return nil
    }
    target = plan.target
  }

  /// A pooled decoder resumes at this position. Its pending output is unknown.
  mutating func resume(_ position: DecoderPoolPositions.Position) {
    first = position.openTime
    lastDecode = position.lastDecode
    sent = position.sent.map { SentPacket(time: $0, isSkippable: true) }
  }

  /// Records a packet sent to the decoder.
  mutating func noteSent(_ packet: SeekPacketFilter.Times, isSkippable: Bool = false) {
    if packet.decode.isNumeric { lastDecode = packet.decode }
    guard packet.presentation.isNumeric else { return }
    if first == nil { first = packet.presentation }
    sent.append(SentPacket(time: packet.presentation, isSkippable: isSkippable))
    if isRetargeted, packet.presentation == frameTime { isComplete = true }
    if sent.count > 2 * Self.sentLimit { sent.removeFirst(Self.sentLimit) }
  }

  /// Records a frame output by the decoder.
  mutating func received(_ time: CMTime) { received = max(received, time) }

  /// Returns how to continue. `scrubPosition` is nil unless the user is scrubbing. `upcoming`: the packets queued for
  /// the decoder.
  mutating func advice(scrubPosition: CMTime?, upcoming: () -> [SeekPacketFilter.Times]) -> Advice {
    guard let scrubPosition, scrubPosition < target, let first else { return .proceed }
    guard scrubPosition >= first else { return .passed }
    let upcoming = upcoming()
    // A packet with a later decode time than the scrub position: no frame before that follows.
    guard lastDecode > scrubPosition || upcoming.contains(where: { $0.decode.isNumeric && $0.decode > scrubPosition })
    else {
      return .proceed
    }
    let next = upcoming.map(\.presentation).filter { $0 <= scrubPosition }.max()
    let before = sent.filter { $0.time <= scrubPosition }.max { $0.time < $1.time }
    if let next, next > before?.time ?? .negativeInfinity { return setTarget(to: scrubPosition, frameTime: next) }
    guard let before, !before.isSkippable, before.time > received else { return .passed }
    isComplete = true
    return setTarget(to: scrubPosition, frameTime: before.time)
  }

  /// Moves the target and returns the advice for it.
  private mutating func setTarget(to scrubPosition: CMTime, frameTime: CMTime) -> Advice {
    target = scrubPosition
    isRetargeted = true
    self.frameTime = frameTime
    return .retarget(target: scrubPosition, frameTime: frameTime)
  }
}
