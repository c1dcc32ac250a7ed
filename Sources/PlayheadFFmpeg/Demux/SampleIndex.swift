import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics

/// The index of a stream's samples, as far as libavformat has it: from the container, or from what was read.
struct SampleIndex {
  /// The stream, owned by the demuxer.
  private let stream: UnsafeMutablePointer<AVStream>
  /// The time base of the stream.
  private let mapping: TimeMapping

  /// The index of a stream. It must not be used after the demuxer has ended.
  init(_ stream: UnsafeMutablePointer<AVStream>, mapping: TimeMapping) {
    self.stream = stream
    self.mapping = mapping
  }

  /// Whether the index of a container, by its name, contains sync samples. MPEG demuxers index any packet found during
  /// a search.
  static func containsSyncSamples(_ containerName: String) -> Bool {
    ["mov,", "matroska", "avi", "flv"].contains { containerName.hasPrefix($0) }
  }

  /// The first times of the audio streams of an MP4 fragment from its sample table: its audio may follow all video,
  /// seconds of download away, and need not be read. Audio is not reordered.
  static func audioTimes(
    ofStreams indexes: Set<Int>, of format: UnsafeMutablePointer<AVFormatContext>, _ mappings: [TimeMapping]
  ) -> [Int: CMTime] {
    var times: [Int: CMTime] = [:]
    for index in indexes {
      guard let stream = format.pointee.streams[index],
        stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_AUDIO,
        let first = avformat_index_get_entry(stream, 0)
      else { continue }
      let time = mappings[index].time(ofTicks: first.pointee.timestamp)
      if time.isNumeric { times[index] = time }
    }
    return times
  }

  /// The time of the last sync sample at or before `time`, without reading; nil if the index does not contain it.
  ///
  /// Some indexes store decode times. These are corrected by the delay of the first frame: precise enough to assign
  /// frames to a GOP, not to select the seek result.
  ///
  /// - Parameter isComplete: Whether the container has the index. One that is built while reading does not cover times
  ///   beyond its end.
  func syncTime(notAfter time: CMTime, isComplete: Bool) -> CMTime? {
    guard let first = avformat_index_get_entry(stream, 0),
      let last = avformat_index_get_entry(stream, avformat_index_get_entries_count(stream) - 1)
    else { return nil }
    let start = stream.pointee.start_time
    let delay = start == playhead_no_timestamp ? 0 : max(0, start.subtractingSaturated(first.pointee.timestamp))
    let requested = mapping.ticks(notAfter: time).subtractingSaturated(delay)
    guard isComplete || last.pointee.timestamp > requested else { return nil }
    let entry = avformat_index_get_entry_from_timestamp(
      stream, max(requested, first.pointee.timestamp), AVSEEK_FLAG_BACKWARD)
    return entry.map { mapping.time(ofTicks: $0.pointee.timestamp.addingSaturated(delay)) }
  }

  /// The contiguous audio samples of an MP4 fragment from a time on; nil if the audio is not contiguous.
  ///
  /// - Parameters:
  ///   - index: libavformat's index of the stream.
  ///   - seconds: The maximum length.
  func fragmentAudio(ofStream index: Int, from time: CMTime, seconds: Double) -> FragmentAudioTable? {
    let count = avformat_index_get_entries_count(stream)
    var samples: [FragmentAudioTable.Sample] = []
    var begin: Int64?
    var end: Int64 = 0
    var first: Int64 = 0
    for number in 0..<count {
      guard let entry = avformat_index_get_entry(stream, number)?.pointee else { return nil }
      if entry.flags & AVINDEX_DISCARD_FRAME != 0 { return nil }
      if mapping.time(ofTicks: entry.timestamp) < time { continue }
      if begin == nil { (begin, end, first) = (entry.pos, entry.pos, entry.timestamp) }
      guard entry.pos == end, entry.size > 0 else { break }
      guard mapping.duration(ofTicks: entry.timestamp.subtractingSaturated(first)).seconds < seconds else { break }
      let next = number + 1 < count ? avformat_index_get_entry(stream, number + 1)?.pointee.timestamp : nil
      // The duration of the last sample is not known yet.
      guard let next else { break }
      samples.append(
        FragmentAudioTable.Sample(
          size: Int(entry.size), ticks: entry.timestamp, duration: next.subtractingSaturated(entry.timestamp)))
      end = end.addingSaturated(Int64(entry.size))
    }
    guard let begin, !samples.isEmpty else { return nil }
    return FragmentAudioTable(stream: index, offset: begin, samples: samples)
  }
}
