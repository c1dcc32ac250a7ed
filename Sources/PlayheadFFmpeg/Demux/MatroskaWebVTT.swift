import CPlayheadFFmpeg

/// Tracks of `S_TEXT/WEBVTT`, as mkvmerge writes them (Matroska's codec mappings): libavformat gives their packets as they are, and
/// does not know the codec. Named as WebVTT it would take the packets for those of WebM, which are laid out otherwise.
enum MatroskaWebVTT {
  /// The codec of a stream: such a track is told by what stands before its first cue, which begins like any WebVTT file.
  static func codec(of parameters: AVCodecParameters) -> AVCodecID {
    guard parameters.codec_id == AV_CODEC_ID_NONE, parameters.codec_type == AVMEDIA_TYPE_SUBTITLE,
      let header = parameters.extradata, parameters.extradata_size > 0
    else { return parameters.codec_id }
    let bytes = UnsafeBufferPointer(start: header, count: Int(parameters.extradata_size))
    return bytes.starts(with: "WEBVTT".utf8) ? AV_CODEC_ID_WEBVTT : AV_CODEC_ID_NONE
  }

  /// The lines beside a cue: its settings, its name, and comments that stood before it. `addition` is what libavformat makes of a
  /// BlockAdditional: eight bytes of its number, then its content.
  static func lines(of addition: [UInt8]) -> (settings: [UInt8], identifier: [UInt8]) {
    let number: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 1]
    guard addition.starts(with: number) else { return ([], []) }
    let lines = addition.dropFirst(number.count).split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    return (lines.first.map(Array.init) ?? [], lines.count > 1 ? Array(lines[1]) : [])
  }
}
