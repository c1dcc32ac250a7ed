import CoreMedia
import Foundation

/// One segment.
///
/// A legal playlist may have a million of them: what segments share, and what few of them have, lies beside them.
package struct MediaSegment: Sendable, Equatable {
  package var uri: String
  package var mediaSequence = 0
  package var discontinuitySequence = 0
  /// In microseconds.
  package var duration = CMTime.zero
  /// Whether the segment is unlike the one before in format or times.
  package var isDiscontinuity = false
  /// Nothing is there to be asked for.
  package var isGap = false
  /// `EXTINF` was missing, and the target duration stands in.
  package var hasAssumedDuration = false
  private var shared: Shared
  private var own: Own?

  init(uri: String, shared: Shared) {
    self.uri = uri
    self.shared = shared
  }

  /// Where it is; nil for an address that cannot be read.
  package var url: URL? { PlaylistParser.resolve(uri, relativeTo: shared.base) }

  // MARK: What segments share

  /// The values of consecutive segments. Never changed: a change makes another one.
  final class Shared: Sendable, Equatable {
    /// The address of the playlist.
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

  package var map: InitializationSection? {
    get { shared.map }
    set {
      shared = Shared(
        base: shared.base, map: newValue, keys: keys, hasKeyTag: hasKeyTag, bitrate: bitrate)
    }
  }

  /// The keys that may be used: one for each format of keys. Empty: not encrypted.
  package var keys: [EncryptionKey] {
    get { shared.keys }
    set { shared = Shared(base: shared.base, map: map, keys: newValue, hasKeyTag: hasKeyTag, bitrate: bitrate) }
  }

  /// Whether the playlist says anything of keys before the segment: what is not said goes on in an update that leaves
  /// segments out.
  package var hasKeyTag: Bool {
    get { shared.hasKeyTag }
    set { shared = Shared(base: shared.base, map: map, keys: keys, hasKeyTag: newValue, bitrate: bitrate) }
  }

  /// Kilobits a second, as told by `EXT-X-BITRATE`.
  package var bitrate: Int? { byteRange == nil ? shared.bitrate : nil }

  // MARK: What few segments have

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

  package var byteRange: ByteRange? {
    get { own?.byteRange }
    set { own = Own(title: title, byteRange: newValue, date: date, parts: parts) }
  }

  /// The date that stands with it.
  package var date: Date? {
    get { own?.date }
    set { own = Own(title: title, byteRange: byteRange, date: newValue, parts: parts) }
  }

  package var parts: [PartialSegment] {
    get { own?.parts ?? [] }
    set { own = Own(title: title, byteRange: byteRange, date: date, parts: newValue) }
  }
}
