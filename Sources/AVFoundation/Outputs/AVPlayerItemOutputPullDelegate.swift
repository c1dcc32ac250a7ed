import Foundation

/// The part that all delegates of outputs share: with one default implementation, a class may be a pull and a push
/// delegate and implement none of the methods.
///
/// - Note: Not in Apple's API, where the methods of delegates are optional.
@preconcurrency public protocol OutputSequenceDelegate: NSObjectProtocol, Sendable {
  /// Reports a discontinuity: a seek, or a change of the playback direction. Called on the delegate's queue. Optional.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension OutputSequenceDelegate {
  /// Does nothing.
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}

/// Receives notifications of an output for clients that do not poll it for every frame. Both methods are optional.
@preconcurrency public protocol AVPlayerItemOutputPullDelegate: OutputSequenceDelegate {
  /// Reports that a frame other than the one last taken is available, or will be after the requested interval. Called
  /// once for each `requestNotificationOfMediaDataChange(withAdvanceInterval:)`, on the delegate's queue.
  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)

  /// Reports a discontinuity: a seek, or a change of the playback direction. Called on the delegate's queue.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
  /// Does nothing.
  public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
}
