import CoreMedia
import PlayheadFFmpeg

/// Decides, packet by packet from the sync sample to a target, which packets must be decoded to show the frame at the
/// target.
///
/// The frame at the target has the latest presentation time that is not after the target. It is certain once a packet
/// with a later decode time than the target was seen: no earlier frame can follow. A frame that no other depends on is
/// needed only if it is the one at the target. So a packet is held until a better candidate is known, then released
/// with `skipsNonReference`.
///
///     push ─► held (time ≤ target, best so far) ─► released: full or skipped
///        └──► released at once ─────────────────►
package struct SeekPacketFilter {
  /// An element that leaves the filter.
  struct Release<Element> {
    var element: Element
    /// Whether the element is skipped by the decoder if no other frame depends on it.
    var skipsNonReference: Bool
  }

  /// The timestamps of a packet.
  package struct Times {
    /// Not numeric where the container gives none.
    package var presentation: CMTime
    /// Not numeric where the container gives none.
    package var decode: CMTime
  }

  /// The seek target, in the item's time.
  let target: CMTime
  /// The presentation time of the frame at the target, once it is certain.
  package private(set) var frameTime: CMTime?
  /// The latest presentation time so far that is not after the target.
  private var best: CMTime?
  /// Whether no better candidate can follow.
  private var isCertain = false

  /// `known`: the presentation times of packets that the decoder has already received.
  package init(target: CMTime, known: [CMTime] = []) {
    self.target = target
    best = known.filter { $0 <= target }.max()
  }

  /// The number of packets after which the best candidate counts as certain without decode times: more than any
  /// reordering.
  private static let reorderLimit = 20
  /// Packets with a time after the target since the last better candidate.
  private var packetsSinceBest = 0

  /// Records the next packet in decode order. Returns true once the frame at the target is certain.
  package mutating func record(_ times: Times) -> Bool {
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

  /// Makes the best candidate the frame at the target, because no earlier frame can follow.
  package mutating func settle() {
    isCertain = true
    frameTime = best
  }

  /// Whether a packet that was recorded may be skipped if nothing depends on it, asked in the same order; nil while
  /// undecided.
  package func decision(_ times: Times) -> Bool? {
    guard times.presentation.isNumeric, times.presentation <= target, let best else { return isCertain ? false : nil }
    // A frame nearer the target is known: this one is needed only as a reference.
    if times.presentation < best { return true }
    return isCertain ? false : nil
  }
}

extension Packet {
  /// The timestamps by which the seek logic decides about the packet.
  package var packetTimes: SeekPacketFilter.Times { .init(presentation: presentationTime, decode: decodeTime) }
}
