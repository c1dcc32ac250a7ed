import Foundation
import Synchronization

/// The attachments of the single samples of a buffer, made with their first use.
///
/// `@unchecked Sendable`: the list is behind a mutex. The dictionaries are shared with programs, which must not change
/// them while another thread reads them.
final class SampleAttachmentTable: @unchecked Sendable {
  private struct List: @unchecked Sendable {
    // Sendable: see the table.
    var dictionaries: [NSMutableDictionary] = []
  }

  private let list = Mutex(List())

  /// The dictionaries; empty before their first use.
  var dictionaries: [NSMutableDictionary] { list.withLock { $0 }.dictionaries }

  /// The dictionaries of `count` samples, made if there are none.
  func make(count: Int) -> [NSMutableDictionary] {
    list.withLock { list in
      if list.dictionaries.isEmpty { list.dictionaries = (0..<count).map { _ in NSMutableDictionary() } }
      return list
    }.dictionaries
  }

  /// Replaces all dictionaries.
  func set(_ values: [[String: Any]]) {
    let made = List(dictionaries: values.map { NSMutableDictionary(dictionary: $0) })
    list.withLock { $0 = made }
  }

  /// Copies the dictionaries of another buffer, or of some of its samples.
  func replace(by other: SampleAttachmentTable, range: Range<Int>? = nil) {
    let all = other.dictionaries
    guard !all.isEmpty else { return }
    set((range.map { $0.clamped(to: all.indices) } ?? all.indices).map { all[$0].values })
  }
}

extension NSMutableDictionary {
  fileprivate var values: [String: Any] {
    var values: [String: Any] = [:]
    for (key, value) in self { if let key = key as? String { values[key] = value } }
    return values
  }
}

extension CMSampleBuffer {
  /// The attachments of one sample.
  public struct PerSampleAttachmentsDictionary {
    /// The key of an attachment of a sample.
    public struct Key: RawRepresentable, Hashable, Sendable {
      /// The key as a string.
      public let rawValue: CFString

      /// Creates a key from any string.
      public init(rawValue: CFString) { self.rawValue = rawValue }

      /// Whether the sample cannot be decoded without earlier ones: a Boolean.
      public static let notSync = Key(rawValue: kCMSampleAttachmentKey_NotSync)

      /// Whether other samples depend on the sample: a Boolean.
      public static let isDependedOnByOthers = Key(rawValue: kCMSampleAttachmentKey_IsDependedOnByOthers)

      /// Whether the frame is shown as soon as it is decoded, whatever its time: a Boolean.
      public static let displayImmediately = Key(rawValue: kCMSampleAttachmentKey_DisplayImmediately)

      /// Whether the frame is decoded but not shown: a Boolean.
      public static let doNotDisplay = Key(rawValue: kCMSampleAttachmentKey_DoNotDisplay)
    }

    var values: [String: Any]

    /// The attachment with a key; nil if there is none.
    public subscript(key: Key) -> Any? {
      get { values[key.rawValue] }
      set { values[key.rawValue] = newValue }
    }

    /// Whether the attachment with a key is true.
    package func isSet(_ key: Key) -> Bool? {
      (values[key.rawValue] as? Bool) ?? (values[key.rawValue] as? NSNumber)?.boolValue
    }
  }

  /// The attachments of all samples.
  public struct SampleAttachmentsArray: RandomAccessCollection, MutableCollection {
    var elements: [PerSampleAttachmentsDictionary]

    /// 0.
    public var startIndex: Int { 0 }

    /// The number of samples.
    public var endIndex: Int { elements.count }

    /// The attachments of a sample.
    public subscript(position: Int) -> PerSampleAttachmentsDictionary {
      get { elements[position] }
      set { elements[position] = newValue }
    }
  }

  /// The attachments of the samples.
  public var sampleAttachments: SampleAttachmentsArray {
    get {
      let stored = sampleAttachmentTable.dictionaries
      return SampleAttachmentsArray(
        elements: (0..<Swift.min(numSamples, Self.attachedSampleLimit)).map {
          PerSampleAttachmentsDictionary(values: stored.indices.contains($0) ? stored[$0].values : [:])
        })
    }
    set { sampleAttachmentTable.set(newValue.elements.map(\.values)) }
  }

  /// Samples beyond this number have no attachments: the number of samples is any number that a program gives.
  static let attachedSampleLimit = 1 << 20

  /// The key of an attachment of a buffer.
  public struct AttachmentKey: RawRepresentable, Hashable, Sendable {
    /// The key as a string.
    public let rawValue: CFString

    /// Creates a key from any string.
    public init(rawValue: CFString) { self.rawValue = rawValue }

    /// Whether the decoder is reset before the samples are decoded: a Boolean.
    public static let resetDecoderBeforeDecoding = AttachmentKey(
      rawValue: kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding)

    /// Whether the decoder returns all frames after the samples: a Boolean.
    public static let drainAfterDecoding = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_DrainAfterDecoding)

    /// The duration to remove at the start of decoded audio, such as a decoder's priming: a `CMTime` or its dictionary.
    public static let trimDurationAtStart = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtStart)

    /// The duration to remove at the end of decoded audio: a `CMTime` or its dictionary.
    public static let trimDurationAtEnd = AttachmentKey(rawValue: kCMSampleBufferAttachmentKey_TrimDurationAtEnd)
  }
}

/// Whether the sample cannot be decoded without earlier ones: a Boolean.
public let kCMSampleAttachmentKey_NotSync: CFString = "NotSync"

/// Whether other samples depend on the sample: a Boolean.
public let kCMSampleAttachmentKey_IsDependedOnByOthers: CFString = "IsDependedOnByOthers"

/// Whether the frame is shown as soon as it is decoded, whatever its time: a Boolean.
public let kCMSampleAttachmentKey_DisplayImmediately: CFString = "DisplayImmediately"

/// Whether the frame is decoded but not shown: a Boolean.
public let kCMSampleAttachmentKey_DoNotDisplay: CFString = "DoNotDisplay"

/// Whether the decoder is reset before the samples are decoded: a Boolean.
public let kCMSampleBufferAttachmentKey_ResetDecoderBeforeDecoding: CFString = "ResetDecoderBeforeDecoding"

/// Whether the decoder returns all frames after the samples: a Boolean.
public let kCMSampleBufferAttachmentKey_DrainAfterDecoding: CFString = "DrainAfterDecoding"

/// The duration to remove at the start of decoded audio, such as a decoder's priming: a `CMTime` or its dictionary.
public let kCMSampleBufferAttachmentKey_TrimDurationAtStart: CFString = "TrimDurationAtStart"

/// The duration to remove at the end of decoded audio: a `CMTime` or its dictionary.
public let kCMSampleBufferAttachmentKey_TrimDurationAtEnd: CFString = "TrimDurationAtEnd"
