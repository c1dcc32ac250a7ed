import Foundation
import PlayheadImages
import PlayheadItems
import Synchronization

/// Generates images from the video of an asset: thumbnails, posters, exact frames.
///
/// The settings at the time of a request apply to all of its images. A list of times is sorted and decoded in one pass
/// per GOP, on all cores and at low priority, so that simultaneous playback drops no frames; request many times at once
/// rather than one after the other. Any thread.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  // Sendable: constants; mutable state is behind a lock.

  private struct State {
    var request = ImageRequest()
    var apertureMode: ApertureMode? = .cleanAperture
    var dynamicRangePolicy = DynamicRangePolicy.forceSDR
    var batches: [ObjectIdentifier: ImageBatch] = [:]
    var extractor: ImageExtractor
    var videoComposition: AVVideoComposition?
  }

  /// The asset that images are generated from.
  open private(set) var asset: AVAsset
  /// The serial queue on which handlers are called.
  let queue = DispatchQueue(label: "playhead.images", qos: .utility)
  private let state: Mutex<State>

  /// Creates a generator for an asset. Opens nothing.
  public init(asset: AVAsset) {
    self.asset = asset
    state = Mutex(State(extractor: Self.extractor(of: asset, nil)))
    super.init()
  }

  /// The extractor for an asset, which opens nothing yet.
  private static func extractor(of asset: AVAsset, _ composition: AVVideoComposition?) -> ImageExtractor {
    ImageExtractor(
      url: asset.assetLoader.url, options: asset.assetLoader.options,
      composition: (asset as? AVComposition)?.compositionDescription, compositor: composition?.makeCompositor())
  }

  var extractor: ImageExtractor { state.withLock { $0.extractor } }

  // MARK: Settings

  /// Composes the images of the asset's video tracks; nil by default, for those of one track. Copied. One without a
  /// positive size is ignored.
  open var videoComposition: AVVideoComposition? {
    get { state.withLock { $0.videoComposition } }
    set {
      let copy = newValue?.copy() as? AVVideoComposition
      let extractor = Self.extractor(of: asset, copy)
      state.withLock {
        $0.videoComposition = copy
        $0.extractor = extractor
      }
    }
  }

  /// Whether the track's preferred transform is applied. False by default: videos recorded in portrait orientation then
  /// appear rotated.
  open var appliesPreferredTrackTransform: Bool {
    get { state.withLock { $0.request.isUpright } }
    set { state.withLock { $0.request.isUpright = newValue } }
  }

  /// The maximum size of images, in pixels. Images keep their aspect ratio and are never enlarged; a dimension of 0 is
  /// unconstrained. `.zero`, the default, keeps the original size.
  open var maximumSize: CGSize {
    get { state.withLock { $0.request.maximumSize } }
    set { state.withLock { $0.request.maximumSize = newValue } }
  }

  /// The part of the encoded frame that is shown, and whether its pixels become square; nil is equivalent to
  /// `cleanAperture`.
  open var apertureMode: ApertureMode? {
    get { state.withLock { $0.apertureMode } }
    set {
      state.withLock {
        $0.apertureMode = newValue
        $0.request.aperture =
          switch newValue {
          case .encodedPixels: .encoded
          case .productionAperture: .production
          default: .clean
          }
      }
    }
  }

  /// The conversion of high dynamic range frames; `forceSDR` by default.
  open var dynamicRangePolicy: DynamicRangePolicy {
    get { state.withLock { $0.dynamicRangePolicy } }
    set {
      state.withLock {
        $0.dynamicRangePolicy = newValue
        $0.request.colors = newValue == .matchSource ? .source : .standardRange
      }
    }
  }

  /// The maximum time by which the frame may precede the requested time. `.positiveInfinity` by default, which uses the
  /// preceding sync sample, decoded alone; `.zero` returns the frame that is displayed at that time.
  open var requestedTimeToleranceBefore: CMTime {
    get { state.withLock { $0.request.toleranceBefore } }
    set { state.withLock { $0.request.toleranceBefore = newValue } }
  }

  /// The maximum time by which the frame may follow the requested time; `.positiveInfinity` by default. It applies to
  /// times before the first frame.
  open var requestedTimeToleranceAfter: CMTime {
    get { state.withLock { $0.request.toleranceAfter } }
    set { state.withLock { $0.request.toleranceAfter = newValue } }
  }

  // MARK: One image, blocking

  /// The image at a time. Blocks until it is available.
  ///
  /// - Parameters:
  ///   - requestedTime: A time within the asset. A time outside it is served only if the tolerances reach into the
  ///     asset.
  ///   - actualTime: Receives the presentation time of the frame.
  /// - Throws: `AVError.noImageAtTime`, `.noSourceTrack` for an asset without video, or the error of opening the asset.
  open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let extracted = try extractor.image(at: requestedTime, request: request).get(extractor.url)
    actualTime?.pointee = extracted.time
    return extracted.image
  }

  // MARK: Batches

  /// Cancels all work in progress. Handlers that have not been called are called with `cancelled`.
  open func cancelAllCGImageGeneration() {
    for batch in state.withLock({ $0.batches.values.map { $0 } }) { batch.cancel() }
  }

  var request: ImageRequest { state.withLock { $0.request } }

  /// Registers a batch, which `cancelAllCGImageGeneration()` cancels until it has finished.
  func register(_ batch: ImageBatch) { state.withLock { $0.batches[ObjectIdentifier(batch)] = batch } }
  func unregister(_ batch: ImageBatch) { state.withLock { $0.batches[ObjectIdentifier(batch)] = nil } }

  // MARK: Handlers

  /// Generates images for several times and passes each to a handler. The handler is called exactly once for each time,
  /// in list order, serially on a queue of the generator. An empty list makes no calls.
  open func generateCGImagesAsynchronously(
    forTimes requestedTimes: [NSValue], completionHandler handler: @escaping AVAssetImageGeneratorCompletionHandler
  ) {
    deliver(requestedTimes.map(\.timeValue)) { time, outcome in
      switch outcome {
      case .image(let extracted): handler(time, extracted.image, extracted.time, .succeeded, nil)
      case .failure(let error): handler(time, nil, .invalid, .failed, error.forClients)
      case .cancelled: handler(time, nil, .invalid, .cancelled, nil)
      }
    }
  }

  /// Generates an image and passes it with the presentation time of its frame, or the error, to a handler on a queue of
  /// the generator.
  @preconcurrency
  open func generateCGImageAsynchronously(
    for requestedTime: CMTime, completionHandler handler: @escaping @Sendable (CGImage?, CMTime, (any Error)?) -> Void
  ) {
    let url = extractor.url
    deliver([requestedTime]) { _, outcome in
      do {
        let extracted = try outcome.get(url)
        handler(extracted.image, extracted.time, nil)
      } catch {
        handler(nil, .invalid, error)
      }
    }
  }
}

extension ImageOutcome {
  /// The image, or the error for clients.
  func get(_ url: URL) throws -> ExtractedImage {
    switch self {
    case .image(let extracted): return extracted
    case .failure(let error): throw error.forClients
    case .cancelled: throw MediaError(.cancelled, url: url).forClients
    }
  }
}
