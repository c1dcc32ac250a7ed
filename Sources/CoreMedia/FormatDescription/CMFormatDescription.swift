import Foundation

/// The description of a media stream: its type, its codec or pixel format, and further parameters for decoding and
/// display.
///
/// `@unchecked Sendable`: no property changes after the creation. The property list values of the extensions must not
/// be modified after it; the memory behind the pointer is written once, before the object is shared.
public final class CMFormatDescription: Hashable, @unchecked Sendable {
  /// The media type.
  public let mediaType: MediaType

  /// The codec, or the pixel format.
  public let mediaSubType: MediaSubType

  /// The stored size of the frames; zero for other media.
  public let dimensions: CMVideoDimensions

  /// Further parameters.
  public let extensions: Extensions

  /// The channel layout of audio, if known.
  public let audioChannelLayout: ManagedAudioChannelLayout?

  /// The decoder configuration, if any.
  public let magicCookie: Data?

  /// The basic description of audio; memory owned by this object, for functions that return pointers.
  let basicDescription: UnsafeMutablePointer<AudioStreamBasicDescription>?

  /// The decoder configuration at a constant address.
  let cookieMemory: StableBytes?

  /// The parameter sets of H.264 or H.265 at constant addresses.
  private(set) var parameterSetMemory: [StableBytes] = []

  private init(
    mediaType: MediaType, mediaSubType: MediaSubType, dimensions: CMVideoDimensions = CMVideoDimensions(),
    basicDescription: AudioStreamBasicDescription? = nil, audioChannelLayout: ManagedAudioChannelLayout? = nil,
    magicCookie: Data? = nil, extensions: Extensions
  ) {
    self.mediaType = mediaType
    self.mediaSubType = mediaSubType
    self.dimensions = dimensions
    self.extensions = extensions
    self.audioChannelLayout = audioChannelLayout
    self.magicCookie = magicCookie
    cookieMemory = magicCookie.map { StableBytes($0) }
    self.basicDescription = basicDescription.map { description in
      let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
      memory.initialize(to: description)
      return memory
    }
    parameterSetMemory = decoderConfiguration?.parameterSets.map { StableBytes($0) } ?? []
  }

  deinit {
    basicDescription?.deallocate()
  }

  /// Creates a description of media that is neither audio nor video, or that has no further parameters.
  public convenience init(mediaType: MediaType, mediaSubType: MediaSubType, extensions: Extensions = Extensions()) {
    self.init(
      mediaType: mediaType, mediaSubType: mediaSubType, dimensions: CMVideoDimensions(), extensions: extensions)
  }

  /// Creates a description of video.
  package convenience init(
    video mediaSubType: MediaSubType, dimensions: CMVideoDimensions, extensions: Extensions = Extensions()
  ) {
    self.init(mediaType: .video, mediaSubType: mediaSubType, dimensions: dimensions, extensions: extensions)
  }

  /// Creates a description of audio; the subtype is the format of the basic description.
  package convenience init(
    audio description: AudioStreamBasicDescription, channelLayout: ManagedAudioChannelLayout? = nil,
    magicCookie: Data? = nil, extensions: Extensions = Extensions()
  ) {
    self.init(
      mediaType: .audio, mediaSubType: MediaSubType(rawValue: description.mFormatID), basicDescription: description,
      audioChannelLayout: channelLayout, magicCookie: magicCookie, extensions: extensions)
  }

  /// The basic description of audio; nil for other media.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? {
    basicDescription?.pointee
  }

  /// Whether both descriptions are equal, including extensions.
  public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
    lhs.equalTo(rhs)
  }

  /// Whether both descriptions are equal, except for extensions with the given keys.
  public func equalTo(
    _ otherFormatDescription: CMFormatDescription, extensionKeysToIgnore: [Extensions.Key] = [],
    sampleDescriptionExtensionAtomKeysToIgnore: [String] = []
  ) -> Bool {
    let other = otherFormatDescription
    if self === other { return true }
    let ignored = Set(extensionKeysToIgnore.map(\.rawValue))
    func compared(_ description: CMFormatDescription) -> NSDictionary {
      var values = description.extensions.values.filter { !ignored.contains($0.key) }
      let atomsKey = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
      if var atoms = values[atomsKey] as? [String: Any] {
        for key in sampleDescriptionExtensionAtomKeysToIgnore { atoms[key] = nil }
        values[atomsKey] = atoms
      }
      return values as NSDictionary
    }
    return mediaType == other.mediaType && mediaSubType == other.mediaSubType && dimensions == other.dimensions
      && audioStreamBasicDescription == other.audioStreamBasicDescription
      && audioChannelLayout == other.audioChannelLayout && magicCookie == other.magicCookie
      && compared(self).isEqual(compared(other))
  }

  /// Hashes the media type, the subtype, the dimensions and the basic description.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(mediaType)
    hasher.combine(mediaSubType)
    hasher.combine(dimensions)
    hasher.combine(audioStreamBasicDescription)
  }
}

/// A format description of video.
public typealias CMVideoFormatDescription = CMFormatDescription

/// A format description of audio.
public typealias CMAudioFormatDescription = CMFormatDescription
