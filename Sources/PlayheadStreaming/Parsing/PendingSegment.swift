import CoreMedia
import Foundation

/// The tags that apply to the following segments.
struct PendingSegment {
  // For the next segment only.
  /// `EXTINF`; nil if the tag is missing or invalid.
  var duration: CMTime?
  /// The text after the comma of `EXTINF`.
  var title: String?
  /// The length, and the offset if declared.
  var byteRange: (length: Int64, offset: Int64?)?
  /// Whether `EXT-X-DISCONTINUITY` precedes the segment.
  var isDiscontinuity = false
  /// `EXT-X-PROGRAM-DATE-TIME` of the first sample.
  var date: Date?
  /// Whether `EXT-X-GAP` precedes the segment.
  var isGap = false
  /// The parts of the segment, which precede its URI.
  var parts: [PartialSegment] = []

  // For all following segments.
  /// The keys that apply, one for each key format; empty if unencrypted.
  var keys: [EncryptionKey] = []
  /// Whether any key tag was seen, including `METHOD=NONE`.
  var hasSeenKeys = false
  /// The newest initialization section (`EXT-X-MAP`).
  var map: InitializationSection?
  /// `EXT-X-BITRATE` in kilobits per second.
  var bitrate: Int?

  /// The number of segments skipped by `EXT-X-SKIP`.
  var skipped = 0
  /// The number of discontinuities since the start of the playlist.
  var discontinuities = 0

  /// The object of the last segment, reused as long as its properties do not change.
  private var lastShared: MediaSegment.Shared?

  /// The properties that the next segment shares with its neighbours.
  ///
  /// - Parameter base: The URL that the segments' URIs are relative to.
  mutating func shared(base: URL?) -> MediaSegment.Shared {
    if let lastShared, lastShared.isMade(of: base, map, keys, hasSeenKeys, bitrate) { return lastShared }
    let made = MediaSegment.Shared(base: base, map: map, keys: keys, hasKeyTag: hasSeenKeys, bitrate: bitrate)
    lastShared = made
    return made
  }

  /// Clears the properties of a single segment after its URI line; keys, section and bit rate continue.
  mutating func resetSegment() {
    duration = nil
    title = nil
    byteRange = nil
    isDiscontinuity = false
    date = nil
    isGap = false
    parts = []
  }
}

extension PendingSegment {
  /// Parses `length[@offset]` (RFC 8216 §4.3.2.2).
  ///
  /// - Returns: nil for other text, a length of 0, and a range whose end overflows.
  static func byteRange(_ text: Substring) -> (length: Int64, offset: Int64?)? {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let length = DecimalText.integer(parts[0]), length > 0 else { return nil }
    guard parts.count == 2 else { return (Int64(length), nil) }
    guard let offset = DecimalText.integer(parts[1]), !offset.addingReportingOverflow(length).overflow else {
      return nil
    }
    return (Int64(length), Int64(offset))
  }
}
