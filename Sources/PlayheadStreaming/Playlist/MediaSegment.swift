import CoreMedia
import Foundation

/// A media segment.
///
/// A legal playlist may have a million segments: shared and rare properties are stored in separate objects.
package struct MediaSegment: Sendable, Equatable {
  package var uri: String
  package var mediaSequence = 0
  package var discontinuitySequence = 0
  /// The duration in microseconds.
  package var duration = CMTime.zero
  /// Whether format or timestamps differ from the preceding segment.
  package var isDiscontinuity = false
  /// Whether the segment is missing and must not be requested.
  package var isGap = false
  /// Whether `EXTINF` was missing, so that the target duration is used.
  package var hasAssumedDuration = false
  private var shared: Shared
  private var own: Own?

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
    let map: InitializationSection?
    let keys: [EncryptionKey]
    let hasKeyTag: Bool
    let bitrate: Int?

    init(base: URL?, map: InitializationSection?, keys: [EncryptionKey], hasKeyTag: Bool, bitrate: Int?) {
      (self.base, self.map, self.keys, self.hasKeyTag, self.bitrate) = (base, map, keys, hasKeyTag, bitrate)
    }

    func isMade(
      of base: URL?, _ map: InitializationSection?, _ keys: [EncryptionKey], _ hasKeyTag: Bool, _ bitrate: Int?
    )
      -> Bool
    {
      self.hasKeyTag == hasKeyTag && self.bitrate == bitrate && self.map == map && self.keys == keys
        && self.base == base
    }

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

  private final class Own: Sendable, Equatable {
    let title: String?
    let byteRange: ByteRange?
    let date: Date?
    let parts: [PartialSegment]

    init?(title: String?, byteRange: ByteRange?, date: Date?, parts: [PartialSegment]) {
      guard title != nil || byteRange != nil || date != nil || !parts.isEmpty else { return nil }
      (self.title, self.byteRange, self.date, self.parts) = (title, byteRange, date, parts)
    }

    static func == (a: Own, b: Own) -> Bool {
      a === b || (a.title == b.title && a.byteRange == b.byteRange && a.date == b.date && a.parts == b.parts)
    }
  }

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
