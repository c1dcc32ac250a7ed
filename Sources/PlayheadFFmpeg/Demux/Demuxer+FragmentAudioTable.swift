import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// The audio of an MP4 fragment that follows the fragment's video, located by the sample table at the fragment's start.
package struct FragmentAudioTable: Sendable {
  /// An audio sample of the table.
  struct Sample: Sendable {
    /// The size in bytes.
    var size: Int
    /// The presentation time in ticks of the stream.
    var ticks: Int64
    /// The duration in ticks of the stream.
    var duration: Int64
  }

  /// libavformat's stream index.
  let stream: Int
  /// The offset within the segment's bytes.
  package let offset: Int64
  /// The samples, contiguous in the file.
  let samples: [Sample]
  /// The total size of the samples.
  package var byteCount: Int { samples.reduce(0) { $0 + $1.size } }
}

extension Demuxer {
  /// The audio of the MP4 fragment whose table was read last, from a time of the stream on. nil for other containers,
  /// or if the audio is not contiguous. The segment must have been placed on the timeline.
  ///
  /// - Parameter seconds: The maximum length.
  package func fragmentAudio(from time: CMTime, seconds: Double) -> FragmentAudioTable? {
    guard info.containerName.hasPrefix("mov,"), let index = publishedAudio, let stream = format.pointee.streams[index]
    else { return nil }
    let mapping = mappings[index]
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

  /// The only active audio stream.
  private var publishedAudio: Int? {
    let all = (published ?? []).indices.filter { published?[$0]?.parameters.track.kind == .audio }
    return all.count == 1 ? all.first : nil
  }

  /// The packets that regular reading would return. `bytes`: the bytes of the audio.
  package func packets(of sound: FragmentAudioTable, in bytes: [UInt8]) -> [Packet] {
    guard bytes.count == sound.byteCount, let known = published?[sound.stream] else { return [] }
    var at = 0
    var packets: [Packet] = []
    for sample in sound.samples {
      guard let raw = av_packet_alloc() else { return packets }
      guard av_new_packet(raw, Int32(sample.size)) >= 0, let data = raw.pointee.data else {
        var raw: UnsafeMutablePointer<AVPacket>? = raw
        av_packet_free(&raw)
        return packets
      }
      bytes[at..<at + sample.size].withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: data, count: sample.size).copyMemory(from: $0)
      }
      raw.pointee.pts = sample.ticks
      raw.pointee.dts = sample.ticks
      raw.pointee.duration = sample.duration
      raw.pointee.flags = AV_PKT_FLAG_KEY
      raw.pointee.pos = sound.offset + Int64(at)
      raw.pointee.stream_index = Int32(known.index)
      packets.append(makePacket(raw, mapping: mappings[sound.stream], parameters: known.parameters))
      at += sample.size
    }
    return packets
  }
}
