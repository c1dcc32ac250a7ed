import CPlayheadFFmpeg
import PlayheadMedia

/// A decoder of one video track in hardware. Used by one thread.
///
/// A failure ends its use: software takes over. After `flush` it continues at a sync sample, also after `drain`.
protocol HardwareVideoDecoder: AnyObject {
  /// Sends a packet. False if frames must be received first.
  ///
  /// - Parameter skipsNonReference: Drops the frame if no other frame refers to it.
  func send(_ packet: Packet, skipsNonReference: Bool) throws(HardwareDecodingFailure) -> Bool

  /// The next frame; nil if more packets are needed, or if all frames of a drained decoder have come out.
  ///
  /// - Parameter keepsInDevice: Whether the frame may remain in the memory of the device (`DeviceFrameOutput`).
  /// - Returns: A frame that the caller must free.
  func receive(keepsInDevice: Bool) throws(HardwareDecodingFailure) -> UnsafeMutablePointer<AVFrame>?

  /// Signals that no packet follows: the remaining frames come out.
  func drain() throws(HardwareDecodingFailure)

  /// Discards all packets and frames.
  func flush() throws(HardwareDecodingFailure)
}
