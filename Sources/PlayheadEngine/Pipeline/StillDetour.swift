import CoreMedia
import PlayheadFFmpeg

/// Decides what becomes of a still that is being decoded when the hand has moved on backward: its own picture is of no interest any more.
///
///          sync ▇▇▇▇▇▇▇▇▇ decoder ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ► target
///     (c)  ▲       (a)  ▲ hand: passed              (b)  ▲ hand: ends there instead
///
/// (a) The hand's own picture has been decoded or left out: what is known there is shown, and the decoder begins anew.
/// (b) The decoder has not come there yet: it lands there.
/// (c) The hand has left the group: its picture lies on no way that begins here, passed. Pure.
struct StillDetour {
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
  private var first: CMTime?
  /// The presentation times of what the decoder was given last, more than any reordering.
  private var given: [CMTime] = []
  private var lastDecode = CMTime.negativeInfinity
  private static let givenLimit = 64

  /// nil for a start whose landing cannot be moved.
  init?(_ plan: StartPlan) {
    guard plan.isExactStill, !plan.snapsToPicture, plan.way == .fresh, !plan.leavesOpen else { return nil }
    target = plan.target
  }

  /// The decoder was given a packet.
  mutating func gave(_ packet: LandingFilter.Times) {
    if packet.decode.isNumeric { lastDecode = packet.decode }
    guard packet.presentation.isNumeric else { return }
    if first == nil { first = packet.presentation }
    given.append(packet.presentation)
    if given.count > 2 * Self.givenLimit { given.removeFirst(Self.givenLimit) }
  }

  /// `wish`: where the hand is. `upcoming`: the packets that wait for the decoder.
  mutating func advice(wish: CMTime?, upcoming: () -> [LandingFilter.Times]) -> Advice {
    guard let wish, wish < target, let first else { return .goOn }
    guard wish >= first else { return .passed }
    let upcoming = upcoming()
    // No earlier picture can follow a packet that is decoded later than the wish.
    guard lastDecode > wish || upcoming.contains(where: { $0.decode.isNumeric && $0.decode > wish }) else {
      return .goOn
    }
    let next = upcoming.map(\.presentation).filter { $0 <= wish }.max()
    let before = given.filter { $0 <= wish }.max()
    guard let next, next > before ?? .negativeInfinity else { return .passed }
    target = wish
    hasTurned = true
    return .land(target: wish, cover: next)
  }
}
