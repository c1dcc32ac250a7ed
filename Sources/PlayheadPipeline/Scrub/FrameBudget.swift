import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// The time before a target whose frames fit into the frame cache.
struct FrameBudget: Equatable {
  /// The time before a target whose frames fit into the budget.
  let time: CMTime
  /// The duration of a frame: 1/30 s where the container gives none.
  let frame: CMTime
  /// The range over which all frames are decoded.
  var range: CMTime { CMTimeMultiply(time, multiplier: 2) }

  /// Computes the budget for a video track, whose frames have three bytes for two samples. `cacheBytes`: the budget of
  /// the frame cache.
  init(_ video: TrackInfo.VideoInfo, cacheBytes: Int) {
    let count = max(
      2,
      FrameEvictionPolicy(limit: cacheBytes).nearLimitWhileScrubbing / max(1, video.width * video.height * 3 / 2))
    frame = video.minFrameDuration.isNumeric ? video.minFrameDuration : CMTime(value: 1, timescale: 30)
    time = CMTime(seconds: min(Self.maxRetention, Double(count) * frame.seconds), preferredTimescale: 1_000_000)
  }

  /// In seconds. A scrub position seldom moves further back than this within a short time.
  private static let maxRetention = 4.0
}
