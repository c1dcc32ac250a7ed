import Foundation

/// Receives notifications of an output for clients that do not poll it for every frame. Both methods are optional.
@preconcurrency public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol, Sendable {
  /// Reports that a frame other than the one last taken is available, or will be after the requested interval. Called
  /// once for each `requestNotificationOfMediaDataChange(withAdvanceInterval:)`, on the delegate's queue.
  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)

  /// Reports a discontinuity: a seek, or a change of the playback direction. Called on the delegate's queue.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
  /// Does nothing.
  public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
  /// Does nothing.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}
