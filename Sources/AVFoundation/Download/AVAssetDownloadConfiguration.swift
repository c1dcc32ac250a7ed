import Foundation
import PlayheadEngine
import PlayheadStreaming

/// What is to be downloaded of an asset, and how it is called.
open class AVAssetDownloadConfiguration: NSObject {
  let asset: AVURLAsset
  let title: String

  /// The variant that suits the asset best, and what plays beside it by itself.
  ///
  /// - Parameters:
  ///   - asset: A stream on demand.
  ///   - title: What the download is called.
  public init(asset: AVURLAsset, title: String) {
    self.asset = asset
    self.title = title
    super.init()
  }

  /// A picture that is kept beside it.
  open var artworkData: Data?

  /// What is downloaded.
  public let primaryContentConfiguration = AVAssetDownloadContentConfiguration()

  var wishes: StreamDownload.Wishes {
    var wishes = StreamDownload.Wishes()
    let content = primaryContentConfiguration
    wishes.choice.address = content.variantQualifiers.first?.variant.url.absoluteString
    if !content.mediaSelections.isEmpty { wishes.renditions = AVAssetDownloadTask.names(content.mediaSelections) }
    return wishes
  }
}

/// Which variant and which sounds and texts are downloaded.
open class AVAssetDownloadContentConfiguration: NSObject, NSCopying {
  /// Which variant: the first one counts. Empty, as at first: the one with the most bits.
  open var variantQualifiers: [AVAssetVariantQualifier] = []
  /// Which sounds and texts. Empty, as at first: the sound that plays by itself.
  open var mediaSelections: [AVMediaSelection] = []

  /// A copy that can be changed by itself.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVAssetDownloadContentConfiguration()
    copy.variantQualifiers = variantQualifiers
    copy.mediaSelections = mediaSelections
    return copy
  }
}

/// Names a variant.
open class AVAssetVariantQualifier: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.
  let variant: AVAssetVariant

  /// This one and no other.
  public init(variant: AVAssetVariant) {
    self.variant = variant
    super.init()
  }

  /// Itself: it does not change.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
