import CoreMedia
import PlayheadClock
import PlayheadMedia
import PlayheadPipeline

/// A frame as presented on a display.
public struct CapturedFrame: Sendable {
  /// The presentation time.
  public var time: CMTime
  /// The duration.
  public var duration: CMTime
  /// The host time for which it was presented.
  public var hostTime: HostTime
  /// The width in pixels.
  public var width: Int
  /// The height in pixels.
  public var height: Int
  /// CRC-32 (ISO 3309) over the visible rows of all planes, luma first.
  public var checksum: UInt32
  /// The frame itself, for tests that inspect it.
  package var frame: VideoFrame
}

/// A substitute for a display: takes every frame at its deadline.
public final class CapturingVideoSink: Sendable {
  /// Called on the presenter's thread for each frame.
  private let receive: @Sendable (CapturedFrame) -> Void
  /// Whether checksums are computed; otherwise they are 0.
  private let computesChecksums: Bool

  /// `receive` is called on the presenter's thread for each frame.
  public init(checksums: Bool = true, _ receive: @escaping @Sendable (CapturedFrame) -> Void) {
    computesChecksums = checksums
    self.receive = receive
  }
}

extension CapturingVideoSink: VideoSink {
  /// No lead time: frames arrive at their deadlines.
  package var lead: HostDuration { .zero }

  /// Passes a frame with its checksum to the receiver.
  package func present(_ presented: PresentedFrame) {
    let frame = presented.frame
    receive(
      CapturedFrame(
        time: frame.presentationTime, duration: frame.duration, hostTime: presented.deadline, width: frame.width,
        height: frame.height, checksum: computesChecksums ? Checksum.of(frame) : 0, frame: frame))
  }

  /// Does nothing: a removed frame is not part of the output.
  package func clear() {}
}
