import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadSamples
import Synchronization

/// The audio of several tracks of an asset, mixed.
open class AVAssetReaderAudioMixOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Sendable: constants; everything that changes is behind a mutex.
  private let storedTracks: [AVAssetTrack]
  private let storedSettings: [String: Any]?
  private let form: PCMFormat
  private let changing = Mutex((mix: AVAudioMix?.none, pitch: AVAudioTimePitchAlgorithm.spectral))

  /// Creates an output of the mix of audio tracks of one asset.
  ///
  /// - Parameters:
  ///   - audioTracks: At least one audio track; others are a programmer error.
  ///   - audioSettings: Settings of linear PCM; nil for 32-bit floating-point numbers. Others are a programmer error.
  public init(audioTracks: [AVAssetTrack], audioSettings: [String: Any]?) {
    precondition(
      !audioTracks.isEmpty && audioTracks.allSatisfy { $0.mediaType == .audio }, "A mix has one audio track or more")
    storedTracks = audioTracks
    storedSettings = audioSettings
    guard let format = audioSettings.map({ PCMFormat(settings: $0) }) ?? PCMFormat(isFloat: true) else {
      preconditionFailure("The audio settings are not those of linear PCM")
    }
    form = format
    super.init(mediaType: .audio)
  }

  /// The tracks that are mixed.
  open var audioTracks: [AVAssetTrack] { storedTracks }

  /// The settings with which the output was created.
  open var audioSettings: [String: Any]? { storedSettings }

  /// The volumes and taps of the tracks; nil, the default, for the volumes of the asset. Copied.
  open var audioMix: AVAudioMix? {
    get { changing.withLock { $0.mix } }
    set {
      precondition(isUnused, "The output is configured before reading starts")
      let copy = newValue?.copy() as? AVAudioMix
      changing.withLock { $0.mix = copy }
    }
  }

  /// The pitch of ranges of a composition that play at another speed; `spectral` by default.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { changing.withLock { $0.pitch } }
    set {
      precondition(isUnused, "The output is configured before reading starts")
      changing.withLock { $0.pitch = newValue }
    }
  }

  override var sourceTracks: [AVAssetTrack] { storedTracks }

  override func request(in range: CMTimeRange) throws(MediaError) -> TrackReadRequest {
    guard let asset = reader?.asset else { return try super.request(in: range) }
    var composition = CompositionDescription(of: storedTracks, in: asset)
    for index in composition.tracks.indices { composition.tracks[index].info.isDefault = true }
    let settings = audioMix?.audioMixSettings
    return TrackReadRequest(
      .mix(composition, settings), as: .audio(form), in: range, pitch: audioTimePitchAlgorithm.algorithm,
      url: asset.assetLoader.url)
  }
}
