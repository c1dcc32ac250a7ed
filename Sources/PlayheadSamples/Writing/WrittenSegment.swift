import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// A segment of a stream: the initialization segment, or a fragment that can be decoded with it.
package struct WrittenSegment: Sendable {
  /// The samples of one track in a segment.
  package struct Track: Sendable {
    /// The identifier of the track in the segments.
    package var trackID: Int32
    /// The media type.
    package var kind: TrackInfo.Kind
    /// The first time in presentation order, on the timeline of the samples.
    package var start: CMTime
    /// The end of the last sample in presentation order.
    package var end: CMTime
    /// The first sample in decode order.
    package var first: Sample
  }

  /// A sample in a segment.
  package struct Sample: Sendable {
    /// The presentation time on the timeline of the samples.
    package var time: CMTime
    /// The place of the first byte in the segment.
    package var offset: Int
    /// The size in bytes.
    package var length: Int
    /// Whether it is a sync sample.
    package var isSync: Bool
  }

  /// Whether this is the initialization segment.
  package var isInitialization: Bool
  /// The content.
  package var bytes: [UInt8]
  /// The tracks in the order of their identifiers; empty for the initialization segment.
  package var tracks: [Track]
}

/// Cuts what a muxer writes into segments.
struct SegmentCutter {
  /// The boundaries, at which a segment ends.
  private var boundaries: SegmentBoundaries
  /// The track whose samples decide where segments end.
  private let lead: Int
  private var tracks: [Int: WrittenSegment.Track] = [:]
  /// The bytes of the present segment.
  private var size = 0

  /// A segment of more bytes is not collected in memory.
  static let sizeLimit = 1 << 30

  /// Cuts at the sync samples of a track, or at any of its samples if it is not video.
  init(_ boundaries: SegmentBoundaries, lead: Int) { (self.boundaries, self.lead) = (boundaries, lead) }

  /// Whether the present segment is too large.
  var isTooLarge: Bool { size > Self.sizeLimit }
  /// Whether the present segment has no samples.
  var isEmpty: Bool { tracks.isEmpty }

  /// Ends the present segment before the next sync sample after a time.
  mutating func request(at time: CMTime) { boundaries.request(at: time) }

  /// Whether the segment ends before a packet.
  mutating func ends(before packet: Packet, at time: CMTime, of track: Int, _ kind: TrackInfo.Kind) -> Bool {
    guard track == lead, kind != .video || packet.isKey, boundaries.pass(time) else { return false }
    return !isEmpty
  }

  /// Adds a packet. `time`: its presentation time on the timeline of the samples; `number`: that of its track.
  mutating func add(_ packet: Packet, at time: CMTime, number: Int, _ kind: TrackInfo.Kind) {
    size += packet.byteCount
    let end = packet.duration > .zero ? time + packet.duration : time
    guard var track = tracks[number] else {
      let first = WrittenSegment.Sample(time: time, offset: 0, length: packet.byteCount, isSync: packet.isKey)
      tracks[number] = WrittenSegment.Track(
        trackID: Int32(clamping: number + 1), kind: kind, start: time, end: end, first: first)
      return
    }
    track.start = min(track.start, time)
    track.end = max(track.end, end)
    tracks[number] = track
  }

  /// The segments in what the muxer has written since the last cut.
  mutating func take(_ bytes: [UInt8]) -> [WrittenSegment] {
    let split = SegmentBoxes.boxes(of: bytes, in: 0..<bytes.count).first { $0.type == "moof" }?.range.lowerBound
    let (head, body) = (Array(bytes[..<(split ?? bytes.count)]), Array(bytes[(split ?? bytes.count)...]))
    var found: [WrittenSegment] = []
    if !head.isEmpty { found.append(WrittenSegment(isInitialization: true, bytes: head, tracks: [])) }
    if !body.isEmpty {
      let offsets = SegmentBoxes.offsets(of: body)
      let ordered = tracks.values.sorted { $0.trackID < $1.trackID }.map { track in
        var track = track
        track.first.offset = offsets[track.trackID] ?? 0
        return track
      }
      found.append(WrittenSegment(isInitialization: false, bytes: body, tracks: ordered))
    }
    (tracks, size) = ([:], 0)
    return found
  }
}

/// Reads the boxes of a fragment in memory (ISO/IEC 14496-12 §8.8).
enum SegmentBoxes {
  /// A box with the range of its content.
  struct Box {
    var type: String
    var range: Range<Int>
    var content: Range<Int>
  }

  private static func number(_ bytes: [UInt8], _ place: Int) -> Int {
    bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// The boxes in a range, up to the first damaged one.
  static func boxes(of bytes: [UInt8], in range: Range<Int>) -> [Box] {
    var (found, place): ([Box], Int) = ([], range.lowerBound)
    while place + 8 <= range.upperBound {
      let size = number(bytes, place)
      guard size >= 8, place + size <= range.upperBound else { break }
      let type = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
      found.append(Box(type: type, range: place..<place + size, content: place + 8..<place + size))
      place += size
    }
    return found
  }

  /// The place of the first sample of each track in a segment that begins with `moof`.
  static func offsets(of bytes: [UInt8]) -> [Int32: Int] {
    var found: [Int32: Int] = [:]
    for movie in boxes(of: bytes, in: 0..<bytes.count) where movie.type == "moof" {
      for fragment in boxes(of: bytes, in: movie.content) where fragment.type == "traf" {
        let parts = boxes(of: bytes, in: fragment.content)
        guard let header = parts.first(where: { $0.type == "tfhd" }), header.content.count >= 8,
          let run = parts.first(where: { $0.type == "trun" }), run.content.count >= 12
        else { continue }
        let identifier = Int32(truncatingIfNeeded: number(bytes, header.content.lowerBound + 4))
        // The first flag says that there is an offset, which counts from the beginning of `moof`.
        guard bytes[run.content.lowerBound + 3] & 1 != 0, found[identifier] == nil else { continue }
        found[identifier] = movie.range.lowerBound + number(bytes, run.content.lowerBound + 8)
      }
    }
    return found
  }
}
