/// The keys of the numbers in the samples of a metadata track: a `mebx` description (QuickTime File Format, “Timed
/// Metadata Media”; ISO/IEC 14496-12 calls it boxed metadata).
package struct MetadataTrackKeys: Sendable, Equatable {
  /// A key of the sample description.
  package struct Key: Sendable, Equatable {
    /// The name in the namespace `mdta`.
    package var name: String
    /// A well-known type; nil for a named type, whose values remain bytes.
    package var type: UInt64?
    /// The language of all values with this key; nil if undeclared.
    package var language: String?

    /// Creates a key.
    package init(name: String, type: UInt64? = nil, language: String? = nil) {
      self.name = name
      self.type = type
      self.language = language
    }
  }

  /// The keys by their number in samples.
  package var keys: [UInt64: Key]

  /// Creates the keys of a track.
  package init(keys: [UInt64: Key]) { self.keys = keys }
}
