import PlayheadMedia

/// Tags of containers without a dedicated reader: libavformat's dictionary, mapped to the expected key names.
enum ContainerTags {
  /// WAV, AIFF and similar: Core Audio's information dictionary.
  static func audioFile(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.map {
      MediaTag(.audioFile, "info-" + (audioFileNames[$0.key] ?? $0.key), .text($0.value))
    }
  }

  /// Core Audio's names of libavformat's keys; other keys remain.
  private static let audioFileNames = [
    "comment": "comments", "date": "year", "encoder": "encoding application", "track": "track number",
    "IART": "artist", "creation_time": "recorded date",
  ]

  /// Tags under libavformat's own names, in alphabetical order.
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

  /// The frames of ID3v2.4 for libavformat's keys.
  private static let frames = [
    "title": "TIT2", "artist": "TPE1", "album": "TALB", "album_artist": "TPE2", "composer": "TCOM", "genre": "TCON",
    "copyright": "TCOP", "encoded_by": "TENC", "language": "TLAN", "performer": "TPE3", "disc": "TPOS",
    "publisher": "TPUB", "track": "TRCK", "encoder": "TSSE", "date": "TDRC", "comment": "COMM", "lyrics": "USLT",
  ]

  /// Tags of a Matroska file that cannot be searched, in uppercase as the specification has them.
  static func matroska(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.map { MediaTag(.matroska, $0.key.uppercased(), .text($0.value)) }
  }

  /// Tags of an Ogg or FLAC file that cannot be searched, under the names of Vorbis comments.
  static func vorbis(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.map {
      MediaTag(.vorbis, (comments[$0.key] ?? $0.key).uppercased(), .text($0.value))
    }
  }

  /// The names of Vorbis comments where libavformat's keys differ.
  private static let comments = ["album_artist": "ALBUMARTIST", "track": "TRACKNUMBER", "disc": "DISCNUMBER"]

  /// Tags of an MP4 file that cannot be searched; keys without an atom are left out.
  static func iTunes(_ dictionary: [String: String]) -> [MediaTag] {
    dictionary.sorted { $0.key < $1.key }.compactMap { key, value in
      if key.hasPrefix("com.") { return MediaTag(.quickTimeMetadata, key, .text(value)) }
      return atoms[key].map { MediaTag(.iTunes, $0, .text(value)) }
    }
  }

  /// The atoms of iTunes for libavformat's keys.
  private static let atoms = [
    "title": "©nam", "artist": "©ART", "album": "©alb", "album_artist": "aART", "composer": "©wrt", "genre": "©gen",
    "copyright": "cprt", "encoder": "©too", "date": "©day", "comment": "©cmt", "lyrics": "©lyr", "description": "desc",
  ]
}
