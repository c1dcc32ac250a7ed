import Foundation

/// Lets `AVAsset(url:)` make an `AVURLAsset`: an initialiser can put another object in its place only in a protocol extension.
public protocol AssetMaking {}

extension AssetMaking where Self: AVAsset {
  /// An asset for the resource at a URL: always an `AVURLAsset`.
  public init(url URL: URL) {
    guard let asset = AVURLAsset(url: URL, options: nil) as? Self else {
      preconditionFailure("\(Self.self) does not say how it is made from a URL")
    }
    self = asset
  }
}
