import Foundation

/// FFmpeg's names of the containers of file types.
enum ContainerNames {
  /// The types that can be written, with their containers.
  static let all: [(type: AVFileType, name: String)] = [
    (.mov, "mov"), (.mp4, "mp4"), (.m4v, "mp4"), (.m4a, "ipod"), (.mobile3GPP, "3gp"), (.wav, "wav"), (.aiff, "aiff"),
    (.caf, "caf"), (.mp3, "mp3"), (.flac, "flac"), (.ogg, "ogg"), (.matroska, "matroska"), (.webm, "webm"),
    (.transportStream, "mpegts"),
  ]

  /// The container of a type; nil for one that cannot be written.
  static func name(of type: AVFileType?) -> String? { all.first { $0.type == type }?.name }
}
