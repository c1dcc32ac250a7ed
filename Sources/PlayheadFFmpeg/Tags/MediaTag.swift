import PlayheadBasics

/// A metadata item of a container: a title, a date, a cover.
package struct MediaTag: Sendable, Equatable {
  /// The vocabulary of the key.
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
    /// The information dictionary of WAV, AIFF and similar files, under Core Audio's names.
    case audioFile
    case icy
    /// `EXT-X-SESSION-DATA` of a playlist.
    case sessionData
    /// Other containers, under the names that libavformat uses for all containers.
    case common
  }

  /// The value of an item.
  package enum Value: Sendable, Equatable {
    case text(String)
    case integer(Int64)
    case real(Double)
    case bytes([UInt8], DataType)
    /// A byte range of the resource, read on demand.
    case stored(Range<Int64>, DataType)
    /// A cover image that libavformat exposes as the stream with this index; extracted on demand.
    case picture(stream: Int, DataType)
  }

  /// The type of binary data.
  package enum DataType: Sendable, Equatable { case raw, jpeg, png, bmp }

  package var space: Space
  /// Four ISO 8859-1 characters for atoms (`©nam`), otherwise the name as stored.
  package var key: String
  package var value: Value
  /// ISO 639-2 or BCP 47, as stored; nil if undeclared.
  package var language: String?
  /// Distinguishes tags with the same key: the description of an ID3 comment, the kind of an image.
  package var info: String?

  package init(_ space: Space, _ key: String, _ value: Value, language: String? = nil, info: String? = nil) {
    self.space = space
    self.key = key
    self.value = value
    self.language = language.flatMap { $0.isEmpty || $0 == "und" || $0 == "XXX" ? nil : $0 }
    self.info = info.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The value if it is text, otherwise nil.
  package var text: String? { if case .text(let text) = value { text } else { nil } }
}

/// Limits of tags: a damaged length must not exhaust memory.
enum TagLimits {
  /// The total bytes of text in one container.
  static let bytes = ResourceLimits.tagBytes.value
  /// The bytes of one value held in memory.
  static let valueBytes = ResourceLimits.tagValueBytes.value
  /// The number of tags of one container or track.
  static let count = ResourceLimits.tags.value
  /// The nesting depth of boxes and elements.
  static let depth = ResourceLimits.depth.value
}
