import Foundation

/// Is told when an output has something for a program that does not ask at every frame. Both methods may be left out.
@preconcurrency public protocol AVPlayerItemOutputPullDelegate: NSObjectProtocol, Sendable {
  /// There is, or will be after the interval that was asked for, another picture than the one taken last. Called once for each
  /// `requestNotificationOfMediaDataChange(withAdvanceInterval:)`, on the delegate's queue.
  func outputMediaDataWillChange(_ sender: AVPlayerItemOutput)

  /// What comes next does not follow what came before: the position jumped, or playing turned round. Called on the delegate's queue.
  func outputSequenceWasFlushed(_ output: AVPlayerItemOutput)
}

extension AVPlayerItemOutputPullDelegate {
  public func outputMediaDataWillChange(_ sender: AVPlayerItemOutput) {}
  public func outputSequenceWasFlushed(_ output: AVPlayerItemOutput) {}
}
