import CoreMedia

/// Decides which decode-only frame is evicted when the byte budget is exceeded. Pure.
///
///     sync ──┬──────┬──────┬──────┬──────┬┬┬┬┬┬ target       ┬ cached
///              spread evenly               shortly before it
///
/// Frames shortly before a target are retained for small steps back, as long as they fill no more than half of the
/// budget, or seven eighths while the user scrubs backward: then the frames furthest from the scrub position are
/// evicted first. The evenly spread frames are placeholders when the scrub position returns.
struct FrameEvictionPolicy {
  /// A cached frame, as far as eviction depends on it.
  struct CachedFrame: Equatable {
    /// The presentation time.
    var time: CMTime
    /// The size of its planes.
    var bytes: Int
    /// Whether the frame is shortly before the target of its run.
    var isNear: Bool
    /// The run of decode-only frames to which it belongs.
    var run: Int
  }

  /// In bytes.
  var limit: Int
  /// The share of the budget that frames shortly before a target may fill, and the share while the user scrubs backward
  /// over them. The rest is for evenly spread placeholders.
  var nearLimit: Int { limit / 2 }
  /// See `nearLimit`. In bytes.
  var nearLimitWhileScrubbing: Int { limit / 8 * 7 }
  /// Frames further from the newest one than the length of long GOPs are useless.
  private static let reach = 10.0
  /// Weight of frames behind the position of a backward scrub: they are probably not needed again.
  private static let behindScrubWeight = 0.125

  /// The index of the frame to evict; nil if all fit into the budget. `frames` ascend in time; `newest` was added
  /// last. `scrubPosition` is nil unless the user scrubs backward.
  func victim(of frames: [CachedFrame], newest: CMTime, scrubPosition: CMTime?) -> Int? {
    guard frames.count > 1, frames.reduce(0, { $0 + $1.bytes }) > limit else { return nil }
    let nearBytes = frames.reduce(0) { $0 + ($1.isNear ? $1.bytes : 0) }
    let seconds = frames.map(\.time.seconds)
    var best: (index: Int, score: Double)?
    if nearBytes <= (scrubPosition == nil ? nearLimit : nearLimitWhileScrubbing) {
      for (index, frame) in frames.enumerated() where !frame.isNear {
        let score = score(of: index, seconds, newest: newest.seconds, scrubPosition: scrubPosition?.seconds)
        if score < best?.score ?? .infinity { best = (index, score) }
      }
    }
    if let best { return best.index }
    let near = frames.indices.filter { frames[$0].isNear }
    if let scrubPosition = scrubPosition?.seconds {
      func distance(_ index: Int) -> Double {
        let ahead = scrubPosition - seconds[index]
        return ahead < 0 ? -ahead / Self.behindScrubWeight : ahead
      }
      return near.max { distance($0) < distance($1) } ?? 0
    }
    // The earliest of the oldest run: the retained frames before a target stay contiguous.
    return near.min { (frames[$0].run, $0) < (frames[$1].run, $1) } ?? 0
  }

  /// The length of the gap that evicting the frame would leave, weighted.
  ///
  /// Negative for frames that are far from the newest one: these are evicted first. All times in seconds.
  private func score(of index: Int, _ seconds: [Double], newest: Double, scrubPosition: Double?) -> Double {
    if abs(seconds[index] - newest) > Self.reach { return -abs(seconds[index] - newest) }
    let before = index > 0 ? seconds[index - 1] : seconds[index] - Self.reach
    let after = index + 1 < seconds.count ? seconds[index + 1] : seconds[index] + Self.reach
    let isBehindScrub = scrubPosition.map { seconds[index] > $0 } ?? false
    return (after - before) * (isBehindScrub ? Self.behindScrubWeight : 1)
  }
}
