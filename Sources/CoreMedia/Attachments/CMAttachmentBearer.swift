import CoreVideo

/// An object with attachments: a sample buffer, a block buffer or an image buffer.
public protocol CMAttachmentBearerProtocol {
  /// The attachments. Changes apply to the object.
  var attachments: CMAttachmentBearerAttachments { get }
}

extension CMAttachmentBearerProtocol {
  /// Copies the attachments that propagate to another object.
  public func propagateAttachments<T: CMAttachmentBearerProtocol>(to destination: T) {
    destination.attachments.merge(attachments.propagated, mode: .shouldPropagate)
  }
}

/// A view of the attachments of an object.
public struct CMAttachmentBearerAttachments {
  /// Whether an attachment is copied with `propagateAttachments(to:)`.
  public enum Mode: Hashable, Sendable {
    /// The attachment is not copied.
    case shouldNotPropagate

    /// The attachment is copied.
    case shouldPropagate
  }

  /// An attachment with its mode.
  public enum Value {
    /// The attachment is not copied.
    case shouldNotPropagate(Any)

    /// The attachment is copied.
    case shouldPropagate(Any)

    /// The mode.
    public var mode: Mode {
      switch self {
      case .shouldNotPropagate: .shouldNotPropagate
      case .shouldPropagate: .shouldPropagate
      }
    }

    /// The attachment itself.
    public var value: Any {
      switch self {
      case .shouldNotPropagate(let value), .shouldPropagate(let value): value
      }
    }

    init(_ value: Any, _ mode: Mode) {
      self = mode == .shouldPropagate ? .shouldPropagate(value) : .shouldNotPropagate(value)
    }
  }

  /// The place of the attachments.
  enum Storage {
    case table(AttachmentTable)
    case buffer(CVBuffer)
  }

  let storage: Storage

  /// The attachments that propagate.
  public var propagated: [String: Any] { values(in: .shouldPropagate) }

  /// The attachments that do not propagate.
  public var nonPropagated: [String: Any] { values(in: .shouldNotPropagate) }

  private func values(in mode: Mode) -> [String: Any] {
    switch storage {
    case .table(let table): table.values(in: mode)
    case .buffer(let buffer): CVBufferCopyAttachments(buffer, mode.video) ?? [:]
    }
  }

  /// Attaches several values in one mode.
  public func merge(_ attachments: [String: Any], mode: Mode) {
    for (key, value) in attachments { self[key] = Value(value, mode) }
  }

  /// Removes all attachments.
  public func removeAll() {
    switch storage {
    case .table(let table): table.removeAll()
    case .buffer(let buffer): CVBufferRemoveAllAttachments(buffer)
    }
  }

  /// The attachment with a key; nil removes it.
  public subscript(key: String) -> Value? {
    get {
      switch storage {
      case .table(let table): return table[key].map { Value($0.value, $0.mode) }
      case .buffer(let buffer):
        var mode = CVAttachmentMode.shouldNotPropagate
        return CVBufferCopyAttachment(buffer, key, &mode).map {
          Value($0, mode == .shouldPropagate ? .shouldPropagate : .shouldNotPropagate)
        }
      }
    }
    nonmutating set {
      switch (storage, newValue) {
      case (.table(let table), let value):
        table[key] = value.map { AttachmentTable.Entry(value: $0.value, mode: $0.mode) }
      case (.buffer(let buffer), nil): CVBufferRemoveAttachment(buffer, key)
      case (.buffer(let buffer), let value?): CVBufferSetAttachment(buffer, key, value.value, value.mode.video)
      }
    }
  }

  /// The attachment of a sample buffer with a key; nil removes it.
  public subscript(key: CMSampleBuffer.AttachmentKey) -> Value? {
    get { self[key.rawValue] }
    nonmutating set { self[key.rawValue] = newValue }
  }
}

extension CMAttachmentBearerAttachments.Mode {
  fileprivate var video: CVAttachmentMode { self == .shouldPropagate ? .shouldPropagate : .shouldNotPropagate }
}

extension CMBlockBuffer: CMAttachmentBearerProtocol {
  /// The attachments of the buffer.
  public var attachments: CMAttachmentBearerAttachments {
    CMAttachmentBearerAttachments(storage: .table(attachmentTable))
  }
}

extension CVBuffer: CMAttachmentBearerProtocol {
  /// The attachments of the buffer.
  public var attachments: CMAttachmentBearerAttachments { CMAttachmentBearerAttachments(storage: .buffer(self)) }
}

// MARK: C functions

/// An object with attachments.
public typealias CMAttachmentBearer = CFTypeRef

/// Whether an attachment is copied with `CMPropagateAttachments`.
public typealias CMAttachmentMode = UInt32

/// The attachment is not copied.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0

/// The attachment is copied.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// Attaches a value; nil removes it. Without effect on objects without attachments.
public func CMSetAttachment(
  _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
  bearer(target)?.attachments[key] = value.map { CMAttachmentBearerAttachments.Value($0, mode(attachmentMode)) }
}

/// Attaches several values in one mode.
public func CMSetAttachments(
  _ target: CMAttachmentBearer, attachments theAttachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
  bearer(target)?.attachments.merge(theAttachments, mode: mode(attachmentMode))
}

/// The attachment with a key, and its mode; nil if there is none.
public func CMGetAttachment(
  _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
  guard let found = bearer(target)?.attachments[key] else { return nil }
  attachmentModeOut?.pointee =
    found.mode == .shouldPropagate ? kCMAttachmentMode_ShouldPropagate : kCMAttachmentMode_ShouldNotPropagate
  return found.value
}

/// All attachments in a mode; nil if there are none.
public func CMCopyDictionaryOfAttachments(
  allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
  guard let attachments = bearer(target)?.attachments else { return nil }
  let values = mode(attachmentMode) == .shouldPropagate ? attachments.propagated : attachments.nonPropagated
  return values.isEmpty ? nil : values
}

/// Removes an attachment.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) { bearer(target)?.attachments[key] = nil }

/// Removes all attachments.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) { bearer(target)?.attachments.removeAll() }

/// Copies the attachments that propagate to another object.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
  guard let source = bearer(source), let destination = bearer(destination) else { return }
  destination.attachments.merge(source.attachments.propagated, mode: .shouldPropagate)
}

private func bearer(_ object: CMAttachmentBearer) -> (any CMAttachmentBearerProtocol)? {
  object as? any CMAttachmentBearerProtocol
}

private func mode(_ mode: CMAttachmentMode) -> CMAttachmentBearerAttachments.Mode {
  mode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate : .shouldNotPropagate
}
