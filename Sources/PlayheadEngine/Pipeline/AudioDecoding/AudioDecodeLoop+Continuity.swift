import CoreMedia
import PlayheadBasics

/// Keeps the sample sequence contiguous.
extension AudioDecodeLoop {
  /// Places the samples of `mixed` at their time: cuts those before the target, and inserts silence where the track has
  /// a gap.
  func place(at time: CMTime) {
    let sampleRate = Double(ring.format.sampleRate)
    let channels = ring.format.channelCount
    let offset = (time - target).seconds
    guard offset.isFinite, abs(offset) < 1e7 else { return advance(mixed) }
    // The first samples are placed exactly; later ones only after a real gap.
    let expected = Double(position) / sampleRate
    let seconds = position == 0 ? continuity.start(of: offset) : continuity.gap(before: offset, expected: expected)
    let gap = Int(saturating: (seconds * sampleRate).rounded())
    if gap > 0 {
      silence(gap)
      advance(mixed)
    } else if gap < 0 {
      let cut = min(mixed.count, -gap * channels)
      mixed.removeFirst(cut)
      advance(mixed)
    } else {
      advance(mixed)
    }
  }

  /// Appends `count` frames of silence, in blocks, while the start is current.
  func silence(_ count: Int) {
    let channels = ring.format.channelCount
    var left = count
    let block = [Float](repeating: 0, count: 4096 * channels)
    while left > 0, isCurrent {
      let part = min(left, 4096)
      advance(part == 4096 ? block : Array(block.prefix(part * channels)))
      left -= part
    }
  }
}
