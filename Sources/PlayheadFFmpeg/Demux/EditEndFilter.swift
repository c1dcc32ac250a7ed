import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// Drops media beyond the edits of an MP4 file that libavformat opens without applying them.
struct EditEndFilter {
  /// The ends by stream, on the asset's timeline.
  private let ends: [Int: CMTime]
  /// Edits are stored in units of the movie's timescale: anything shorter than half a unit is dropped.
  private let tolerance: CMTime
  /// The streams that have been read up to their ends.
  private var finished: Set<Int> = []

  /// `edits`: the ends by track identifier. Also shortens the tracks' time ranges.
  init(_ edits: [Int32: CMTime], of tracks: inout [TrackInfo]) {
    var ends: [Int: CMTime] = [:]
    for index in tracks.indices {
      guard let end = edits[tracks[index].trackID] else { continue }
      ends[tracks[index].index] = end
      let start = tracks[index].timeRange.start
      tracks[index].timeRange = CMTimeRange(start: start, end: max(start, end))
    }
    self.ends = ends
    tolerance = ends.values.map { CMTime(value: 1, timescale: $0.timescale.multipliedSaturated(by: 2)) }.max() ?? .zero
  }

  /// The end of a stream's edit on the asset's timeline; nil if nothing is dropped.
  subscript(stream: Int) -> CMTime? { ends[stream] }

  /// Resets the state after a seek.
  mutating func forget() { finished = [] }

  /// Whether a packet is decoded. A packet beyond the end that later packets may refer to is admitted as decode-only.
  mutating func admits(_ raw: UnsafeMutablePointer<AVPacket>, _ mapping: TimeMapping) -> Bool {
    let stream = Int(raw.pointee.stream_index)
    guard let end = ends[stream] else { return true }
    let presentation = mapping.time(ofTicks: raw.pointee.pts)
    let decode = mapping.time(ofTicks: raw.pointee.dts)
    // With reordering, only the decode time is a lower bound of the following presentation times.
    let earliest = decode.isNumeric ? decode : presentation
    if earliest.isNumeric, earliest + tolerance >= end {
      finished.insert(stream)
      return false
    }
    if presentation.isNumeric, presentation + tolerance >= end { raw.pointee.flags |= AV_PKT_FLAG_DISCARD }
    return true
  }

  /// Whether all of these streams have been read up to their ends.
  func isOver(_ active: some Sequence<Int>) -> Bool {
    !finished.isEmpty && active.allSatisfy { finished.contains($0) }
  }
}
