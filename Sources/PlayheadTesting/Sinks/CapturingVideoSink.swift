import CoreMedia
import PlayheadEngine
import PlayheadFFmpeg

/// A picture as a screen would have shown it.
public struct CapturedPicture: Sendable {
  public var time: CMTime
  public var duration: CMTime
  /// When it was to be seen.
  public var hostTime: HostTime
  public var width: Int
  public var height: Int
  /// CRC-32 (ISO 3309) over the visible rows of every plane, luma first.
  public var checksum: UInt32
  /// The picture itself, for tests that look into it.
  package var frame: VideoFrame
}

/// Stands in for a screen: takes every picture at its moment.
public final class CapturingVideoSink: Sendable {
  private let receive: @Sendable (CapturedPicture) -> Void
  private let computesChecksums: Bool

  /// `receive` is called on the presenter's thread, picture by picture.
  public init(checksums: Bool = true, _ receive: @escaping @Sendable (CapturedPicture) -> Void) {
    computesChecksums = checksums
    self.receive = receive
  }
}

extension CapturingVideoSink: VideoSink {
  package var lead: HostDuration { .zero }

  package func present(_ picture: PresentedFrame) {
    let frame = picture.frame
    receive(
      CapturedPicture(
        time: frame.presentationTime, duration: frame.duration, hostTime: picture.deadline, width: frame.width,
        height: frame.height, checksum: computesChecksums ? Checksum.of(frame) : 0, frame: frame))
  }

  package func clear() {}
}
