import PlayheadBasics

/// One thing that a container says about its media: a title, a date, a cover.
package struct MediaTag: Sendable, Equatable {
  /// Which vocabulary the key belongs to.
  package enum Space: Sendable, Equatable {
    case iTunes
    /// iTunes' own names in reverse domain notation: `mean.name`.
    case iTunesLongForm
    case quickTimeUserData
    case quickTimeMetadata
    case isoUserData
    case id3
    case vorbis
    case matroska
    /// The information of WAV, AIFF and similar files, under Core Audio's names.
    case audioFile
    case icy
    /// `EXT-X-SESSION-DATA` of a playlist.
    case sessionData
    /// What another container says, under the names that libavformat gives to all containers.
    case common
  }

  package enum Value: Sendable, Equatable {
    case text(String)
    case integer(Int64)
    case real(Double)
    case bytes([UInt8], DataType)
    /// Bytes of the resource that are read when they are asked for.
    case stored(Range<Int64>, DataType)
    /// A picture that libavformat keeps with a stream of this index; it is taken out when it is asked for.
    case picture(stream: Int, DataType)
  }

  package enum DataType: Sendable, Equatable { case raw, jpeg, png, bmp }

  package var space: Space
  /// Four characters of ISO 8859-1 for atoms (`©nam`), otherwise the name as it is stored.
  package var key: String
  package var value: Value
  /// As the container has it: ISO 639-2 or BCP 47; nil where it says nothing.
  package var language: String?
  /// What tells tags of one key apart: the description of an ID3 comment, the kind of a picture.
  package var info: String?

  package init(_ space: Space, _ key: String, _ value: Value, language: String? = nil, info: String? = nil) {
    self.space = space
    self.key = key
    self.value = value
    self.language = language.flatMap { $0.isEmpty || $0 == "und" || $0 == "XXX" ? nil : $0 }
    self.info = info.flatMap { $0.isEmpty ? nil : $0 }
  }

  package var text: String? { if case .text(let text) = value { text } else { nil } }
}

/// How much of tags is taken: nobody reads megabytes of text, and a damaged length must not fill the memory.
enum TagLimits {
  /// Bytes of all the text of one container.
  static let bytes = ResourceLimits.tagBytes.value
  /// Bytes of one value that is kept in memory.
  static let valueBytes = ResourceLimits.tagValueBytes.value
  /// Tags of one container or track.
  static let count = ResourceLimits.tags.value
  /// Levels of boxes and elements within each other.
  static let depth = ResourceLimits.depth.value
}
