import CoreMedia

/// Decides how long other variants are tried while loads fail, and how many damaged parts are skipped. Pure.
///
/// An outage begins with the first failed load and ends with packets behind the position where it began.
struct OutagePolicy {
  /// When the outage began, in seconds of the network clock; nil while loads succeed.
  private var began: Double?
  /// The end time of the media read when the outage began; nil if nothing was read since the last seek.
  private var readEnd: CMTime?
  /// Consecutive parts that ended with an error of the demuxer.
  private var damagedParts = 0

  /// Whether there is time to try another variant after a failed load.
  ///
  /// The first call after a success begins the outage.
  ///
  /// - Parameters:
  ///   - now: The time in seconds of the network clock.
  ///   - readEnd: The end time of the last packet read; nil after a seek.
  mutating func mayChangeVariant(now: Double, readEnd: CMTime?) -> Bool {
    let since = began ?? now
    if began == nil { self.readEnd = readEnd }
    began = since
    return now - since < Self.variantRetryTimeout
  }
  /// The time within which other variants are tried. Trying all of them, each up to its timeout, would delay the error
  /// too long.
  private static let variantRetryTimeout = 5.0

  /// Notes that a new packet was read. Packets read again up to the point of failure do not prove recovery.
  ///
  /// - Parameter readEnd: The end time of the last packet read, this one included.
  mutating func noteSuccess(readEnd: CMTime?) {
    damagedParts = 0
    guard began != nil else { return }
    if let start = self.readEnd, let readEnd, (readEnd - start).seconds < Self.recovery { return }
    (began, self.readEnd) = (nil, nil)
  }
  /// Seconds of media read past a failure after which the outage is over.
  private static let recovery = 0.5

  /// Whether a part that ended with an error of the demuxer is skipped. False after too many in a row.
  mutating func maySkipDamagedPart() -> Bool {
    damagedParts += 1
    return damagedParts <= Self.damagedPartLimit
  }
  /// Consecutive damaged segments that are skipped.
  private static let damagedPartLimit = 2

  /// Notes a seek. The outage lasts until a packet was read at the new position.
  mutating func noteSeek() {
    readEnd = nil
    damagedParts = 0
  }
}
