import Foundation

extension CMFormatDescription {
  /// Creates a description of video.
  ///
  /// Throws `Error.invalidParameter` for a size that is negative or beyond 32 bits.
  public convenience init(
    videoCodecType: MediaSubType, width: Int, height: Int, extensions: Extensions = Extensions()
  ) throws {
    guard let width = Int32(exactly: width), let height = Int32(exactly: height), width >= 0, height >= 0 else {
      throw Error.invalidParameter
    }
    self.init(
      video: videoCodecType, dimensions: CMVideoDimensions(width: width, height: height), extensions: extensions)
  }

  /// Creates a description of audio.
  ///
  /// - Parameters:
  ///   - audioStreamBasicDescription: The sample rate, the channels and the format.
  ///   - layout: The positions of the channels; nil if unknown.
  ///   - magicCookie: The decoder configuration, for instance AAC's `AudioSpecificConfig` or its `esds` descriptor.
  ///   - extensions: Further parameters.
  public convenience init(
    audioStreamBasicDescription: AudioStreamBasicDescription, layout: ManagedAudioChannelLayout? = nil,
    magicCookie: Data? = nil, extensions: Extensions = Extensions()
  ) throws {
    guard audioStreamBasicDescription.mFormatID != 0 else { throw Error.invalidParameter }
    self.init(
      audio: audioStreamBasicDescription, channelLayout: layout, magicCookie: magicCookie, extensions: extensions)
  }

  /// Calls `body` with the decoder configuration; nil without one.
  public func withMagicCookie<R>(_ body: (UnsafeRawBufferPointer?) throws -> R) rethrows -> R {
    try body(cookieMemory?.bytes)
  }
}

/// The position of a channel in a layout.
public struct AudioChannelDescription: Hashable, Sendable {
  /// The position: a `kAudioChannelLabel`.
  public var mChannelLabel: UInt32

  /// Whether and how the coordinates are used.
  public var mChannelFlags: UInt32

  /// The coordinates of the speaker.
  public var mCoordinates: (Float32, Float32, Float32)

  /// Creates a description of an unknown position.
  public init() {
    mChannelLabel = 0
    mChannelFlags = 0
    mCoordinates = (0, 0, 0)
  }

  /// Whether both are equal.
  public static func == (a: Self, b: Self) -> Bool {
    a.mChannelLabel == b.mChannelLabel && a.mChannelFlags == b.mChannelFlags && a.mCoordinates == b.mCoordinates
  }

  /// Hashes the position.
  public func hash(into hasher: inout Hasher) { hasher.combine(mChannelLabel) }
}

/// A channel layout: a predefined one by its tag, or a list of positions.
public struct AudioChannelLayout: Hashable, Sendable {
  /// The tag of a predefined layout.
  public var mChannelLayoutTag: AudioChannelLayoutTag

  /// The positions as bits, for a tag that says so.
  public var mChannelBitmap: UInt32

  /// The number of descriptions that follow.
  public var mNumberChannelDescriptions: UInt32

  /// The first description; others follow it in memory.
  public var mChannelDescriptions: AudioChannelDescription

  /// Creates a layout with all fields 0.
  public init() {
    mChannelLayoutTag = 0
    mChannelBitmap = 0
    mNumberChannelDescriptions = 0
    mChannelDescriptions = AudioChannelDescription()
  }
}

/// Creates a description of audio. Of the layout only its tag is used.
@discardableResult
public func CMAudioFormatDescriptionCreate(
  allocator: CFAllocator?, asbd: UnsafePointer<AudioStreamBasicDescription>, layoutSize: Int,
  layout: UnsafePointer<AudioChannelLayout>?, magicCookieSize: Int, magicCookie: UnsafeRawPointer?,
  extensions: CFDictionary?, formatDescriptionOut: UnsafeMutablePointer<CMAudioFormatDescription?>
) -> OSStatus {
  formatDescriptionOut.pointee = nil
  return status {
    // The tag is the first field of a layout, which may have any size from there on.
    let tagSize = MemoryLayout<AudioChannelLayoutTag>.size
    guard layoutSize >= 0, layout == nil || layoutSize >= tagSize, magicCookieSize >= 0 else {
      throw CMFormatDescription.Error.invalidParameter
    }
    let tag = layout.map { UnsafeRawPointer($0).loadUnaligned(as: AudioChannelLayoutTag.self) }
    let cookie = magicCookie.map { Data(bytes: $0, count: magicCookieSize) }
    formatDescriptionOut.pointee = try CMFormatDescription(
      audioStreamBasicDescription: asbd.pointee, layout: tag.map { ManagedAudioChannelLayout(tag: $0) },
      magicCookie: cookie.flatMap { $0.isEmpty ? nil : $0 },
      extensions: CMFormatDescription.Extensions(base: extensions))
  }
}

/// The decoder configuration of audio, valid as long as the description; nil without one.
public func CMAudioFormatDescriptionGetMagicCookie(
  _ desc: CMAudioFormatDescription, sizeOut: UnsafeMutablePointer<Int>?
) -> UnsafeRawPointer? {
  sizeOut?.pointee = desc.cookieMemory?.bytes.count ?? 0
  return desc.cookieMemory?.bytes.baseAddress
}
