import CoreMedia

/// The presentation times of the packets read for paused seeks, from which the frame shown at a time can be determined.
///
///     run:  sync ── p ── p ── p ── p ──┤ complete: packets decoded later are also presented later
///
/// A decoded frame alone does not determine where the next one begins. Pure.
struct PTSIndex {
  /// Packets that were read contiguously from a sync sample on.
  private struct Run {
    /// Frames before this time cannot be decoded from here, although their packets may follow.
    var sync: CMTime
    /// Ascending.
    var times: [CMTime]
    /// Every frame before this time is in `times`.
    var complete: CMTime
  }

  /// The run that is being read is the last one.
  ///
  /// The order is that of their last use, so that the oldest are dropped first.
  private var runs: [Run] = []
  /// Whether the next packet does not continue the last run.
  private var isDiscontinuous = true
  /// In distant GOPs; the oldest runs are dropped.
  private static let limit = 16

  /// Records that the next packet is at another position.
  mutating func noteDiscontinuity() { isDiscontinuous = true }

  /// Records the next packet in decode order; after a jump, a sync sample.
  mutating func record(_ packet: SeekPacketFilter.Times) {
    guard packet.presentation.isNumeric else { return }
    if isDiscontinuous {
      isDiscontinuous = false
      begin(at: packet.presentation)
    }
    guard var run = runs.popLast() else { return }
    defer { runs.append(run) }
    if packet.decode.isNumeric { run.complete = max(run.complete, packet.decode) }
    guard packet.presentation >= run.sync else { return }
    let insertionIndex = run.times.lastIndex { $0 <= packet.presentation }.map { $0 + 1 } ?? 0
    if insertionIndex == 0 || run.times[insertionIndex - 1] != packet.presentation {
      run.times.insert(packet.presentation, at: insertionIndex)
    }
  }

  /// Begins a run at a sync sample, or continues the run that has reached it.
  private mutating func begin(at sync: CMTime) {
    if let index = runs.firstIndex(where: { $0.sync <= sync && sync <= $0.complete }) {
      runs.append(runs.remove(at: index))
    } else {
      runs.append(Run(sync: sync, times: [], complete: .negativeInfinity))
      if runs.count > Self.limit { runs.removeFirst() }
    }
  }

  /// The sync sample of the run that is being read.
  var begin: CMTime? { runs.last?.sync }

  /// A sync sample from which the frame at `time` can be decoded, if known; a later one may exist.
  func begin(of time: CMTime) -> CMTime? {
    runs.last { $0.sync <= time && time < $0.complete }?.sync
  }

  /// The presentation time of the frame shown at `time`; nil if unknown.
  ///
  /// Unknown: the packets around `time` have not been read in the same run.
  func frameTime(of time: CMTime) -> CMTime? {
    for run in runs.reversed() {
      if run.sync <= time, time < run.complete { return run.times.last { $0 <= time } }
    }
    return nil
  }
}
