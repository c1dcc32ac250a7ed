import CoreMedia

/// Detects PTS jumps in the packets of one container and returns the offset of each packet that keeps the timeline
/// continuous. Pure.
///
/// Concatenated recordings retain the times of each part. All tracks of a part get the same offset, so that audio and
/// video stay in sync; a part begins where the longest track before it ended. Each track switches to the new part with
/// its own first packet, because packets of the old part may still follow in the file.
///
///     file:      video 0 1 2 │ video 4895 4896 …
///     timeline:        0 1 2 │          3    4 …     offset of the second part: 3 − 4895
///
/// A single packet with a damaged time is placed by its position in the file; the packets after it return to their own
/// offset.
package struct DiscontinuityDetector: Sendable {
  /// The thresholds of a jump, in seconds.
  package struct Limits: Sendable, Equatable {
    /// The maximum gap of a track while no other track continues.
    package var forward: Double
    /// The tolerance for backward steps: decode times of a track increase, but containers round them.
    package var backward: Double
    /// Times up to this one are no forward jump: the header declares this duration.
    package var declaredEnd: Double?

    /// Creates thresholds in seconds.
    package init(forward: Double, backward: Double, declaredEnd: Double? = nil) {
      self.forward = forward
      self.backward = backward
      self.declaredEnd = declaredEnd
    }

    /// For MPEG-TS, MPEG-PS, FLV and other formats that allow jumps. Ten seconds is FFmpeg's own threshold
    /// (`-dts_delta_threshold`).
    package static let discontinuous = Limits(forward: 10, backward: 0.5)
    /// For formats whose header declares the duration, and whose times do not jump unless the file is damaged.
    package static func continuous(duration: CMTime) -> Limits {
      duration.isNumeric && duration > .zero
        ? Limits(forward: 10, backward: 2, declaredEnd: duration.seconds) : Limits(forward: 3600, backward: 2)
    }
  }

  /// The properties of a packet that detection uses.
  package struct Input: Sendable {
    /// The index of the track in the container.
    package var track: Int
    /// The presentation time in the file's own times; invalid if there is none.
    package var presentation: CMTime
    /// The decode time in the file's own times; invalid if there is none.
    package var decode: CMTime
    /// The duration; zero or invalid if unknown.
    package var duration: CMTime
    /// The offset in the file; nil if unknown. Without it, jumps are not recorded for seeking.
    package var fileOffset: Int64?
    /// Whether the track has rare packets, such as subtitles. These tracks follow the others.
    package var isSparse: Bool

    /// Creates the properties of a packet.
    package init(
      track: Int, presentation: CMTime, decode: CMTime, duration: CMTime, fileOffset: Int64? = nil,
      isSparse: Bool = false
    ) {
      self.track = track
      self.presentation = presentation
      self.decode = decode
      self.duration = duration
      self.fileOffset = fileOffset
      self.isSparse = isSparse
    }

    /// The time that increases with the packets of a track: the decode time if there is one.
    fileprivate var time: CMTime { decode.isNumeric ? decode : presentation }
  }

  /// A part of the file with its own offset.
  package struct Splice: Sendable, Equatable {
    /// The offset of the part in the file.
    package var fileOffset: Int64
    /// Added to the file's times to obtain those of the timeline.
    package var offset: CMTime
    /// The start on the timeline.
    package var start: CMTime
  }

  /// The state of a track since the beginning or the last seek.
  private struct Track {
    /// The offset of the track's newest packet.
    var offset: CMTime
    /// The expected time of the next packet, on the timeline.
    var next: CMTime
  }

  /// The thresholds in use.
  package let limits: Limits
  /// The jumps found so far, in file order.
  package private(set) var splices: [Splice] = []
  /// The state by track index, without sparse tracks.
  private var tracks: [Int: Track] = [:]
  /// The offset of the newest part.
  private var newest = CMTime.zero
  /// Recently used offsets, newest first.
  private var recent: [CMTime] = [.zero]
  /// The latest end of any track on the timeline.
  private var end = CMTime.zero
  /// The target of the last seek, until the first packet after it; nil otherwise.
  private var seekTarget: CMTime?

  /// Creates a detector at the beginning of a file.
  package init(_ limits: Limits) { self.limits = limits }

  /// The limit of stored jumps: more are damage; further ones are corrected, but not recorded for seeking.
  private static let spliceLimit = 10_000
  /// The number of recent offsets: enough to return from a damaged time, few enough not to match by accident.
  private static let recentLimit = 4
  /// How much later than the others a track may end when the next part begins, in seconds.
  private static let overlap = 3.0
  /// A seek that ends further from its target than this has found times of another part.
  private static let seekTolerance = 60.0

  /// One of the two times of a packet.
  package enum PacketTime: Sendable { case presentation, decode }

  /// The time of a packet that contradicts the other one: it is presented later than it is decoded by more than any
  /// reordering, or before it is decoded. One wrong bit would otherwise extend playback by hours. Nil if there is none.
  package func damagedTime(of packet: Input) -> PacketTime? {
    guard limits == .discontinuous, packet.presentation.isNumeric, packet.decode.isNumeric else { return nil }
    let delay = (packet.presentation - packet.decode).seconds
    return delay > limits.forward ? .presentation : delay < -limits.backward ? .decode : nil
  }

  /// Whether a new part begins with a packet: the first times of the part's other tracks are then worth reading ahead
  /// for.
  package func beginsPart(_ packet: Input) -> Bool {
    guard packet.time.isNumeric, !packet.isSparse, let track = tracks[packet.track] else { return false }
    return isJump(packet.time + track.offset, after: track.next) && known(packet, track) == nil
  }

  /// Whether a packet of another track may belong to the part that begins with `first`.
  package func mayBelongToPart(_ packet: Input, with first: Input) -> Bool {
    guard packet.time.isNumeric, !packet.isSparse, packet.track != first.track else { return false }
    return abs((packet.time - first.time).seconds) < Self.overlap
  }

  /// The tracks with packets since the beginning or the last seek.
  package var seenTracks: Set<Int> { Set(tracks.keys) }

  /// The offset to add to the times of a packet. `earliest`: the first time of a part that begins with this packet, if
  /// another track has an earlier one.
  package mutating func offset(for packet: Input, earliest: CMTime? = nil) -> CMTime {
    guard packet.time.isNumeric, !packet.isSparse else { return tracks[packet.track]?.offset ?? newest }
    let offset = choose(packet, earliest)
    let duration = packet.duration.isNumeric ? packet.duration : .zero
    tracks[packet.track] = Track(offset: offset, next: packet.time + offset + duration)
    let presentation = packet.presentation.isNumeric ? packet.presentation : packet.time
    end = max(end, presentation + offset + duration)
    return offset
  }

  /// The offset of a packet with a time: that of its track, a recent one, or that of a new part.
  private mutating func choose(_ packet: Input, _ earliest: CMTime?) -> CMTime {
    guard let track = tracks[packet.track] else { return first(packet) }
    guard isJump(packet.time + track.offset, after: track.next) else { return track.offset }
    guard let known = known(packet, track) else { return begin(packet, earliest) }
    // The times return from a damaged one.
    if known != newest { use(known, packet) }
    return known
  }

  /// The newest recent offset that suits a packet.
  private func known(_ packet: Input, _ track: Track) -> CMTime? {
    recent.first { $0 != track.offset && fits(packet.time + $0, after: track.next) }
  }

  /// The offset of the first packet of a track since the beginning or a seek.
  private mutating func first(_ packet: Input) -> CMTime {
    guard tracks.isEmpty else {
      // Without jumps, a track that appears late in the file is badly interleaved.
      if splices.isEmpty { return newest }
      let time = packet.time + newest
      let isNear = time >= end - CMTime(seconds: limits.forward, preferredTimescale: 1000) && !isAhead(time, of: end)
      return isNear ? newest : begin(packet)
    }
    newest = offset(atFileOffset: packet.fileOffset)
    recent.removeAll { $0 == newest }
    recent.insert(newest, at: 0)
    defer { seekTarget = nil }
    guard let target = seekTarget else { return newest }
    end = packet.time + newest
    let distance = (end - target).seconds
    guard distance > Self.seekTolerance || end.seconds < -limits.forward, limits == .discontinuous else {
      return newest
    }
    // An unknown part of the file: assume that it contains the target.
    end = target
    return begin(packet)
  }

  /// Whether a time is a jump in either direction. A forward jump is one only if no other track has advanced as far.
  private func isJump(_ time: CMTime, after next: CMTime) -> Bool {
    (time - next).seconds < -limits.backward || isAhead(time, of: max(next, end))
  }

  /// Whether a time is further ahead of another than the limit permits, and beyond the declared end.
  private func isAhead(_ time: CMTime, of other: CMTime) -> Bool {
    guard (time - other).seconds > limits.forward else { return false }
    return limits.declaredEnd.map { time.seconds > $0 + limits.forward } ?? true
  }

  /// Whether a time continues a track, with the overlap of parts as tolerance.
  private func fits(_ time: CMTime, after next: CMTime) -> Bool {
    (time - next).seconds > -Self.overlap && !isAhead(time, of: max(next, end))
  }

  /// Begins a new part with this packet.
  private mutating func begin(_ packet: Input, _ earliest: CMTime? = nil) -> CMTime {
    let own = packet.presentation.isNumeric ? packet.presentation : packet.time
    let presentation = earliest.map { min($0, own) } ?? own
    let offset = end - presentation
    guard offset.isNumeric else { return newest }
    use(offset, packet)
    return offset
  }

  /// Makes an offset the newest one, and records where it begins in the file.
  private mutating func use(_ offset: CMTime, _ packet: Input) {
    newest = offset
    recent.removeAll { $0 == offset }
    recent.insert(offset, at: 0)
    if recent.count > Self.recentLimit { recent.removeLast() }
    guard let place = packet.fileOffset, place > splices.last?.fileOffset ?? -1, splices.count < Self.spliceLimit
    else { return }
    splices.append(Splice(fileOffset: place, offset: offset, start: end))
  }

  // MARK: Seeking

  /// Resets the detector for reading near `target` on the timeline.
  package mutating func seek(to target: CMTime) {
    tracks = [:]
    end = .zero
    seekTarget = target
  }

  /// The recorded offset at a place in the file; the newest one if the place is unknown.
  private func offset(atFileOffset place: Int64?) -> CMTime {
    guard let place else { return newest }
    return splices.last { $0.fileOffset <= place }?.offset ?? .zero
  }

  /// The known part of the file that contains a time of the timeline: its offset and its byte range.
  package func part(at time: CMTime) -> (offset: CMTime, bytes: Range<Int64>) {
    let index = splices.lastIndex { $0.start <= time }
    let following = splices.dropFirst(index.map { $0 + 1 } ?? 0).first
    let lower = index.map { splices[$0].fileOffset } ?? 0
    return (index.map { splices[$0].offset } ?? .zero, lower..<max(lower, following?.fileOffset ?? .max))
  }
}
