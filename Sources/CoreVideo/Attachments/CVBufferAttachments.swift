import Foundation

/// The values attached to a buffer, each in one of the two modes.
///
/// `@unchecked Sendable`: attachments are values of any type, which their setters must not change afterwards; this is part
/// of the contract of `CVBufferSetAttachment`.
struct Attachments: @unchecked Sendable {
  var values: [CFString: (value: CFTypeRef, mode: CVAttachmentMode)] = [:]

  func values(in mode: CVAttachmentMode) -> CFDictionary? {
    let values = values.filter { $0.value.mode == mode }.mapValues(\.value)
    return values.isEmpty ? nil : values
  }
}

/// A value on its way through the mutex; see `Attachments` for why that is safe.
private struct Passage<Value>: @unchecked Sendable {
  let value: Value
}

/// Attaches a value, in place of one with the same key in either mode. The value must not be changed afterwards.
public func CVBufferSetAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ value: CFTypeRef, _ attachmentMode: CVAttachmentMode
) {
  let passage = Passage(value: value)
  buffer.attachments.withLock { $0.values[key] = (passage.value, attachmentMode) }
}

/// Attaches several values in one mode.
public func CVBufferSetAttachments(
  _ buffer: CVBuffer, _ theAttachments: CFDictionary, _ attachmentMode: CVAttachmentMode
) {
  let passage = Passage(value: theAttachments)
  buffer.attachments.withLock { attachments in
    for (key, value) in passage.value { attachments.values[key] = (value, attachmentMode) }
  }
}

/// The value with a key, and the mode that it is attached in; nil when there is none.
public func CVBufferCopyAttachment(
  _ buffer: CVBuffer, _ key: CFString, _ attachmentMode: UnsafeMutablePointer<CVAttachmentMode>?
) -> CFTypeRef? {
  let found = buffer.attachments.withLock { Passage(value: $0.values[key]) }.value
  if let found { attachmentMode?.pointee = found.mode }
  return found?.value
}

/// All values in a mode, or nil when there are none.
public func CVBufferCopyAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  buffer.attachments.withLock { Passage(value: $0.values(in: attachmentMode)) }.value
}

/// All values in a mode, or nil when there are none; a snapshot, as from `CVBufferCopyAttachments`.
public func CVBufferGetAttachments(_ buffer: CVBuffer, _ attachmentMode: CVAttachmentMode) -> CFDictionary? {
  CVBufferCopyAttachments(buffer, attachmentMode)
}

/// Whether there is a value with a key, in either mode.
public func CVBufferHasAttachment(_ buffer: CVBuffer, _ key: CFString) -> Bool {
  buffer.attachments.withLock { $0.values[key] != nil }
}

/// Detaches the value with a key, if there is one.
public func CVBufferRemoveAttachment(_ buffer: CVBuffer, _ key: CFString) {
  buffer.attachments.withLock { $0.values[key] = nil }
}

/// Detaches every value.
public func CVBufferRemoveAllAttachments(_ buffer: CVBuffer) {
  buffer.attachments.withLock { $0.values = [:] }
}

/// Attaches to a buffer what is attached to another one and goes along with its picture.
public func CVBufferPropagateAttachments(_ sourceBuffer: CVBuffer, _ destinationBuffer: CVBuffer) {
  guard let values = CVBufferCopyAttachments(sourceBuffer, .shouldPropagate) else { return }
  CVBufferSetAttachments(destinationBuffer, values, .shouldPropagate)
}
