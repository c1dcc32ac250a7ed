import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// An asset at a URL.
open class AVURLAsset: AVAsset, AVContentKeyRecipient, @unchecked Sendable {
  // Sendable: adds only constants to its superclass.

  /// The URL of the asset.
  open private(set) var url: URL

  /// The session identifier of the asset's HTTP requests, unique to each asset.
  open var httpSessionIdentifier: UUID { storedHttpSessionIdentifier }
  /// The value of `httpSessionIdentifier`.
  private let storedHttpSessionIdentifier = UUID()

  /// The resource loader, whose delegate supplies the bytes of URLs with custom schemes.
  open var resourceLoader: AVAssetResourceLoader { storedResourceLoader }
  /// The value of `resourceLoader`.
  private let storedResourceLoader = AVAssetResourceLoader()

  /// The connection to the content key session that the asset was added to.
  let contentKeys = ContentKeySource()

  private let restrictions: AVAssetReferenceRestrictions

  /// Creates an asset for the resource at a URL. Opens nothing.
  ///
  /// - Parameters:
  ///   - URL: A file URL, or an `http` or `https` URL. Other schemes are requested from the delegate of
  ///     `resourceLoader`, and fail to load without one.
  ///   - options: Options under the keys that begin with `AVURLAsset`. Unknown keys and values of the wrong type are
  ///     ignored.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    var parsedOptions = AssetOptions(options ?? [:])
    parsedOptions.request.delegate = storedResourceLoader.bridge
    parsedOptions.request.contentKeys = contentKeys
    parsedOptions.request.clientData = parsedOptions.clientData?.settings(of: storedHttpSessionIdentifier)
    restrictions = parsedOptions.restrictions
    super.init(
      loader: AssetLoader(url: URL, options: parsedOptions.request, isMeasured: parsedOptions.prefersPreciseTiming))
  }

  /// Creates an asset for the resource at a URL, without options.
  public convenience init(url: URL) { self.init(url: url, options: nil) }

  /// The permitted references to other files, from the options.
  open override var referenceRestrictions: AVAssetReferenceRestrictions { restrictions }

  // MARK: Playable types

  /// The file types that can be played.
  open class func audiovisualTypes() -> [AVFileType] { PlayableTypes.available.map(\.fileType) }

  /// The media types that can be played.
  open class func audiovisualMIMETypes() -> [String] { PlayableTypes.available.flatMap(\.mimeTypes) }

  /// Whether a media type such as `video/mp4; codecs="avc1.64001F, mp4a.40.2"` can be played: its container can be
  /// demuxed and every codec decoded.
  open class func isPlayableExtendedMIMEType(_ extendedMIMEType: String) -> Bool {
    PlayableTypes.canPlay(extendedMIMEType)
  }

  /// Creates an asset for a URL that a stream refers to.
  package init(url URL: URL, request: RequestOptions) {
    url = URL
    restrictions = .defaultPolicy
    super.init(loader: AssetLoader(url: URL, options: request, isMeasured: false))
  }

  /// Creates an asset whose information is already known. Opens nothing.
  package convenience init(url: URL, knowing info: MediaInfo) {
    self.init(url: url, options: nil)
    assetLoader.adopt(info)
  }

  // MARK: Content keys

  /// Whether content keys may be needed to process the asset's media: unless it was loaded, and is neither encrypted
  /// nor a stream. Never waits.
  open var mayRequireContentKeysForMediaDataProcessing: Bool {
    guard let info = assetLoader.knownInfo else { return true }
    return info.tracks.contains(where: \.isProtected) || info.containerName == "hls"
  }

  // MARK: Variants

  /// The variants of a stream in playlist order; empty for other assets. Key `variants`.
  open var variants: [AVAssetVariant] { info("variants")?.variants.map(AVAssetVariant.init) ?? [] }

  // MARK: Cache

  /// The offline media of the asset if its URL is that of a download; otherwise nil.
  open var assetCache: AVAssetCache? {
    url.isFileURL && url.pathExtension.lowercased() == StreamPackage.pathExtension ? AVAssetCache(self) : nil
  }
}
