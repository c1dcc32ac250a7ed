/// Core Media's four-character codes of codecs.
package enum MediaSubTypes {
  /// The code in the container, or else the usual one of the codec; 0 if it has none.
  package static func code(of track: TrackInfo) -> UInt32 {
    if let known = codes[track.codecName] {
      // The container distinguishes variants such as avc1 and avc3; codes of other containers do not apply.
      return variants[track.codecName]?.contains(track.codecTag) == true ? track.codecTag : known
    }
    if track.codecName.hasPrefix("pcm_") {
      return track.codecName == "pcm_alaw" ? 0x616C_6177 : track.codecName == "pcm_mulaw" ? 0x756C_6177 : 0x6C70_636D
    }
    return track.codecTag
  }

  /// libavcodec's name of the codec with a code; nil if there is none. Linear PCM has no name of its own.
  package static func codecName(of code: UInt32) -> String? {
    names[code] ?? variants.first { $0.value.contains(code) }?.key
  }

  /// Also codes of the same codec that descriptions have: AAC with spectral band replication and with parametric
  /// stereo, low delay AAC, and the logarithmic forms of PCM.
  private static let names: [UInt32: String] = Dictionary(
    codes.filter { $0.value != 0x7362_746C }.map { ($0.value, $0.key) } + [
      (0x6161_6368, "aac"), (0x6161_6370, "aac"), (0x6161_636C, "aac"), (0x6161_6365, "aac"),
      (0x616C_6177, "pcm_alaw"), (0x756C_6177, "pcm_mulaw"),
    ], uniquingKeysWith: { first, _ in first })

  private static let variants: [String: Set<UInt32>] = [
    "h264": [0x6176_6331, 0x6176_6333], "hevc": [0x6876_6331, 0x6865_7631, 0x6476_6831, 0x6476_6865],
    "prores": [0x6170_3478, 0x6170_3468, 0x6170_6368, 0x6170_636E, 0x6170_6373, 0x6170_636F],
  ]

  private static let codes: [String: UInt32] = [
    "h264": 0x6176_6331, "hevc": 0x6876_6331, "av1": 0x6176_3031, "vp9": 0x7670_3039, "vp8": 0x7670_3038,
    "mpeg4": 0x6D70_3476, "mpeg2video": 0x6D70_3276, "mpeg1video": 0x6D70_3176, "h263": 0x6832_3633,
    "mjpeg": 0x6A70_6567, "prores": 0x6170_636E, "png": 0x706E_6720,
    "aac": 0x6161_6320, "mp3": 0x2E6D_7033, "mp2": 0x2E6D_7032, "mp1": 0x2E6D_7031, "ac3": 0x6163_2D33,
    "eac3": 0x6563_2D33, "alac": 0x616C_6163, "flac": 0x666C_6163, "opus": 0x6F70_7573, "amr_nb": 0x7361_6D72,
    "amr_wb": 0x7361_7762, "vorbis": 0x766F_7262, "dts": 0x6474_7363,
    "mov_text": 0x7478_3367, "webvtt": 0x7776_7474, "subrip": 0x7362_746C, "ass": 0x7362_746C, "eia_608": 0x6336_3038,
    "cea_708": 0x6337_3038,
    "dvd_subtitle": 0x7362_746C, "hdmv_pgs_subtitle": 0x7362_746C, "dvb_subtitle": 0x7362_746C,
  ]
}
