import CoreMedia
import PlayheadFFmpeg

/// Decides, packet by packet on the way to a target, what must be decoded to show the picture that covers it.
///
/// The covering picture is the one with the latest time that is not after the target. It is known for certain once a packet
/// with a later decode time than the target was seen: no earlier picture can follow. A picture that nothing depends on is
/// needed only if it is the covering one, so a packet is let go with `skipsNonReference` as soon as another one is known that
/// covers the target better, and is held back until then.
///
///     push ─► held (time ≤ target, best so far) ─► released: full or skipped
///        └──► released at once ─────────────────►
struct SeekPacketFilter {
  struct Release<Element> {
    var element: Element
    var skipsNonReference: Bool
  }

  struct Times {
    var presentation: CMTime
    var decode: CMTime
  }

  let target: CMTime
  /// The time of the covering picture, once it is certain.
  private(set) var cover: CMTime?
  private var best: CMTime?
  private var isCertain = false

  /// `known`: the times of packets that the decoder has got already.
  init(target: CMTime, known: [CMTime] = []) {
    self.target = target
    best = known.filter { $0 <= target }.max()
  }

  /// How many packets are looked at without decode times before the best one counts as certain: more than any reordering.
  private static let reorderLimit = 20
  private var packetsSinceBest = 0

  /// Looks at the next packet in decode order. Returns true once the covering picture is certain.
  mutating func see(_ times: Times) -> Bool {
    if isCertain { return true }
    guard times.presentation.isNumeric else { return false }
    if times.presentation <= target {
      if times.presentation >= (best ?? .negativeInfinity) {
        best = times.presentation
        packetsSinceBest = 0
      }
    } else {
      packetsSinceBest += 1
    }
    let decode = times.decode.isNumeric ? times.decode : .negativeInfinity
    if decode > target || packetsSinceBest > Self.reorderLimit { settle() }
    return isCertain
  }

  /// The packets have ended.
  mutating func settle() {
    isCertain = true
    cover = best
  }

  /// What to do with a packet that was seen, in the order they were seen: nil while it is not yet known.
  func decision(_ times: Times) -> Bool? {
    guard times.presentation.isNumeric, times.presentation <= target, let best else { return isCertain ? false : nil }
    // A picture after this one is known to be nearer the target: this one is needed only for others.
    if times.presentation < best { return true }
    return isCertain ? false : nil
  }
}

extension Packet {
  var landingTimes: SeekPacketFilter.Times { .init(presentation: presentationTime, decode: decodeTime) }
}
