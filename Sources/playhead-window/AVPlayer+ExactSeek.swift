import AVFoundation
import CoreMedia

extension AVPlayer {
  /// Seeks exactly, to a position in seconds. May be called before the item is open.
  func seekExactly(to seconds: Double) {
    seek(to: CMTime(seconds: seconds, preferredTimescale: 1000), toleranceBefore: .zero, toleranceAfter: .zero)
  }
}
