import CoreMedia

/// Finds PTS jumps in the packets of one container and gives each packet the offset that keeps the timeline continuous. Pure.
///
/// Recordings that were joined bring the times of each part. All tracks of a part get the same offset, so that audio and video stay in
/// sync; a part begins where the longest track before it ended. A track goes over to the new part with its own first packet of it,
/// because packets of the old part may still follow in the file.
///
///     file:      video 0 1 2 │ video 4895 4896 …
///     timeline:        0 1 2 │          3    4 …     offset of the second part: 3 − 4895
///
/// A single packet with a damaged time is placed where it stands in the file; the packets after it return to their own offset.
package struct DiscontinuityDetector: Sendable {
  /// What counts as a jump, in seconds.
  package struct Limits: Sendable, Equatable {
    /// A track may pause for as long as this, or for as long as another track goes on.
    package var forward: Double
    /// Decode times of a track only grow; containers round them.
    package var backward: Double
    /// Times up to this one are no jump forward: the header promises them.
    package var promisedEnd: Double?

    package init(forward: Double, backward: Double, promisedEnd: Double? = nil) {
      self.forward = forward
      self.backward = backward
      self.promisedEnd = promisedEnd
    }

    /// MPEG-TS, MPEG-PS, FLV and other formats that allow jumps. Ten seconds is FFmpeg's own threshold (`-dts_delta_threshold`).
    package static let discontinuous = Limits(forward: 10, backward: 0.5)
    /// Formats whose header tells the duration, and whose times should not jump unless the file is damaged.
    package static func continuous(duration: CMTime) -> Limits {
      duration.isNumeric && duration > .zero
        ? Limits(forward: 10, backward: 2, promisedEnd: duration.seconds) : Limits(forward: 3600, backward: 2)
    }
  }

  package struct Input: Sendable {
    package var track: Int
    package var presentation: CMTime
    package var decode: CMTime
    package var duration: CMTime
    package var fileOffset: Int64?
    /// Tracks whose packets are rare, such as subtitles, follow the others.
    package var isSparse: Bool

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

    fileprivate var time: CMTime { decode.isNumeric ? decode : presentation }
  }

  /// From a place in the file on, times have this offset.
  package struct Splice: Sendable, Equatable {
    package var fileOffset: Int64
    package var offset: CMTime
    /// The place on the timeline.
    package var start: CMTime
  }

  private struct Track {
    var offset: CMTime
    /// Where the next packet is expected, on the timeline.
    var next: CMTime
  }

  package let limits: Limits
  /// The jumps that were found, in the order of the file.
  package private(set) var splices: [Splice] = []
  private var tracks: [Int: Track] = [:]
  /// The offset of the newest part.
  private var newest = CMTime.zero
  /// Offsets that were in use, newest first.
  private var recent: [CMTime] = [.zero]
  /// The latest end of any track on the timeline.
  private var end = CMTime.zero
  private var seekTarget: CMTime?

  package init(_ limits: Limits) { self.limits = limits }

  /// More jumps than this are damage; further ones are corrected, but not remembered for seeking.
  private static let spliceLimit = 10_000
  private static let recentLimit = 4
  /// A track may end later than the others did when the next part began, in seconds.
  private static let overlap = 3.0
  /// A seek that ends further behind its target than this has met times of another part.
  private static let seekTolerance = 60.0

  /// Whether a new part begins with a packet: the first times of the part's other tracks are then worth looking for.
  package func beginsPart(_ packet: Input) -> Bool {
    guard packet.time.isNumeric, !packet.isSparse, let track = tracks[packet.track] else { return false }
    return isJump(packet.time + track.offset, after: track.next) && known(packet, track) == nil
  }

  /// Whether a packet of another track may belong to the part that begins with `first`.
  package func mayShareThePart(_ packet: Input, with first: Input) -> Bool {
    guard packet.time.isNumeric, !packet.isSparse, packet.track != first.track else { return false }
    return abs((packet.time - first.time).seconds) < Self.overlap
  }

  /// The tracks of which packets were seen since the beginning or a seek.
  package var seenTracks: Set<Int> { Set(tracks.keys) }

  /// What is added to the times of a packet. `earliest`: the first time of a part that begins with it, where another track has one
  /// before its own.
  package mutating func offset(for packet: Input, earliest: CMTime? = nil) -> CMTime {
    guard packet.time.isNumeric, !packet.isSparse else { return tracks[packet.track]?.offset ?? newest }
    let offset = choose(packet, earliest)
    let duration = packet.duration.isNumeric ? packet.duration : .zero
    tracks[packet.track] = Track(offset: offset, next: packet.time + offset + duration)
    let presentation = packet.presentation.isNumeric ? packet.presentation : packet.time
    end = max(end, presentation + offset + duration)
    return offset
  }

  private mutating func choose(_ packet: Input, _ earliest: CMTime?) -> CMTime {
    guard let track = tracks[packet.track] else { return first(packet) }
    guard isJump(packet.time + track.offset, after: track.next) else { return track.offset }
    guard let known = known(packet, track) else { return begin(packet, earliest) }
    // Back from a damaged time.
    if known != newest { use(known, packet) }
    return known
  }

  /// The newest offset that was in use and suits a packet.
  private func known(_ packet: Input, _ track: Track) -> CMTime? {
    recent.first { $0 != track.offset && fits(packet.time + $0, after: track.next) }
  }

  /// The first packet of a track since the beginning or a seek.
  private mutating func first(_ packet: Input) -> CMTime {
    guard tracks.isEmpty else {
      // Where no times jump, a track that comes late in the file is badly interleaved.
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
    // An unknown part of the file: it is taken for what was sought.
    end = target
    return begin(packet)
  }

  private func isJump(_ time: CMTime, after next: CMTime) -> Bool {
    (time - next).seconds < -limits.backward || isAhead(time, of: max(next, end))
  }

  private func isAhead(_ time: CMTime, of other: CMTime) -> Bool {
    guard (time - other).seconds > limits.forward else { return false }
    return limits.promisedEnd.map { time.seconds > $0 + limits.forward } ?? true
  }

  private func fits(_ time: CMTime, after next: CMTime) -> Bool {
    (time - next).seconds > -Self.overlap && !isAhead(time, of: max(next, end))
  }

  /// A new part begins with this packet.
  private mutating func begin(_ packet: Input, _ earliest: CMTime? = nil) -> CMTime {
    let own = packet.presentation.isNumeric ? packet.presentation : packet.time
    let presentation = earliest.map { min($0, own) } ?? own
    let offset = end - presentation
    guard offset.isNumeric else { return newest }
    use(offset, packet)
    return offset
  }

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

  /// Reading goes on elsewhere: at about `target` on the timeline.
  package mutating func seek(to target: CMTime) {
    tracks = [:]
    end = .zero
    seekTarget = target
  }

  private func offset(atFileOffset place: Int64?) -> CMTime {
    guard let place else { return newest }
    return splices.last { $0.fileOffset <= place }?.offset ?? .zero
  }

  /// The part of the file that holds a time of the timeline, as far as the file is known: its offset, and its range of bytes.
  package func part(at time: CMTime) -> (offset: CMTime, bytes: Range<Int64>) {
    let index = splices.lastIndex { $0.start <= time }
    let following = splices.dropFirst(index.map { $0 + 1 } ?? 0).first
    let lower = index.map { splices[$0].fileOffset } ?? 0
    return (index.map { splices[$0].offset } ?? .zero, lower..<max(lower, following?.fileOffset ?? .max))
  }
}
