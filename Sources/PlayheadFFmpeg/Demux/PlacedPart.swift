import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

/// The place of a segment in its stream: the stream's track for each of the container's streams, and the timed tags
/// between the packets read so far.
struct PlacedPart {
  /// The stream number and the parameters that packets of a segment carry.
  struct Track {
    /// The index of the track in the stream of segments.
    var index: Int
    /// The parameters for decoding the packets.
    var parameters: StreamParameters
  }

  /// The tracks by libavformat's stream index; nil: packets of this stream are dropped.
  private let tracks: [Track?]
  /// Streams of ID3 tags.
  private let tagStreams: Set<Int>
  /// The timed tags that `takeTags` has not returned yet, in file order.
  private var tags: [TimedTags] = []

  /// Places the streams of a context. `mappings`: their time bases; `tracks`: the stream's tracks for each of them.
  init(_ format: UnsafeMutablePointer<AVFormatContext>, mappings: [TimeMapping], tracks: [TrackInfo?]) {
    self.tracks = mappings.indices.map { index in
      guard tracks.indices.contains(index), let track = tracks[index], let stream = format.pointee.streams[index]
      else { return nil }
      return StreamParameters(
        stream: stream, mapping: mappings[index], track: track, hasExactDurations: false, exactEnd: nil,
        isPlacedPart: true
      ).map { Track(index: track.index, parameters: $0) }
    }
    tagStreams = Set(
      format.streamPointers.indices.filter {
        format.pointee.streams[$0]?.pointee.codecpar.pointee.codec_id == AV_CODEC_ID_TIMED_ID3
      })
  }

  /// The streams to read: those of the tracks and of tags.
  var activeStreams: Set<Int> { tagStreams.union(tracks.indices.filter { tracks[$0] != nil }) }

  /// The track of one of the container's streams; nil if its packets are dropped.
  func track(ofStream index: Int) -> Track? { tracks.indices.contains(index) ? tracks[index] : nil }

  /// The parameters of a track of the stream.
  func parameters(ofTrack index: Int) -> StreamParameters? {
    tracks.lazy.compactMap { $0 }.first { $0.index == index }?.parameters
  }

  /// The only audio stream of the container; nil if there are none or several.
  var onlyAudioStream: Int? {
    let all = tracks.indices.filter { tracks[$0]?.parameters.track.kind == .audio }
    return all.count == 1 ? all.first : nil
  }

  /// Reads the ID3 tag of a packet if its stream holds tags; ignores it beyond the limit of tags.
  mutating func take(_ raw: UnsafeMutablePointer<AVPacket>, mapping: TimeMapping) {
    guard tagStreams.contains(Int(raw.pointee.stream_index)) else { return }
    guard let data = raw.pointee.data, raw.pointee.size > 0, tags.count < TagLimits.count else { return }
    var bytes = Array(UnsafeBufferPointer(start: data, count: Int(raw.pointee.size)))
    // FFmpeg 5.1 strips the first five bytes as an access unit header (ISO/IEC 13818-1 §2.12.4), which these streams do
    // not have.
    if !bytes.starts(with: Self.tagHead.prefix(3)) { bytes = Self.tagHead + bytes }
    let found = TimedTags.id3(bytes)
    if !found.isEmpty { tags.append(TimedTags(time: mapping.time(ofTicks: raw.pointee.pts), tags: found)) }
  }

  /// ID3 version 2.4, which clients of HTTP Live Streaming expect.
  private static let tagHead: [UInt8] = [0x49, 0x44, 0x33, 4, 0]

  /// Returns and clears the timed tags between the packets read so far.
  mutating func takeTags() -> [TimedTags] {
    defer { tags = [] }
    return tags
  }
}
