import AVFoundation
import PlayheadBasics

/// The properties that distinguish one of a stream's variants from another.
struct Quality: Comparable {
  /// Height of the video in pixels; 0 if unknown or without video.
  var height = 0
  /// Frames per second; 0 if unknown.
  var frameRate = 0.0
  /// Bits per second; 0 if unknown.
  var bitRate = 0.0
  /// Whether the variant has video; false for audio-only variants.
  var hasVideo = true

  /// Compares by height, then frame rate, then bit rate.
  static func < (one: Quality, other: Quality) -> Bool {
    (one.height, one.frameRate, one.bitRate) < (other.height, other.frameRate, other.bitRate)
  }
}

extension Quality {
  /// Reads the attributes of a variant. The average bit rate takes precedence over the peak one.
  init(_ variant: AVAssetVariant) {
    let video = variant.videoAttributes
    height = Int(saturating: min(1e6, max(0, video.map { Double($0.presentationSize.height) } ?? 0)))
    frameRate = video?.nominalFrameRate ?? 0
    bitRate = variant.averageBitRate ?? variant.peakBitRate ?? 0
    hasVideo = video != nil
  }
}

/// Menu titles for variants.
enum QualityNames {
  /// `1080p`, `720p60`; with the bit rate if several would have the same name.
  static func names(of all: [Quality]) -> [String] {
    let plain = all.map(name)
    var counts: [String: Int] = [:]
    for name in plain { counts[name, default: 0] += 1 }
    return OptionNames.distinct(
      zip(all, plain).map { quality, name in
        guard counts[name, default: 0] > 1, quality.bitRate > 0 else { return name }
        return "\(name), \(rate(quality.bitRate))"
      })
  }

  /// The name of a variant without regard to others: its height, and its frame rate above 31 frames per second.
  private static func name(_ quality: Quality) -> String {
    guard quality.hasVideo else { return translated("Audio only") }
    guard quality.height > 0 else { return quality.bitRate > 0 ? rate(quality.bitRate) : translated("Quality") }
    // The frame rate is part of the name only if it is visibly higher than usual.
    return "\(quality.height)p" + (quality.frameRate > 31 ? "\(Int(saturating: quality.frameRate.rounded()))" : "")
  }

  /// `850 kbit/s`, `5.2 Mbit/s`.
  static func rate(_ bitsPerSecond: Double) -> String {
    let kilobits = Int(saturating: (min(bitsPerSecond, 1e12) / 1000).rounded())
    guard kilobits >= 1000 else { return "\(kilobits) kbit/s" }
    let tenths = (kilobits + 50) / 100
    return "\(tenths / 10)" + (tenths % 10 == 0 ? "" : ".\(tenths % 10)") + " Mbit/s"
  }
}
