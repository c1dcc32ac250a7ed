import CoreMedia
import PlayheadFFmpeg
import PlayheadItems

/// Reads a video track backward for reverse playback: whole GOPs, the last one first.
///
///     sync ▇▇▇▇▇▇▇▇│sync ▇▇▇▇▇▇▇▇│sync ▇▇▇▇ bound
///      ◄── third ──┴── second ───┴── first
///
/// Belongs to the reader thread.
struct ReverseReader {
  /// The GOP before this time is read next; nil: no reverse playback is in progress.
  private var bound: CMTime?
  /// Whether reverse playback is in progress.
  var isActive: Bool { bound != nil }

  /// Begins reverse playback. The frame at the target itself is the first to be shown.
  mutating func begin(at target: CMTime) { bound = target + CMTime(value: 1, timescale: 1_000_000_000) }

  /// Ends reverse playback.
  mutating func end() { bound = nil }

  /// Reads the GOP that ends before the bound, and makes its beginning the next bound.
  ///
  /// Searches further back while the sync sample found is after the bound.
  ///
  /// - Parameters:
  ///   - track: The index of the video track; packets of other tracks are dropped.
  ///   - context: The time before and after the GOP from which packets are read too, because its frames need others
  ///     around them.
  ///   - isInterrupted: Whether the result is no longer needed. Called between packets.
  /// - Returns: Nil at the beginning of the track.
  /// - Throws: `MediaError` if seeking or reading fails.
  mutating func next(
    ofTrack track: Int, _ source: any PacketSource, context: CMTime = .zero, isInterrupted: () -> Bool
  ) throws(MediaError) -> ReverseGroup? {
    guard let bound, bound > .zero else { return nil }
    var group: ReverseGroup?
    for back in SyncSampleSearch.stepsBack {
      let seekTime = bound - CMTime(value: 1, timescale: 1_000_000) - CMTime(seconds: back, preferredTimescale: 1000)
      try source.seek(to: max(.zero, seekTime), track: track)
      group = try Self.readGroup(before: bound, context: .zero, track, source, isInterrupted)
      if group != nil || seekTime <= .zero || isInterrupted() { break }
    }
    guard var group else { return nil }
    self.bound = group.lower
    if context > .zero {
      group.packets = try Self.readAround(group, context, track, source, isInterrupted) ?? group.packets
      group.context = context
    }
    return group
  }

  /// Reads the packets of a GOP again, with those before and after it. Returns nil if the reading was interrupted.
  private static func readAround(
    _ group: ReverseGroup, _ context: CMTime, _ track: Int, _ source: any PacketSource, _ isInterrupted: () -> Bool
  ) throws(MediaError) -> [Packet]? {
    let begin = group.lower - context
    for back in SyncSampleSearch.stepsBack {
      let seekTime = begin - CMTime(seconds: back, preferredTimescale: 1000)
      try source.seek(to: max(.zero, seekTime), track: track)
      let around = try readGroup(before: group.upper, context: context, track, source, isInterrupted)
      if isInterrupted() { return nil }
      if let around, around.lower <= begin || seekTime <= .zero { return around.packets }
      if seekTime <= .zero { return nil }
    }
    return nil
  }

  /// Reads from the current position the packets of the GOP that frames before `bound` need. Returns nil if the first
  /// sync sample is not before `bound`, or no packet was found. `context`: the time after the bound from which packets
  /// are read too.
  private static func readGroup(
    before bound: CMTime, context: CMTime, _ track: Int, _ source: any PacketSource, _ isInterrupted: () -> Bool
  ) throws(MediaError) -> ReverseGroup? {
    var packets: [Packet] = []
    while !isInterrupted(), let packet = try source.read() {
      guard packet.streamIndex == track, packet.isKey || !packets.isEmpty else { continue }
      if packets.isEmpty, !(packet.presentationTime < bound) { return nil }
      if packet.decodeTime.isNumeric, packet.decodeTime >= bound + context { break }
      packets.append(packet)
    }
    guard let lower = packets.first?.presentationTime, lower.isNumeric else { return nil }
    return ReverseGroup(packets: packets, lower: lower, upper: bound)
  }
}
