import AVFoundation
import PlayheadBasics

/// What tells one of a stream's variants from another.
struct Quality: Comparable {
  /// Lines of the picture; 0 where there is none or nobody tells.
  var height = 0
  /// Pictures a second; 0 where nobody tells.
  var frameRate = 0.0
  /// Bits a second; 0 where nobody tells.
  var bitRate = 0.0
  var hasPicture = true

  static func < (one: Quality, other: Quality) -> Bool {
    (one.height, one.frameRate, one.bitRate) < (other.height, other.frameRate, other.bitRate)
  }
}

extension Quality {
  init(_ variant: AVAssetVariant) {
    let video = variant.videoAttributes
    height = Int(saturating: min(1e6, max(0, video.map { Double($0.presentationSize.height) } ?? 0)))
    frameRate = video?.nominalFrameRate ?? 0
    bitRate = variant.averageBitRate ?? variant.peakBitRate ?? 0
    hasPicture = video != nil
  }
}

/// Names of variants for a menu.
enum QualityNames {
  /// `1080p`, `720p60`; with the data rate where several would be called the same.
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

  private static func name(_ quality: Quality) -> String {
    guard quality.hasPicture else { return translated("Sound only") }
    guard quality.height > 0 else { return quality.bitRate > 0 ? rate(quality.bitRate) : translated("Quality") }
    // Only a rate that one sees the difference of is worth a word.
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
