import CPlayheadFFmpeg
import CoreMedia
import PlayheadMedia

extension Packet {
  /// A packet for a cue that was not read from a container. nil if memory is exhausted. `header`: see `textHeader`.
  package convenience init?(
    text: [UInt8], identifier: [UInt8], settings: [UInt8], streamIndex: Int, header: [UInt8] = [], start: CMTime,
    duration: CMTime
  ) {
    guard let raw = av_packet_alloc() else { return nil }
    var packet: UnsafeMutablePointer<AVPacket>? = raw
    guard av_new_packet(raw, Int32(clamping: text.count)) >= 0 else {
      av_packet_free(&packet)
      return nil
    }
    for (index, byte) in text.enumerated() { raw.pointee.data[index] = byte }
    raw.pointee.stream_index = Int32(clamping: streamIndex)
    raw.pointee.flags = AV_PKT_FLAG_KEY
    raw.pointee.pos = -1
    for (type, bytes) in [(AV_PKT_DATA_WEBVTT_IDENTIFIER, identifier), (AV_PKT_DATA_WEBVTT_SETTINGS, settings)]
    where !bytes.isEmpty {
      guard let place = av_packet_new_side_data(raw, type, bytes.count) else { continue }
      for (index, byte) in bytes.enumerated() { place[index] = byte }
    }
    self.init(taking: raw, presentationTime: start, decodeTime: start, duration: duration, textHeader: header)
  }

  /// A copy of the packet's bytes as stored in the file.
  package var bytes: [UInt8] {
    guard let data = raw.pointee.data, raw.pointee.size > 0 else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: Int(raw.pointee.size)))
  }

  /// Calls `body` with the packet's bytes without a copy; they are valid only within the call.
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let count = max(0, Int(raw.pointee.size))
    return withExtendedLifetime(self) { body(UnsafeRawBufferPointer(start: raw.pointee.data, count: count)) }
  }

  /// The identifier of a WebVTT cue, which Matroska and MP4 store next to its text.
  package var cueIdentifier: [UInt8] {
    let own = sideData(AV_PKT_DATA_WEBVTT_IDENTIFIER)
    return own.isEmpty ? MatroskaWebVTT.lines(of: sideData(AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL)).identifier : own
  }
  /// The settings of a WebVTT cue, which Matroska and MP4 store next to its text.
  package var cueSettings: [UInt8] {
    let own = sideData(AV_PKT_DATA_WEBVTT_SETTINGS)
    return own.isEmpty ? MatroskaWebVTT.lines(of: sideData(AV_PKT_DATA_MATROSKA_BLOCKADDITIONAL)).settings : own
  }

  /// A copy of a packet's side data; empty if it has none of that type.
  private func sideData(_ type: AVPacketSideDataType) -> [UInt8] {
    var size = 0
    guard let data = av_packet_get_side_data(raw, type, &size), size > 0 else { return [] }
    return Array(UnsafeBufferPointer(start: data, count: size))
  }
}

extension StreamParameters {
  /// The decoder configuration before the first packet; for ASS the header with its styles.
  package var header: [UInt8] {
    guard let data = raw.pointee.extradata, raw.pointee.extradata_size > 0 else { return track.textHeader }
    return Array(UnsafeBufferPointer(start: data, count: Int(raw.pointee.extradata_size)))
  }
}

extension Demuxer {
  /// The fonts attached to a Matroska file: names and bytes.
  package var attachedFonts: [(name: String, bytes: [UInt8])] { ContainerAttachments(format).fonts }
}
