import CPlayheadFFmpeg
import CoreMedia
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

  /// The packets that regular reading would return.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of the audio. No packets are returned if their number is wrong.
  ///   - track: The track whose number and parameters the packets carry.
  func packets(in bytes: [UInt8], mapping: TimeMapping, of track: PlacedPart.Track) -> [Packet] {
    guard bytes.count == byteCount else { return [] }
    var at = 0
    var packets: [Packet] = []
    for sample in samples {
      guard let raw = av_packet_alloc() else { return packets }
      guard av_new_packet(raw, Int32(sample.size)) >= 0, let data = raw.pointee.data else {
        RawPacketReader.free(raw)
        return packets
      }
      bytes[at..<at + sample.size].withUnsafeBytes {
        UnsafeMutableRawBufferPointer(start: data, count: sample.size).copyMemory(from: $0)
      }
      raw.pointee.pts = sample.ticks
      raw.pointee.dts = sample.ticks
      raw.pointee.duration = sample.duration
      raw.pointee.flags = AV_PKT_FLAG_KEY
      raw.pointee.pos = offset + Int64(at)
      raw.pointee.stream_index = Int32(track.index)
      packets.append(Packet(taking: raw, mapping: mapping, parameters: track.parameters))
      at += sample.size
    }
    return packets
  }
}

extension Demuxer {
  /// The audio of the MP4 fragment whose table was read last, from a time of the stream on. nil for other containers,
  /// or if the audio is not contiguous. The segment must have been placed on the timeline.
  ///
  /// - Parameter seconds: The maximum length.
  package func fragmentAudio(from time: CMTime, seconds: Double) -> FragmentAudioTable? {
    guard info.containerName.hasPrefix("mov,"), let index = part?.onlyAudioStream,
      let stream = format.pointee.streams[index]
    else { return nil }
    return SampleIndex(stream, mapping: mappings[index]).fragmentAudio(ofStream: index, from: time, seconds: seconds)
  }

  /// The packets that regular reading would return. `bytes`: the bytes of the audio.
  package func packets(of table: FragmentAudioTable, in bytes: [UInt8]) -> [Packet] {
    guard let track = part?.track(ofStream: table.stream) else { return [] }
    return table.packets(in: bytes, mapping: mappings[table.stream], of: track)
  }
}
