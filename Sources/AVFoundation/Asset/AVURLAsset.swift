import Foundation
import PlayheadNetworking

/// Whether exact durations and times are worth a longer loading: a Boolean value, false when it is not given.
///
/// - Note: Difference from Apple: nothing is measured again for it. `providesPreciseDurationAndTiming` tells what the
/// container gives.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// An asset at a URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // Sendable: a constant more than its superclass.

  /// Where the asset is.
  public let url: URL

  /// An asset for the resource at a URL. Opens nothing.
  ///
  /// - Parameters:
  ///   - URL: A file, or an address with `http` or `https`. Anything else fails to load, with an error that says so.
  ///   - options: Wishes, by the keys that begin with `AVURLAsset`. Keys that are not known are ignored.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    super.init(loader: AssetLoader(url: URL, options: RequestOptions(assetOptions: options ?? [:])))
  }

  /// An asset for the resource at a URL, without options.
  public convenience init(url: URL) { self.init(url: url, options: nil) }
}
