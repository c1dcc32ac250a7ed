import AVFAudio
import Foundation
import PlayheadMedia

/// The configuration of an export session.
struct ExportSettings {
  /// The URL of the new file.
  var outputURL: URL?
  /// The type of the new file.
  var outputFileType: AVFileType?
  /// The range of the asset.
  var range = CMTimeRange(start: .zero, duration: .positiveInfinity)
  /// The largest size of the file in bytes; nil without a limit.
  var byteLimit: Int64?
  /// The metadata of the program; nil for that of the asset.
  var metadata: [AVMetadataItem]?
  /// The filter of the asset's metadata; nil for none.
  var filter: AVMetadataItemFilter?
  /// The volumes of the audio tracks; nil for those of the asset.
  var audioMix: AVAudioMix?
  /// The pitch of ranges at another speed.
  var pitch = AVAudioTimePitchAlgorithm.spectral
  /// The composition of the video tracks with its renderer.
  var video = ComposedVideo()
  /// Whether the index precedes the media.
  var isProgressive = false

  /// The part of an asset of this duration that is exported.
  func range(of duration: CMTime) -> CMTimeRange { range.intersection(CMTimeRange(start: .zero, duration: duration)) }
}
