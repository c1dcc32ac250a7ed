/// A limit of a quantity that a file or a server determines, with a description for error messages.
package struct ResourceLimit: Sendable, Hashable, CustomStringConvertible {
  /// The limited quantity: “the size of a playlist”.
  package let name: String
  /// The limit itself.
  package let value: Int
  /// The counted unit; nil for bytes.
  private let unit: String?

  package init(_ name: String, bytes: Int) {
    (self.name, value, unit) = (name, bytes, nil)
  }

  package init(_ name: String, _ value: Int, of unit: String) {
    (self.name, self.value, self.unit) = (name, value, unit)
  }

  /// “the size of a playlist is limited to 64 MiB”.
  package var description: String {
    guard unit == nil else { return "\(name) is limited to \(value)" }
    return value >= 1 << 20 ? "\(name) is limited to \(value >> 20) MiB" : "\(name) is limited to \(value >> 10) KiB"
  }
}

/// The limits that prevent a hostile file or server from exhausting memory or time. Each is far above real content.
/// Errors name the exceeded limit.
///
/// Bytes are counted as stored: after decompression, and for playlists also after variable substitution.
package enum ResourceLimits {
  // MARK: Playlists

  /// A playlist of a day in segments of two seconds has ten MiB; one of a million segments has fifty.
  package static let playlistBytes = ResourceLimit("the size of a playlist", bytes: 64 << 20)
  /// The total of variable substitutions (`EXT-X-DEFINE`) in one playlist. Tokens in URLs have some hundred bytes.
  package static let substitutedBytes = ResourceLimit("the text of a playlist's variables", bytes: 16 << 20)
  /// Forty-six days in segments of two seconds.
  package static let segments = ResourceLimit("the number of a playlist's segments", 2_000_000, of: "segments")
  /// Variants, including I-frame variants.
  package static let variants = ResourceLimit("the number of a playlist's variants", 5_000, of: "variants")
  /// Audio, subtitles, captions and angles.
  package static let renditions = ResourceLimit("the number of a playlist's renditions", 5_000, of: "renditions")
  /// Partial segments in one version.
  package static let parts = ResourceLimit("the number of a playlist's parts", 100_000, of: "parts")
  /// `EXT-X-DATERANGE` tags, including those of schedules.
  package static let dateRanges = ResourceLimit("the number of a playlist's date ranges", 10_000, of: "date ranges")
  /// Keys of different formats for one segment, and session keys.
  package static let keys = ResourceLimit("the number of keys at one place of a playlist", 100, of: "keys")
  /// Each of variables, session data, rendition reports and hints.
  package static let otherTags = ResourceLimit("the number of one kind of tag in a playlist", 10_000, of: "tags")
  /// Stored warnings. Further ones are dropped, and are not an error.
  package static let warnings = ResourceLimit("the number of warnings about a playlist", 1_000, of: "warnings")

  // MARK: Resources of playlists

  /// Ten seconds at 200 Mbit/s.
  package static let segmentBytes = ResourceLimit("the size of a segment", bytes: 256 << 20)
  /// A key has 16 bytes; the limit is higher, so that an error can report the size of other content.
  package static let keyBytes = ResourceLimit("the size of a key", bytes: 64 << 10)
  /// A steering manifest has some hundred bytes.
  package static let steeringBytes = ResourceLimit("the size of a steering manifest", bytes: 1 << 20)
  /// Asset lists of interstitials and date range schedules.
  package static let scheduleBytes = ResourceLimit("the size of a list of interstitials", bytes: 8 << 20)
  /// A caption file or segment.
  package static let captionBytes = ResourceLimit("the size of a file of captions", bytes: 64 << 20)

  // MARK: Containers

  /// Text of all tags of one container.
  package static let tagBytes = ResourceLimit("the size of a container's tags", bytes: 8 << 20)
  /// One tag value held in memory.
  package static let tagValueBytes = ResourceLimit("the size of a tag", bytes: 1 << 20)
  /// Tags of one container or track, and chapters.
  package static let tags = ResourceLimit("the number of a container's tags", 4_096, of: "tags")
  /// The nesting of boxes and elements.
  package static let depth = ResourceLimit("the depth of a container's boxes", 16, of: "levels")
  /// An image stored in a container.
  package static let artworkBytes = ResourceLimit("the size of a stored image", bytes: 256 << 20)
}
