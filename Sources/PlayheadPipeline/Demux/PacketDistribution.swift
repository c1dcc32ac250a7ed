import CoreMedia
import PlayheadFFmpeg

/// The last packet of each track that was distributed since the current start, so that reading can restart further back
/// for one track without sending packets of the others twice.
struct PacketDistribution {
  /// The place of a packet in its track.
  fileprivate struct Mark {
    /// Not numeric if the container gives none.
    var decodeTime: CMTime
    /// The position in the file, in bytes; nil if it is unknown.
    var fileOffset: Int64?
  }

  /// The last distributed packet of each track, by track index.
  private var latest: [Int: Mark] = [:]
  /// Packets up to these were distributed before.
  private var known: [Int: Mark] = [:]
  /// The tracks whose end was announced to their decoders.
  private var ended: Set<Int> = []

  /// Whether no packet has been distributed yet.
  var isEmpty: Bool { latest.isEmpty }

  /// Prepares for reading that restarts further back, for a track that was added.
  ///
  /// The marks of all other tracks remain: their packets are dropped until reading has passed them.
  mutating func rewind(for track: Int) {
    known = latest
    known[track] = nil
    ended.remove(track)
  }

  /// Whether a packet has not been distributed yet; it counts as distributed from now on.
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

  /// Records that a track has ended. Returns false if it had been recorded before.
  mutating func ends(_ track: Int) -> Bool { ended.insert(track).inserted }
}

extension PacketDistribution.Mark {
  /// Compares by decode time, which is monotonic, or else by position in the file.
  fileprivate func isUpTo(_ other: Self) -> Bool {
    if decodeTime.isNumeric, other.decodeTime.isNumeric { return decodeTime <= other.decodeTime }
    guard let fileOffset, let last = other.fileOffset else { return false }
    return fileOffset <= last
  }
}
