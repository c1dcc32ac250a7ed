import Foundation
import PlayheadEngine

extension AVPlayerItem {
  /// The forward buffer duration in seconds; 0 by default, for a duration adapted to the network.
  ///
  /// Smaller values save data, larger ones tolerate longer outages, within the memory budget. Has no effect for files.
  /// Negative and non-finite values count as 0.
  nonisolated public var preferredForwardBufferDuration: TimeInterval {
    get { engineItem.forwardBuffer ?? 0 }
    set { engineItem.forwardBuffer = newValue.isFinite && newValue > 0 ? newValue : nil }
  }
}
