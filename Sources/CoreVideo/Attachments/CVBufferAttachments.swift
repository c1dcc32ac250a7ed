import Foundation
import Synchronization

/// The attachments of a buffer, each in one of the two modes.
///
/// `@unchecked Sendable`: attachments are values of any type, which must not be modified after they are attached; this
/// is part of the contract of `CVBufferSetAttachment`.
struct Attachments: @unchecked Sendable {
  var values: [CFString: (value: CFTypeRef, mode: CVAttachmentMode)] = [:]

  func values(in mode: CVAttachmentMode) -> CFDictionary? {
    let values = values.filter { $0.value.mode == mode }.mapValues(\.value)
    return values.isEmpty ? nil : values
  }
}

/// Carries a value through the mutex; see `Attachments` for why that is safe.
private struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value
}

/// Attaches a value, replacing one with the same key in either mode. The value must not be modified afterwards.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  let boxed = UncheckedBox(value: value)
  buffer.attachments.withLock { $0.values[key] = (boxed.value, attachmentMode) }
}

/// Attaches several values in one mode.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  let boxed = UncheckedBox(value: theAttachments)
  buffer.attachments.withLock { attachments in
    for (key, value) in boxed.value { attachments.values[key] = (value, attachmentMode) }
  }
}

/// The attachment with a key, and its mode; nil if there is none.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  let found = buffer.attachments.withLock { UncheckedBox(value: $0.values[key]) }.value
  if let found { attachmentMode?.pointee = found.mode }
  return found?.value
}

/// All attachments in a mode; nil if there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  buffer.attachments.withLock { UncheckedBox(value: $0.values(in: attachmentMode)) }.value
}

/// All attachments in a mode; nil if there are none. A snapshot, like that of `CVBufferCopyAttachments`.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Whether there is an attachment with a key, in either mode.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachments.withLock { $0.values[key] != nil }
}

/// Removes the attachment with a key, if any.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.attachments.withLock { $0.values[key] = nil }
}

/// Removes all attachments.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  buffer.attachments.withLock { $0.values = [:] }
}

/// Copies the propagated attachments of a buffer to another one.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  guard let values = CVBufferCopyAttachments(sourceBuffer, .shouldPropagate) else { return }
  CVBufferSetAttachments(destinationBuffer, values, .shouldPropagate)
}
