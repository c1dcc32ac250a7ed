import Synchronization

/// The attachments of a media object, each in one of the two modes.
///
/// `@unchecked Sendable`: the values are behind a mutex; they must not be modified after they are attached, which is
/// part of the contract of `CMSetAttachment`.
final class AttachmentTable: @unchecked Sendable {
  /// A value and its mode.
  struct Entry: @unchecked Sendable {
    /// Sendable: see the table.
    var value: Any
    /// The mode.
    var mode: CMAttachmentBearerAttachments.Mode
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// The attachment with a key; nil if there is none.
  subscript(key: String) -> Entry? {
    get { entries.withLock { $0[key] } }
    set { entries.withLock { $0[key] = newValue } }
  }

  /// All attachments in a mode.
  func values(in mode: CMAttachmentBearerAttachments.Mode) -> [String: Any] {
    entries.withLock { $0 }.filter { $0.value.mode == mode }.mapValues(\.value)
  }

  /// Removes all attachments.
  func removeAll() { entries.withLock { $0 = [:] } }

  /// Replaces all attachments by those of another object.
  func replace(by other: AttachmentTable) {
    let copied = other.entries.withLock { $0 }
    entries.withLock { $0 = copied }
  }
}
