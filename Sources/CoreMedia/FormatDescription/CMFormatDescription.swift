import Foundation

/// What a stream of media is made of: its kind, how it is coded, and what a decoder or a viewer has to know.
///
/// `@unchecked Sendable`: all properties are constants. The extensions hold values of property lists, which whoever makes
/// the description must not change afterwards; the memory behind the pointer is written once, before anybody sees it.
public final class CMFormatDescription: Hashable, @unchecked Sendable {
  /// The kind of media.
  public let mediaType: MediaType

  /// How the media is coded, or the pixel format.
  public let mediaSubType: MediaSubType

  /// The stored size of pictures; no pixels for other media.
  public let dimensions: CMVideoDimensions

  /// What else is known.
  public let extensions: Extensions

  /// The arrangement of audio channels, if it is known.
  public let audioChannelLayout: ManagedAudioChannelLayout?

  /// What the decoder has to know before the first sample, if anything.
  public let magicCookie: Data?

  /// The numbers of audio; memory that this object owns, for functions that return pointers.
  let basicDescription: UnsafeMutablePointer<AudioStreamBasicDescription>?

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
    self.basicDescription = basicDescription.map { description in
      let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
      memory.initialize(to: description)
      return memory
    }
  }

  deinit {
    basicDescription?.deallocate()
  }

  /// A description of media that is neither audio nor video, or of which nothing more is known.
  package convenience init(mediaType: MediaType, mediaSubType: MediaSubType, extensions: Extensions = Extensions()) {
    self.init(
      mediaType: mediaType, mediaSubType: mediaSubType, dimensions: CMVideoDimensions(), extensions: extensions)
  }

  /// A description of video.
  package convenience init(
    video mediaSubType: MediaSubType, dimensions: CMVideoDimensions, extensions: Extensions = Extensions()
  ) {
    self.init(mediaType: .video, mediaSubType: mediaSubType, dimensions: dimensions, extensions: extensions)
  }

  /// A description of audio; the subtype is the format of the basic description.
  package convenience init(
    audio description: AudioStreamBasicDescription, channelLayout: ManagedAudioChannelLayout? = nil,
    magicCookie: Data? = nil, extensions: Extensions = Extensions()
  ) {
    self.init(
      mediaType: .audio, mediaSubType: MediaSubType(rawValue: description.mFormatID), basicDescription: description,
      audioChannelLayout: channelLayout, magicCookie: magicCookie, extensions: extensions)
  }

  /// The numbers of audio; nil for other media.
  public var audioStreamBasicDescription: AudioStreamBasicDescription? {
    basicDescription?.pointee
  }

  /// Whether both describe the same, extensions included.
  public static func == (lhs: CMFormatDescription, rhs: CMFormatDescription) -> Bool {
    lhs.equalTo(rhs)
  }

  /// Whether both describe the same, apart from extensions with some keys.
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

  /// Feeds what `==` looks at first: kind, coding, size and numbers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(mediaType)
    hasher.combine(mediaSubType)
    hasher.combine(dimensions)
    hasher.combine(audioStreamBasicDescription)
  }
}

/// A description of video.
public typealias CMVideoFormatDescription = CMFormatDescription

/// A description of audio.
public typealias CMAudioFormatDescription = CMFormatDescription
