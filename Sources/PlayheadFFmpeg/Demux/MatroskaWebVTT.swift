import CPlayheadFFmpeg

/// Tracks of `S_TEXT/WEBVTT`, as mkvmerge writes them (Matroska's codec mappings). libavformat returns their packets
/// unchanged and does not know the codec; labelled as WebVTT, it would parse the packets as those of WebM, which have
/// another layout.
enum MatroskaWebVTT {
  /// The codec of a stream: such a track is detected by its header, which begins like any WebVTT file.
  static func codec(of parameters: AVCodecParameters) -> AVCodecID {
    guard parameters.codec_id == AV_CODEC_ID_NONE, parameters.codec_type == AVMEDIA_TYPE_SUBTITLE,
      let header = parameters.extradata, parameters.extradata_size > 0
    else { return parameters.codec_id }
    let bytes = UnsafeBufferPointer(start: header, count: Int(parameters.extradata_size))
    return bytes.starts(with: "WEBVTT".utf8) ? AV_CODEC_ID_WEBVTT : AV_CODEC_ID_NONE
  }

  /// The settings and the identifier of a cue, stored next to its text. `addition` is libavformat's form of a
  /// BlockAdditional: eight bytes of its number, then its content with the settings, the identifier and preceding
  /// comments.
  static func lines(of addition: [UInt8]) -> (settings: [UInt8], identifier: [UInt8]) {
    let number: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    guard addition.starts(with: number) else { return ([], []) }
    let lines = addition.dropFirst(number.count).split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    return (lines.first.map(Array.init) ?? [], lines.count > 1 ? Array(lines[1]) : [])
  }
}
