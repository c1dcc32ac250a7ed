/// Tags of containers without a dedicated reader: libavformat's dictionary, mapped to the expected key names.
enum ContainerTags {
  /// WAV, AIFF and similar: Core Audio's information dictionary.
  static func audioFile(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.map {
      MediaTag(.audioFile, "info-" + (audioFileNames[$0.key] ?? $0.key), .text($0.value))
    }
  }

  private static let audioFileNames = [
    "comment": "comments", "date": "year", "encoder": "encoding application", "track": "track number",
    "IART": "artist", "creation_time": "recorded date",
  ]

  static func other(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.map { MediaTag(.common, $0.key, .text($0.value)) }
  }

  /// Tags of ID3 version 1, or of a source that cannot seek.
  static func id3(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.compactMap { key, value in
      if let frame = frames[key] { return MediaTag(.id3, frame, .text(value)) }
      return MediaTag(.id3, key.count == 4 && key.allSatisfy(\.isUppercase) ? key : "TXXX", .text(value), info: key)
    }
  }

  private static let frames = [
    "title": "TIT2", "artist": "TPE1", "album": "TALB", "album_artist": "TPE2", "composer": "TCOM", "genre": "TCON",
    "copyright": "TCOP", "encoded_by": "TENC", "language": "TLAN", "performer": "TPE3", "disc": "TPOS",
    "publisher": "TPUB", "track": "TRCK", "encoder": "TSSE", "date": "TDRC", "comment": "COMM", "lyrics": "USLT",
  ]

  static func matroska(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.map { MediaTag(.matroska, $0.key.uppercased(), .text($0.value)) }
  }

  static func vorbis(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.map {
      MediaTag(.vorbis, (comments[$0.key] ?? $0.key).uppercased(), .text($0.value))
    }
  }

  private static let comments = ["album_artist": "ALBUMARTIST", "track": "TRACKNUMBER", "disc": "DISCNUMBER"]

  static func iTunes(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.compactMap { key, value in
      if key.hasPrefix("com.") { return MediaTag(.quickTimeMetadata, key, .text(value)) }
      return atoms[key].map { MediaTag(.iTunes, $0, .text(value)) }
    }
  }

  private static let atoms = [
    "title": "©nam", "artist": "©ART", "album": "©alb", "album_artist": "aART", "composer": "©wrt", "genre": "©gen",
    "copyright": "cprt", "encoder": "©too", "date": "©day", "comment": "©cmt", "lyrics": "©lyr", "description": "desc",
  ]
}
