/// Whether an attachment is copied when the contents of a buffer are copied or processed.
public enum CVAttachmentMode: UInt32, Sendable {
  /// The attachment describes this buffer only.
  case shouldNotPropagate = 0

  /// The attachment describes the image, and `CVBufferPropagateAttachments` copies it.
  case shouldPropagate = 1
}
