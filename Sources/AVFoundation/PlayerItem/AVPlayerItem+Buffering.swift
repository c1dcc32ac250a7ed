import Foundation
import PlayheadEngine

extension AVPlayerItem {
  /// How many seconds ahead of the position are to be fetched; 0, which it is unless set, for what is right for the network.
  ///
  /// Less saves data that nobody watches, more rides over longer outages, as far as memory allows. It says nothing about files.
  /// Negative values and what is no number count as 0.
  nonisolated public var preferredForwardBufferDuration: TimeInterval {
    get { engineItem.forwardBuffer ?? 0 }
    set { engineItem.forwardBuffer = newValue.isFinite && newValue > 0 ? newValue : nil }
  }
}
