import Foundation
import PlayheadEngine
import Synchronization

/// Makes images of an asset's pictures: thumbnails, posters, exact frames.
///
/// The settings that are in force when images are asked for hold for all of them. Lists of times are sorted and served in one pass
/// for each group of pictures, on all cores and at low priority, so a player beside it drops nothing; ask for many times at once
/// rather than for one after the other. May be used from any thread.
open class AVAssetImageGenerator: NSObject, @unchecked Sendable {
  // Sendable: constants, and the rest behind a lock.

  private struct State {
    var wish = ImageRequest()
    var apertureMode: ApertureMode? = .cleanAperture
    var dynamicRangePolicy = DynamicRangePolicy.forceSDR
    var batches: [ObjectIdentifier: ImageBatch] = [:]
  }

  /// The asset that images are made of.
  public let asset: AVAsset
  let extractor: ImageExtractor
  /// Where handlers are called, one at a time.
  let queue = DispatchQueue(label: "playhead.images", qos: .utility)
  private let state = Mutex(State())

  /// A generator for an asset. Opens nothing.
  public init(asset: AVAsset) {
    self.asset = asset
    extractor = ImageExtractor(url: asset.assetLoader.url, options: asset.assetLoader.options)
    super.init()
  }

  // MARK: Settings

  /// Whether images are turned and mirrored as the track asks. False at first: pictures of a telephone held upright lie on their
  /// side then.
  open var appliesPreferredTrackTransform: Bool {
    get { state.withLock { $0.wish.isUpright } }
    set { state.withLock { $0.wish.isUpright = newValue } }
  }

  /// What images are made to fit into, in pixels. They keep their shape and are never enlarged; a side of 0 is free, and `.zero`,
  /// as it is at first, keeps the size.
  open var maximumSize: CGSize {
    get { state.withLock { $0.wish.maximumSize } }
    set { state.withLock { $0.wish.maximumSize = newValue } }
  }

  /// Which part of the stored picture is shown, and whether its pixels become square; nil is the same as `cleanAperture`.
  open var apertureMode: ApertureMode? {
    get { state.withLock { $0.apertureMode } }
    set {
      state.withLock {
        $0.apertureMode = newValue
        $0.wish.aperture =
          switch newValue {
          case .encodedPixels: .encoded
          case .productionAperture: .production
          default: .clean
          }
      }
    }
  }

  /// What becomes of pictures of high dynamic range: `forceSDR` at first.
  open var dynamicRangePolicy: DynamicRangePolicy {
    get { state.withLock { $0.dynamicRangePolicy } }
    set {
      state.withLock {
        $0.dynamicRangePolicy = newValue
        $0.wish.colors = newValue == .matchSource ? .source : .standardRange
      }
    }
  }

  /// How long before the asked time a picture may begin; `.positiveInfinity` at first: the last sync sample, decoded alone. With
  /// `.zero` it is the picture that is seen at that time.
  open var requestedTimeToleranceBefore: CMTime {
    get { state.withLock { $0.wish.toleranceBefore } }
    set { state.withLock { $0.wish.toleranceBefore = newValue } }
  }

  /// How long after the asked time a picture may begin; `.positiveInfinity` at first. It counts for times before the first picture.
  open var requestedTimeToleranceAfter: CMTime {
    get { state.withLock { $0.wish.toleranceAfter } }
    set { state.withLock { $0.wish.toleranceAfter = newValue } }
  }

  // MARK: One image, waiting

  /// The image at a time. Waits for it on this thread.
  ///
  /// - Parameters:
  ///   - requestedTime: A time within the asset. One outside of it is served only if the tolerances reach into it.
  ///   - actualTime: Receives when the picture begins to be seen.
  /// - Throws: `AVError.noImageAtTime`, `.noSourceTrack` where there are no pictures, or what keeps the asset from being opened.
  open func copyCGImage(at requestedTime: CMTime, actualTime: UnsafeMutablePointer<CMTime>?) throws -> CGImage {
    let picture = try extractor.picture(at: requestedTime, wish: wish).get(extractor.url)
    actualTime?.pointee = picture.time
    return picture.image
  }

  // MARK: Batches

  /// Ends all that is under way. Handlers that were not called yet are called with `cancelled`.
  open func cancelAllCGImageGeneration() {
    for batch in state.withLock({ $0.batches.values.map { $0 } }) { batch.cancel() }
  }

  var wish: ImageRequest { state.withLock { $0.wish } }

  /// Until it is over a batch can be cancelled with all others.
  func keep(_ batch: ImageBatch) { state.withLock { $0.batches[ObjectIdentifier(batch)] = batch } }
  func drop(_ batch: ImageBatch) { state.withLock { $0.batches[ObjectIdentifier(batch)] = nil } }
}

extension ImageOutcome {
  /// The picture, or the error that programs know.
  func get(_ url: URL) throws -> ExtractedImage {
    switch self {
    case .picture(let picture): return picture
    case .failure(let error): throw error.forClients
    case .cancelled: throw MediaError(.cancelled, url: url).forClients
    }
  }
}
