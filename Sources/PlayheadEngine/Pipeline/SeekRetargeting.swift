import CoreMedia
import PlayheadFFmpeg

/// Decides what becomes of a still that is being decoded when the hand has moved on backward: its own picture is of no interest any more.
///
///          sync ▇▇▇▇▇▇▇▇▇ decoder ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ► target
///     (c)  ▲       (a)  ▲ hand: passed              (b)  ▲ hand: ends there instead
///
/// (a) The hand's own picture has come out or was left out: what is known there is shown, and the decoder begins anew.
/// (b) The decoder has not come there yet, or has not let it out: it lands there.
/// (c) The hand has left the group: its picture lies on no way that begins here, passed. Pure.
struct SeekRetargeting {
  enum Advice: Equatable {
    case goOn
    /// Land at `target`, whose picture has the time `cover`.
    case land(target: CMTime, cover: CMTime)
    /// The hand is where the decoder was already.
    case passed
  }

  private(set) var target: CMTime
  /// Whether it ends elsewhere than where it was to.
  private(set) var hasTurned = false
  private var cover: CMTime?
  private var first: CMTime?
  /// What the decoder was given last, more than any reordering.
  private var given: [Given] = []
  private struct Given {
    var time: CMTime
    /// If nothing depends on it, it is not decoded.
    var mayBeLeftOut: Bool
  }
  /// The latest picture that has come out.
  private var received = CMTime.negativeInfinity
  /// Everything that the landing needs was given.
  private(set) var isComplete = false
  private var lastDecode = CMTime.negativeInfinity
  private static let givenLimit = 64

  /// nil for a start whose landing cannot be moved.
  init?(_ plan: PipelineStart) {
    guard plan.isExactStill, !plan.snapsToPicture, !plan.leavesOpen, plan.way == .fresh || plan.way == .parked else {
      return nil
    }
    target = plan.target
  }

  /// A decoder goes on that stands here. What of its pictures is still to come out is not known.
  mutating func resume(_ place: DecoderPoolPositions.Place) {
    first = place.landed
    lastDecode = place.lastDecode
    given = place.given.map { Given(time: $0, mayBeLeftOut: true) }
  }

  /// The decoder was given a packet.
  mutating func gave(_ packet: SeekPacketFilter.Times, mayBeLeftOut: Bool = false) {
    if packet.decode.isNumeric { lastDecode = packet.decode }
    guard packet.presentation.isNumeric else { return }
    if first == nil { first = packet.presentation }
    given.append(Given(time: packet.presentation, mayBeLeftOut: mayBeLeftOut))
    if hasTurned, packet.presentation == cover { isComplete = true }
    if given.count > 2 * Self.givenLimit { given.removeFirst(Self.givenLimit) }
  }

  /// The decoder has let a picture out.
  mutating func received(_ time: CMTime) { received = max(received, time) }

  /// `wish`: where the hand is. `upcoming`: the packets that wait for the decoder.
  mutating func advice(wish: CMTime?, upcoming: () -> [SeekPacketFilter.Times]) -> Advice {
    guard let wish, wish < target, let first else { return .goOn }
    guard wish >= first else { return .passed }
    let upcoming = upcoming()
    // No earlier picture can follow a packet that is decoded later than the wish.
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
