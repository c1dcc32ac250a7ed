import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline
import PlayheadSamples
import Synchronization

/// The frames that a video composition makes of the video tracks of an asset.
open class AVAssetReaderVideoCompositionOutput: AVAssetReaderOutput, @unchecked Sendable {
  // Sendable: constants, of which the settings are only returned; the composition behind a mutex.
  private let storedTracks: [AVAssetTrack]
  private let storedSettings: [String: Any]?
  private let form: PixelBufferConverter.Request
  private let composing = Mutex(ComposedVideo())

  /// Creates an output of frames that are composed of the video tracks of one asset.
  ///
  /// - Parameters:
  ///   - videoTracks: The tracks, whose identifiers the composition's instructions use. Tracks that are not video are a
  ///     programmer error.
  ///   - videoSettings: Pixel buffer attributes with `kCVPixelBufferPixelFormatTypeKey`; nil for frames as they are
  ///     composed.
  public init(videoTracks: [AVAssetTrack], videoSettings: [String: Any]?) {
    precondition(
      !videoTracks.isEmpty && videoTracks.allSatisfy { $0.mediaType == .video },
      "A composed output has one video track or more")
    (storedTracks, storedSettings) = (videoTracks, videoSettings)
    form = PixelBufferConverter.Request(attributes: videoSettings ?? [:])
    super.init(mediaType: .video)
  }

  /// The tracks that are composed.
  open var videoTracks: [AVAssetTrack] { storedTracks }

  /// The settings with which the output was created.
  open var videoSettings: [String: Any]? { storedSettings }

  /// The composition, which must be set before reading starts: without one, and with one that has no positive size, the
  /// reader fails with `AVError.invalidVideoComposition`. Copied.
  open var videoComposition: AVVideoComposition? {
    get { composing.withLock { $0.composition } }
    set {
      precondition(isUnused, "The output is configured before reading starts")
      let made = ComposedVideo(newValue)
      composing.withLock { $0 = made }
    }
  }

  /// The program's compositor, created when `videoComposition` was set; nil for Playhead's.
  open var customVideoCompositor: (any AVVideoCompositing)? { composing.withLock { $0.renderer?.customCompositor } }

  /// Composes with a renderer that exists already.
  func compose(with video: ComposedVideo) { composing.withLock { $0 = video } }

  override var sourceTracks: [AVAssetTrack] { storedTracks }

  override var configurationError: (any Error)? {
    guard composing.withLock({ $0.renderer }) == nil else { return nil }
    return AVError(
      .invalidVideoComposition,
      userInfo: [
        NSLocalizedDescriptionKey: "The output has no video composition with a positive size and frame duration."
      ])
  }

  override func request(in range: CMTimeRange) throws(MediaError) -> TrackReadRequest {
    guard let asset = reader?.asset, let renderer = composing.withLock({ $0.renderer }) else {
      return try super.request(in: range)
    }
    return TrackReadRequest(
      .composite(CompositionDescription(of: storedTracks, in: asset), renderer), as: .frames(form, copies: false),
      in: range, url: asset.assetLoader.url)
  }
}

/// A video composition with its renderer, which owns the program's compositor.
struct ComposedVideo: Sendable {
  /// The copy of the program's composition.
  var composition: AVVideoComposition?
  /// The renderer; nil without a composition, or if its size or frame duration is not positive.
  var renderer: VideoCompositionRenderer?

  /// No composition.
  init() {}

  /// Copies a composition and creates its compositor.
  init(_ composition: AVVideoComposition?) {
    self.composition = composition?.copy() as? AVVideoComposition
    renderer = self.composition.flatMap { VideoCompositionRenderer($0) }
  }
}
