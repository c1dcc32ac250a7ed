import PlayheadMedia

/// Timed metadata packets, interleaved with audio and video.
package enum MetadataPacket {
  /// Whether the packets of a track can be read.
  package static func canRead(_ track: TrackInfo) -> Bool {
    track.kind == .metadata && !track.isChapterList && (track.metadataKeys != nil || track.codecName == "timed_id3")
  }

  /// The tags in a packet of a track; empty if the packet is empty or damaged.
  package static func tags(of packet: Packet, in track: TrackInfo) -> [MediaTag] {
    track.metadataKeys?.tags(ofSample: packet.bytes) ?? tags(ofID3: packet.bytes)
  }

  /// Restores a complete tag. In transport streams libavformat always strips five bytes as an access unit header
  /// (ISO/IEC 13818-1 §2.12.4), even if there is none: then they are the signature and version of the tag, which is 2.4
  /// in streams.
  private static func whole(_ bytes: [UInt8]) -> [UInt8] {
    let mark = Array("ID3".utf8)
    let repaired = mark + [4, 0] + bytes
    return !bytes.starts(with: mark) && ID3Tags.length(repaired) == repaired.count ? repaired : bytes
  }

  /// The frames of consecutive ID3 tags.
  package static func tags(ofID3 bytes: [UInt8]) -> [MediaTag] {
    var tags: [MediaTag] = []
    var rest = whole(bytes)[...]
    while tags.count < TagLimits.count, let length = ID3Tags.length(Array(rest.prefix(10))) {
      tags += ID3Tags.read(Array(rest.prefix(length)))
      rest = rest.dropFirst(length)
    }
    return tags
  }
}
