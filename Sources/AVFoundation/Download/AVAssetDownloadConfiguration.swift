import Foundation
import PlayheadHLS
import PlayheadStreaming

/// The configuration of a download: the content of an asset to download, and a title.
open class AVAssetDownloadConfiguration: NSObject {
  let asset: AVURLAsset
  let title: String

  /// Creates a configuration for the variant that suits the asset best, with its default renditions.
  ///
  /// - Parameters:
  ///   - asset: A stream on demand.
  ///   - title: The title of the download.
  public init(asset: AVURLAsset, title: String) {
    self.asset = asset
    self.title = title
    super.init()
  }

  /// Artwork stored with the download.
  open var artworkData: Data?

  /// The content to download.
  open var primaryContentConfiguration: AVAssetDownloadContentConfiguration { storedPrimaryContentConfiguration }
  /// The value of `primaryContentConfiguration`.
  private let storedPrimaryContentConfiguration = AVAssetDownloadContentConfiguration()

  var preferences: StreamDownload.Preferences {
    var preferences = StreamDownload.Preferences()
    let content = primaryContentConfiguration
    preferences.choice.address = content.variantQualifiers.first?.variant.url.absoluteString
    if !content.mediaSelections.isEmpty { preferences.renditions = AVAssetDownloadTask.names(content.mediaSelections) }
    return preferences
  }
}

/// The variant and the audio and text renditions to download.
open class AVAssetDownloadContentConfiguration: NSObject, NSCopying {
  /// The variant to download: the first qualifier applies. Empty by default, for the variant with the highest bit rate.
  open var variantQualifiers: [AVAssetVariantQualifier] = []
  /// The audio and text renditions to download. Empty by default, for the default audio rendition.
  open var mediaSelections: [AVMediaSelection] = []

  /// Returns an independent copy.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = AVAssetDownloadContentConfiguration()
    copy.variantQualifiers = variantQualifiers
    copy.mediaSelections = mediaSelections
    return copy
  }
}

/// Selects a variant.
open class AVAssetVariantQualifier: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: constants.
  let variant: AVAssetVariant

  /// Creates a qualifier that selects exactly this variant.
  public init(variant: AVAssetVariant) {
    self.variant = variant
    super.init()
  }

  /// Returns the qualifier itself: qualifiers are immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
