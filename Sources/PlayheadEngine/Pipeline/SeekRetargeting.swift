import CoreMedia
import PlayheadFFmpeg

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
struct SeekRetargeting {
  enum Advice: Equatable {
    case goOn
    /// Ends the seek at `target`, whose frame has the presentation time `cover`.
    case land(target: CMTime, cover: CMTime)
    /// The decoder has already passed the scrub position.
    case passed
  }

  private(set) var target: CMTime
  /// Whether the seek was retargeted.
  private(set) var hasTurned = false
  private var cover: CMTime?
  private var first: CMTime?
  /// The last packets sent to the decoder, more than any reordering.
  private var given: [Given] = []
  private struct Given {
    var time: CMTime
    /// Whether the packet is skipped if no other depends on it.
    var mayBeLeftOut: Bool
  }
  /// The latest presentation time that the decoder has output.
  private var received = CMTime.negativeInfinity
  /// Whether all packets needed for the current target have been sent.
  private(set) var isComplete = false
  private var lastDecode = CMTime.negativeInfinity
  private static let givenLimit = 64

  /// Returns nil for a start that cannot be retargeted.
  init?(_ plan: PipelineStart) {
    guard plan.isExactStill, !plan.snapsToPicture, !plan.leavesOpen, plan.way == .fresh || plan.way == .parked else {
      return nil
    }
    target = plan.target
  }

  /// A pooled decoder resumes at this position. Its pending output is unknown.
  mutating func resume(_ place: DecoderPoolPositions.Place) {
    first = place.landed
    lastDecode = place.lastDecode
    given = place.given.map { Given(time: $0, mayBeLeftOut: true) }
  }

  /// Records a packet sent to the decoder.
  mutating func gave(_ packet: SeekPacketFilter.Times, mayBeLeftOut: Bool = false) {
    if packet.decode.isNumeric { lastDecode = packet.decode }
    guard packet.presentation.isNumeric else { return }
    if first == nil { first = packet.presentation }
    given.append(Given(time: packet.presentation, mayBeLeftOut: mayBeLeftOut))
    if hasTurned, packet.presentation == cover { isComplete = true }
    if given.count > 2 * Self.givenLimit { given.removeFirst(Self.givenLimit) }
  }

  /// Records a frame output by the decoder.
  mutating func received(_ time: CMTime) { received = max(received, time) }

  /// Returns how to continue. `wish` is nil unless the user is scrubbing. `upcoming`: the packets queued for the
  /// decoder.
  mutating func advice(wish: CMTime?, upcoming: () -> [SeekPacketFilter.Times]) -> Advice {
    guard let wish, wish < target, let first else { return .goOn }
    guard wish >= first else { return .passed }
    let upcoming = upcoming()
    // A packet with a later decode time than the scrub position: no frame before that follows.
    guard lastDecode > wish || upcoming.contains(where: { $0.decode.isNumeric && $0.decode > wish }) else {
      return .goOn
    }
    let next = upcoming.map(\.presentation).filter { $0 <= wish }.max()
    let before = given.filter { $0.time <= wish }.max { $0.time < $1.time }
    if let next, next > before?.time ?? .negativeInfinity { return turn(to: wish, cover: next) }
    guard let before, !before.mayBeLeftOut, before.time > received else { return .passed }
    isComplete = true
    return turn(to: wish, cover: before.time)
  }

  private mutating func turn(to wish: CMTime, cover: CMTime) -> Advice {
    target = wish
    hasTurned = true
    self.cover = cover
    return .land(target: wish, cover: cover)
  }
}
