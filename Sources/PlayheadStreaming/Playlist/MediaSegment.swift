import CoreMedia
import Foundation

/// A media segment.
///
/// A legal playlist may have a million segments: shared and rare properties are stored in separate objects.
package struct MediaSegment: Sendable, Equatable {
  /// The URI as written; for a part that is requested separately, that of the part. Empty for an incomplete segment.
  package var uri: String
  /// The sequence number: that of the playlist plus the index, skipped segments included. Offset from the server's
  /// after `renumber`.
  package var mediaSequence = 0
  /// The number of discontinuities before the segment since the start of the presentation. Segments with the same
  /// number share their timestamps.
  package var discontinuitySequence = 0
  /// The duration in microseconds.
  package var duration = CMTime.zero
  /// Whether format or timestamps differ from the preceding segment.
  package var isDiscontinuity = false
  /// Whether the segment is missing and must not be requested.
  package var isGap = false
  /// Whether `EXTINF` was missing, so that the target duration is used.
  package var hasAssumedDuration = false
  /// The object with the properties of consecutive segments, shared with the neighbours.
  private var shared: Shared
  /// The object with the rare properties; nil if the segment has none of them.
  private var own: Own?

  /// Creates a segment with a duration of zero, which the parser sets afterwards.
  init(uri: String, shared: Shared) {
    self.uri = uri
    self.shared = shared
  }

  /// The absolute URL; nil if the URI is invalid.
  package var url: URL? { PlaylistParser.resolve(uri, relativeTo: shared.base) }

  // MARK: Shared properties

  /// The properties shared by consecutive segments. Immutable: a change creates another instance.
  final class Shared: Sendable, Equatable {
    /// The URL of the playlist.
    let base: URL?
    /// The initialization section that applies.
    let map: InitializationSection?
    /// The keys that apply.
    let keys: [EncryptionKey]
    /// Whether a key tag was read before the segments.
    let hasKeyTag: Bool
    /// `EXT-X-BITRATE` in kilobits per second.
    let bitrate: Int?

    /// Creates the object for a run of segments.
    init(base: URL?, map: InitializationSection?, keys: [EncryptionKey], hasKeyTag: Bool, bitrate: Int?) {
      (self.base, self.map, self.keys, self.hasKeyTag, self.bitrate) = (base, map, keys, hasKeyTag, bitrate)
    }

    /// Whether the object has these properties, so that it can be reused. The cheapest comparisons come first.
    func isMade(
      of base: URL?, _ map: InitializationSection?, _ keys: [EncryptionKey], _ hasKeyTag: Bool, _ bitrate: Int?
    )
      -> Bool
    {
      self.hasKeyTag == hasKeyTag && self.bitrate == bitrate && self.map == map && self.keys == keys
        && self.base == base
    }

    /// Whether both have the same properties; identical objects are not compared in detail.
    static func == (a: Shared, b: Shared) -> Bool {
      a === b || a.isMade(of: b.base, b.map, b.keys, b.hasKeyTag, b.bitrate)
    }
  }

  /// The initialization section; nil if the segment needs none.
  package var map: InitializationSection? {
    get { shared.map }
    set {
      shared = Shared(
        base: shared.base, map: newValue, keys: keys, hasKeyTag: hasKeyTag, bitrate: bitrate)
    }
  }

  /// The usable keys: one for each key format. Empty if unencrypted.
  package var keys: [EncryptionKey] {
    get { shared.keys }
    set { shared = Shared(base: shared.base, map: map, keys: newValue, hasKeyTag: hasKeyTag, bitrate: bitrate) }
  }

  /// Whether a key tag precedes the segment: otherwise the keys of the known version continue in a delta update.
  package var hasKeyTag: Bool {
    get { shared.hasKeyTag }
    set { shared = Shared(base: shared.base, map: map, keys: keys, hasKeyTag: newValue, bitrate: bitrate) }
  }

  /// Kilobits per second (`EXT-X-BITRATE`).
  package var bitrate: Int? { byteRange == nil ? shared.bitrate : nil }

  // MARK: Rare properties

  /// The properties that few segments have. Immutable: a change creates another instance.
  private final class Own: Sendable, Equatable {
    /// The text after the comma of `EXTINF`.
    let title: String?
    /// The range of the resource.
    let byteRange: ByteRange?
    /// The date of the first sample.
    let date: Date?
    /// The parts that the playlist lists.
    let parts: [PartialSegment]

    /// nil if all properties are absent.
    init?(title: String?, byteRange: ByteRange?, date: Date?, parts: [PartialSegment]) {
      guard title != nil || byteRange != nil || date != nil || !parts.isEmpty else { return nil }
      (self.title, self.byteRange, self.date, self.parts) = (title, byteRange, date, parts)
    }

    /// Whether both have the same properties; identical objects are not compared in detail.
    static func == (a: Own, b: Own) -> Bool {
      a === b || (a.title == b.title && a.byteRange == b.byteRange && a.date == b.date && a.parts == b.parts)
    }
  }

  /// The text after the comma of `EXTINF`, in IPTV lists the name of the channel.
  package var title: String? {
    get { own?.title }
    set { own = Own(title: newValue, byteRange: byteRange, date: date, parts: parts) }
  }

  /// The byte range of the resource; nil for all of it.
  package var byteRange: ByteRange? {
    get { own?.byteRange }
    set { own = Own(title: title, byteRange: newValue, date: date, parts: parts) }
  }

  /// The segment's `EXT-X-PROGRAM-DATE-TIME`.
  package var date: Date? {
    get { own?.date }
    set { own = Own(title: title, byteRange: byteRange, date: newValue, parts: parts) }
  }

  /// The parts of the segment, if the playlist still lists them.
  package var parts: [PartialSegment] {
    get { own?.parts ?? [] }
    set { own = Own(title: title, byteRange: byteRange, date: date, parts: newValue) }
  }
}
