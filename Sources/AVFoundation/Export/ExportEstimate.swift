import Foundation
import PlayheadBasics
import PlayheadMedia

/// The size and the duration of a file before it is exported. Blocks until the asset has been opened.
struct ExportEstimate {
  /// The duration of the exported range.
  private let duration: CMTime
  /// The bits per second of all tracks.
  private let dataRate: Double
  private let byteLimit: Int64?

  /// An estimate by the data rates of the tracks, or of what a preset makes of them.
  init(_ asset: AVAsset, _ preset: ExportPreset?, _ settings: ExportSettings) {
    duration = settings.range(of: asset.duration).duration
    let infos = preset.map { PresetExport.tracks(of: asset, settings, for: $0) } ?? asset.tracks.map(\.info)
    dataRate = infos.reduce(0) { $0 + (preset?.estimatedDataRate(of: $1) ?? $1.dataRate) }
    byteLimit = settings.byteLimit
  }

  /// The size in bytes, at most the limit; 0 if unknown.
  var byteCount: Int64 {
    let bytes = dataRate / 8 * duration.seconds
    let count = bytes.isFinite ? Int64(saturating: bytes) : 0
    return min(count, byteLimit ?? count)
  }

  /// The duration that fits into the limit.
  var maximumDuration: CMTime {
    guard let byteLimit, dataRate > 0 else { return duration }
    let seconds = Double(byteLimit) * 8 / dataRate
    return min(duration, CMTime(seconds: min(seconds, 1e9), preferredTimescale: 1000))
  }
}
