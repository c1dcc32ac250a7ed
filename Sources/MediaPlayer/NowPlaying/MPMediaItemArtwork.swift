import CoreGraphics
import Foundation

/// The artwork of an item, created on demand.
///
/// - Note: Difference from Apple: images are `CGImage`, since neither `NSImage` nor `UIImage` exists on this platform.
open class MPMediaItemArtwork: NSObject, @unchecked Sendable {
  // Sendable: constants; the handler is documented to be called from any thread.

  /// The largest useful size of the image, with its origin at zero.
  open var bounds: CGRect { storedBounds }
  /// The value of `bounds`.
  private let storedBounds: CGRect
  /// The part of the image that contains the artwork: all of it.
  @available(*, deprecated, renamed: "bounds")
  open var imageCropRect: CGRect { bounds }
  /// Creates the image for a size; nil for encoded artwork.
  private let requestHandler: ((CGSize) -> CGImage)?
  /// The encoded image of a file, passed on unchanged.
  package let encoded: Data?

  /// Creates artwork whose image is created on demand.
  ///
  /// - Parameters:
  ///   - boundsSize: The largest useful size.
  ///   - requestHandler: Returns the image for a size; called on any thread, once for each requested size.
  public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> CGImage) {
    storedBounds = CGRect(origin: .zero, size: boundsSize)
    self.requestHandler = requestHandler
    encoded = nil
  }

  /// Creates artwork from an image.
  public convenience init(image: CGImage) {
    self.init(boundsSize: CGSize(width: image.width, height: image.height)) { _ in image }
  }

  /// Creates artwork from an image in a format that desktops read, such as JPEG and PNG; it is not decoded.
  package init(encoded: Data) {
    storedBounds = .zero
    requestHandler = nil
    self.encoded = encoded
  }

  /// The image for a size; nil for sizes without an area.
  open func image(at size: CGSize) -> CGImage? {
    guard size.width > 0, size.height > 0 else { return nil }
    return requestHandler?(size)
  }
}
