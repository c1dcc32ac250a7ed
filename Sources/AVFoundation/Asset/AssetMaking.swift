import Foundation

/// Lets `AVAsset(url:)` return an `AVURLAsset`: only an initializer in a protocol extension can assign `self`.
///
/// - Note: Not in Apple's API.
public protocol AssetMaking {}

extension AssetMaking where Self: AVAsset {
  /// Creates an asset for the resource at a URL: always an `AVURLAsset`.
  public init(url URL: URL) {
    guard let asset = AVURLAsset(url: URL, options: nil) as? Self else {
      preconditionFailure("\(Self.self) does not say how it is made from a URL")
    }
    self = asset
  }
}
