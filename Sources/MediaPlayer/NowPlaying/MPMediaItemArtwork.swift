import CoreGraphics
import Foundation

/// The picture of an item, made when somebody wants to see it.
///
/// - Note: Difference from Apple: images are `CGImage`, since neither `NSImage` nor `UIImage` exists here.
public class MPMediaItemArtwork: NSObject, @unchecked Sendable {
  // Sendable: constants; the handler is documented to be called from any thread.

  /// The largest size that the picture is to be had in, at zero.
  public let bounds: CGRect
  private let requestHandler: ((CGSize) -> CGImage)?
  /// The picture as a file has it, handed on as it is.
  package let encoded: Data?

  /// - Parameters:
  ///   - boundsSize: the largest useful size.
  ///   - requestHandler: gives the picture for a size; called on any thread, once for each size that is wanted.
  public init(boundsSize: CGSize, requestHandler: @escaping (CGSize) -> CGImage) {
    bounds = CGRect(origin: .zero, size: boundsSize)
    self.requestHandler = requestHandler
    encoded = nil
  }

  /// A picture in one of the formats that desktops read, such as JPEG and PNG; never decoded here.
  package init(encoded: Data) {
    bounds = .zero
    requestHandler = nil
    self.encoded = encoded
  }

  /// The picture for a size; nil for sizes without an area.
  public func image(at size: CGSize) -> CGImage? {
    guard size.width > 0, size.height > 0 else { return nil }
    return requestHandler?(size)
  }
}
