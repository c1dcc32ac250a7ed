import Foundation
import PlayheadEngine
import PlayheadFFmpeg

/// Whether exact durations and times are worth a longer loading: a Boolean value, false when it is not given.
///
/// - Note: Difference from Apple: nothing is measured again for it. `providesPreciseDurationAndTiming` tells what the container gives.
public let AVURLAssetPreferPreciseDurationAndTimingKey = "AVURLAssetPreferPreciseDurationAndTimingKey"

/// An asset at a URL.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // Sendable: a constant more than its superclass.

  /// Where the asset is.
  public let url: URL

  /// An asset for the resource at a URL. Opens nothing.
  ///
  /// - Parameters:
  ///   - URL: A file. Anything else fails to load, with an error that says so.
  ///   - options: Wishes, by the keys that begin with `AVURLAsset`. Keys that are not known are ignored.
  public init(url URL: URL, options: [String: Any]? = nil) {
    url = URL
    super.init(loader: AssetLoader(url: URL))
  }

  /// An asset for the resource at a URL, without options.
  public convenience init(url: URL) { self.init(url: url, options: nil) }

  /// An asset of which everything is known already: nothing is opened for it.
  package convenience init(url: URL, knowing info: MediaInfo) {
    self.init(url: url, options: nil)
    assetLoader.adopt(info)
  }
}
