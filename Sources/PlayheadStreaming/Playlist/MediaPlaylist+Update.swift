/// Applying delta updates to a playlist.
extension MediaPlaylist {
  /// Completes a delta update with the skipped segments of a known version (second edition §6.2.5.1).
  ///
  /// - Throws: `missingSkippedSegments` if the known version lacks one of them: the caller then requests the whole
  ///   playlist. The playlist is not changed in this case.
  package mutating func fill(from known: MediaPlaylist) throws(PlaylistError) {
    guard let skip else { return }
    let first = mediaSequence
    let missing = known.segments.filter { (first..<first + skip.segmentCount).contains($0.mediaSequence) }
    guard missing.count == skip.segmentCount else { throw .missingSkippedSegments }
    if let last = missing.last { follow(last) }
    segments.insert(contentsOf: missing, at: 0)
    for old in known.dateRanges where !skip.removedDateRanges.contains(old.id) {
      if let index = dateRanges.firstIndex(where: { $0.id == old.id }) {
        dateRanges[index].add(old)
      } else if serverControl.canSkipDateRanges || known.serverControl.canSkipDateRanges {
        dateRanges.append(old)
      }
    }
    self.skip = nil
  }

  /// Continues the discontinuity numbers from the last skipped segment, and its initialization section and keys unless
  /// the update declares others.
  private mutating func follow(_ last: MediaSegment) {
    let offset = last.discontinuitySequence - discontinuitySequence
    for index in segments.indices { follow(last, offset, &segments[index]) }
    if var open = openSegment {
      follow(last, offset, &open)
      openSegment = open
    }
  }

  /// Continues the properties of a segment.
  ///
  /// - Parameter offset: The number of discontinuities among the skipped segments.
  private func follow(_ last: MediaSegment, _ offset: Int, _ segment: inout MediaSegment) {
    segment.discontinuitySequence += offset
    if segment.map == nil { segment.map = last.map }
    guard !segment.hasKeyTag else { return }
    segment.keys = last.keys
    segment.hasKeyTag = last.hasKeyTag
  }
}
