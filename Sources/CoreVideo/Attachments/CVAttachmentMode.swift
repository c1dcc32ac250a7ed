/// Whether an attachment goes along when a buffer's content is copied or processed.
public enum CVAttachmentMode: UInt32, Sendable {
  /// The attachment is about this buffer only.
  case shouldNotPropagate = 0

  /// The attachment is about the picture, and `CVBufferPropagateAttachments` copies it.
  case shouldPropagate = 1
}
