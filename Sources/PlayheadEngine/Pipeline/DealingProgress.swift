import CoreMedia
import PlayheadFFmpeg

/// Up to which packet each track was dealt since the present start, so that reading can begin again further back for one track
/// without giving the others anything twice.
struct DealingProgress {
  fileprivate struct Mark {
    var decodeTime: CMTime
    var fileOffset: Int64?
  }

  private var latest: [Int: Mark] = [:]
  /// Packets up to these are known already.
  private var known: [Int: Mark] = [:]
  private var ended: Set<Int> = []

  /// Whether no packet was dealt yet.
  var isEmpty: Bool { latest.isEmpty }

  /// Reading begins again further back, for a track that is new.
  mutating func rewind(for track: Int) {
    known = latest
    known[track] = nil
    ended.remove(track)
  }

  /// Whether a packet was not dealt yet; it counts as dealt from now on.
  mutating func isNew(_ packet: Packet) -> Bool {
    let track = packet.streamIndex
    let mark = Mark(decodeTime: packet.decodeTime, fileOffset: packet.fileOffset)
    if ended.contains(track) { return false }
    if let last = known[track] {
      if mark.isUpTo(last) { return false }
      known[track] = nil
    }
    latest[track] = mark
    return true
  }

  /// Whether a track is to be told that there is no more: it was not told yet.
  mutating func ends(_ track: Int) -> Bool { ended.insert(track).inserted }
}

extension DealingProgress.Mark {
  /// By the times at which packets are decoded, which only grow; where there are none by their places in the file.
  fileprivate func isUpTo(_ other: Self) -> Bool {
    if decodeTime.isNumeric, other.decodeTime.isNumeric { return decodeTime <= other.decodeTime }
    guard let fileOffset, let last = other.fileOffset else { return false }
    return fileOffset <= last
  }
}
