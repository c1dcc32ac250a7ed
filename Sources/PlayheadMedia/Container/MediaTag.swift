/// A metadata item of a container: a title, a date, a cover.
package struct MediaTag: Sendable, Equatable {
  /// The vocabulary of the key.
  package enum Space: Sendable, Equatable {
    /// Atoms of the `ilst` list, such as `©nam`.
    case iTunes
    /// iTunes' own names in reverse domain notation: `mean.name`.
    case iTunesLongForm
    /// Atoms of QuickTime's user data.
    case quickTimeUserData
    /// Keys of QuickTime's metadata, in reverse domain notation.
    case quickTimeMetadata
    /// Atoms of 3GPP and ISO user data.
    case isoUserData
    /// Frames of ID3, under the names of version 2.3 or later.
    case id3
    /// Vorbis comments in uppercase.
    case vorbis
    /// Tags of Matroska in uppercase; nested ones with the parent's name and a slash.
    case matroska
    /// The information dictionary of WAV, AIFF and similar files, under Core Audio's names.
    case audioFile
    /// Titles of an internet radio.
    case icy
    /// `EXT-X-SESSION-DATA` of a playlist.
    case sessionData
    /// Other containers, under the names that libavformat uses for all containers.
    case common
  }

  /// The value of an item.
  package enum Value: Sendable, Equatable {
    /// Text without padding.
    case text(String)
    /// A whole number.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// Binary data held in memory.
    case bytes([UInt8], DataType)
    /// A byte range of the resource, read on demand.
    case stored(Range<Int64>, DataType)
    /// A cover image that libavformat exposes as the stream with this index; extracted on demand.
    case attachedPicture(stream: Int, DataType)
  }

  /// The type of binary data.
  package enum DataType: Sendable, Equatable { case raw, jpeg, png, bmp }

  /// Determines the meaning of `key`.
  package var space: Space
  /// Four ISO 8859-1 characters for atoms (`©nam`), otherwise the name as stored.
  package var key: String
  /// The value, or its place in the file.
  package var value: Value
  /// ISO 639-2 or BCP 47, as stored; nil if undeclared.
  package var language: String?
  /// Distinguishes tags with the same key: the description of an ID3 comment, the kind of an image.
  package var info: String?

  /// Creates an item. An empty or undetermined language and an empty `info` count as nil.
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
