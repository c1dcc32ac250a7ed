import CoreMedia
import Foundation

/// The tags that apply to the following segments.
struct PendingSegment {
  // For the next segment only.
  var duration: CMTime?
  var title: String?
  /// The length, and the offset if declared.
  var byteRange: (length: Int64, offset: Int64?)?
  var isDiscontinuity = false
  var date: Date?
  var isGap = false
  var parts: [PartialSegment] = []

  // For all following segments.
  var keys: [EncryptionKey] = []
  /// Whether any key tag was seen, including `METHOD=NONE`.
  var hasSeenKeys = false
  var map: InitializationSection?
  var bitrate: Int?

  /// The number of segments skipped by `EXT-X-SKIP`.
  var skipped = 0
  var discontinuities = 0

  private var lastShared: MediaSegment.Shared?

  /// The properties that the next segment shares with its neighbours.
  mutating func shared(base: URL?) -> MediaSegment.Shared {
    if let lastShared, lastShared.isMade(of: base, map, keys, hasSeenKeys, bitrate) { return lastShared }
    let made = MediaSegment.Shared(base: base, map: map, keys: keys, hasKeyTag: hasSeenKeys, bitrate: bitrate)
    lastShared = made
    return made
  }

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
