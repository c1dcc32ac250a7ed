import Foundation
import PlayheadEngine
import PlayheadFFmpeg
import PlayheadNetworking

/// An asset at a URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // Sendable: constants more than its superclass.

  /// Where the asset is.
  public let url: URL

  /// Identifies the asset's requests: each asset has its own.
  public let httpSessionIdentifier = UUID()

  /// Where a program says who gives the bytes, if the address has a scheme of its own.
  public let resourceLoader = AVAssetResourceLoader()

  private let restrictions: AVAssetReferenceRestrictions

  /// An asset for the resource at a URL. Opens nothing.
  ///
  /// - Parameters:
  ///   - URL: A file, or an address with `http` or `https`. Anything else is asked of the delegate of `resourceLoader`, and fails to
  ///     load without one.
  ///   - options: Wishes, by the keys that begin with `AVURLAsset`. Keys that are not known are ignored, and so are values of
  ///     another type than the key's.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    var wishes = AssetOptions(options ?? [:])
    wishes.request.delegate = resourceLoader.bridge
    wishes.request.clientData = wishes.clientData?.settings(of: httpSessionIdentifier)
    restrictions = wishes.restrictions
    super.init(loader: AssetLoader(url: URL, options: wishes.request, isMeasured: wishes.prefersPreciseTiming))
  }

  /// An asset for the resource at a URL, without options.
  public convenience init(url: URL) { self.init(url: url, options: nil) }

  /// Which references to other files it may follow: what the options say.
  open override var referenceRestrictions: AVAssetReferenceRestrictions { restrictions }

  // MARK: What can be played

  /// The kinds of files that can be played.
  open class func audiovisualTypes() -> [AVFileType] { PlayableTypes.available.map(\.fileType) }

  /// The media types of files that can be played.
  open class func audiovisualMIMETypes() -> [String] { PlayableTypes.available.flatMap(\.mimeTypes) }

  /// Whether a media type can be played, such as `video/mp4; codecs="avc1.64001F, mp4a.40.2"`: its container can be read,
  /// and everything in it decoded.
  open class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
    PlayableTypes.canPlay(extendedMIMEType)
  }

  /// An asset that a stream names.
  package init(url URL: URL, request: RequestOptions) {
    url = URL
    restrictions = .defaultPolicy
    super.init(loader: AssetLoader(url: URL, options: request, isMeasured: false))
  }

  /// An asset of which everything is known already: nothing is opened for it.
  package convenience init(url: URL, knowing info: MediaInfo) {
    self.init(url: url, options: nil)
    assetLoader.adopt(info)
  }
}
