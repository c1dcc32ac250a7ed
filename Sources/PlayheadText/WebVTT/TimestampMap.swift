import CoreMedia

/// X-TIMESTAMP-MAP: the mapping between an MPEG timestamp and a cue time (RFC 8216 § 3.5).
package struct TimestampMap: Equatable, Sendable {
  /// In units of 90 kHz.
  package let mpeg: Int64
  /// The cue time that corresponds to `mpeg`.
  package let local: CMTime

  /// Parses a header line; nil if it is not a complete map.
  init?(line: String) {
    let name = "X-TIMESTAMP-MAP="
    guard line.hasPrefix(name) else { return nil }
    var mpeg: Int64?
    var local: CMTime?
    for part in line.dropFirst(name.count).split(separator: ",") {
      if part.hasPrefix("MPEGTS:") { mpeg = Numbers.digits(part.dropFirst(7)).map { Int64($0) } }
      if part.hasPrefix("LOCAL:") { local = WebVTTTime.parse(part.dropFirst(6)) }
    }
    guard let mpeg, let local else { return nil }
    self.mpeg = mpeg
    self.local = local
  }
}
