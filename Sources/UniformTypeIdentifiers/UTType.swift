/// A type of files: those of audio and video that AVFoundation reads and writes.
///
/// - Note: Difference from Apple: other identifiers, file name extensions and MIME types have no value, since Linux has
///   no registry of them. Types have no conformances and no descriptions.
public struct UTType: Hashable, Sendable, CustomStringConvertible {
  /// The identifier, such as `public.mpeg-4`.
  public let identifier: String
  /// The usual extension of file names, without a period.
  public let preferredFilenameExtension: String?
  /// The usual MIME type.
  public let preferredMIMEType: String?

  /// The identifier.
  public var description: String { identifier }

  private init(_ identifier: String, _ fileExtension: String, _ mimeType: String) {
    (self.identifier, preferredFilenameExtension, preferredMIMEType) = (identifier, fileExtension, mimeType)
  }

  /// The type with an identifier; nil if it is unknown.
  public init?(_ identifier: String) {
    guard let type = Self.all.first(where: { $0.identifier == identifier }) else { return nil }
    self = type
  }

  /// The type with an extension of file names, without regard to case; nil if it is unknown.
  public init?(filenameExtension: String) {
    let name = filenameExtension.lowercased()
    guard let type = Self.all.first(where: { $0.preferredFilenameExtension == name }) else { return nil }
    self = type
  }

  /// The type with a MIME type, without regard to case; nil if it is unknown.
  public init?(mimeType: String) {
    let name = mimeType.lowercased()
    guard let type = Self.all.first(where: { $0.preferredMIMEType == name }) else { return nil }
    self = type
  }

  /// MP4 with video.
  public static let mpeg4Movie = UTType("public.mpeg-4", "mp4", "video/mp4")
  /// MP4 with audio alone.
  public static let mpeg4Audio = UTType("public.mpeg-4-audio", "mp4", "audio/mp4")
  /// QuickTime.
  public static let quickTimeMovie = UTType("com.apple.quicktime-movie", "mov", "video/quicktime")
  /// Apple's MP4 with video.
  public static let appleProtectedMPEG4Video = UTType("com.apple.m4v-video", "m4v", "video/x-m4v")
  /// MPEG transport streams.
  public static let mpeg2TransportStream = UTType("public.mpeg-2-transport-stream", "ts", "video/mp2t")
  /// MP3.
  public static let mp3 = UTType("public.mp3", "mp3", "audio/mpeg")
  /// WAV.
  public static let wav = UTType("com.microsoft.waveform-audio", "wav", "audio/vnd.wave")
  /// AIFF.
  public static let aiff = UTType("public.aiff-audio", "aiff", "audio/aiff")

  private static let all = [
    mpeg4Movie, mpeg4Audio, quickTimeMovie, appleProtectedMPEG4Video, mpeg2TransportStream, mp3, wav, aiff,
    UTType("com.apple.m4a-audio", "m4a", "audio/x-m4a"),
  ]
}
