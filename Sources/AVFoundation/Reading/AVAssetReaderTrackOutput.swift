import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadSamples
import Synchronization

/// The samples of one track: compressed, as decoded frames, or as linear PCM.
///
/// Frames are not rotated: `AVAssetTrack.preferredTransform` has the transform.
open class AVAssetReaderTrackOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Sendable: constants, and the algorithm behind a mutex.
  private let storedTrack: AVAssetTrack
  private let storedSettings: [String: Any]?
  private let form: ReadForm
  private let pitch = Mutex(AVAudioTimePitchAlgorithm.spectral)

  /// Creates an output.
  ///
  /// - Parameters:
  ///   - track: A track of the reader's asset.
  ///   - outputSettings: nil for compressed samples as the file stores them, in decode order; for video, pixel buffer
  ///     attributes with `kCVPixelBufferPixelFormatTypeKey`; for audio, settings of linear PCM with `AVFormatIDKey`,
  ///     16-bit integers by default. Others are a programmer error.
  public init(track: AVAssetTrack, outputSettings: [String: Any]?) {
    storedTrack = track
    storedSettings = outputSettings
    form = ReadForm(outputSettings, mediaType: track.mediaType)
    super.init(mediaType: track.mediaType)
  }

  /// The track that is read.
  open var track: AVAssetTrack { storedTrack }

  /// The settings with which the output was created.
  open var outputSettings: [String: Any]? { storedSettings }

  /// The pitch of ranges of a composition that play at another speed; `spectral` by default.
  open var audioTimePitchAlgorithm: AVAudioTimePitchAlgorithm {
    get { pitch.withLock { $0 } }
    set {
      precondition(isUnused, "The output is configured before reading starts")
      pitch.withLock { $0 = newValue }
    }
  }

  override var sourceTracks: [AVAssetTrack] { [storedTrack] }

  override func request(in range: CMTimeRange) throws(MediaError) -> TrackReadRequest {
    let loader = storedTrack.assetLoader
    let output: TrackReadRequest.Output =
      switch form {
      case .compressed: .compressed(format: storedTrack.typedFormatDescriptions.first)
      case .frames(let attributes): .frames(attributes, copies: alwaysCopiesSampleData)
      case .audio(let format): .audio(format)
      }
    var source = TrackReadRequest.Source.track(
      CompositionDescription.Source(
        url: loader.url, options: loader.options, trackID: storedTrack.trackID, info: storedTrack.info),
      storedTrack.info)
    if let composition = reader?.asset as? AVComposition,
      let track = composition.compositionDescription.tracks.first(where: { $0.info.trackID == storedTrack.trackID })
    {
      source = .composed(track)
    }
    return TrackReadRequest(
      source, as: output, in: range, pitch: audioTimePitchAlgorithm.algorithm, url: loader.url)
  }
}
