import CoreVideo
import Foundation
import PlayheadMedia

/// A program's own compositor of video frames. It is created with `init()` when an item or an image generator with its
/// video composition is opened, and called on a thread of the player.
public protocol AVVideoCompositing: NSObjectProtocol, Sendable {
  /// Creates a compositor. A class that is not final declares it as `required`: Swift, unlike Objective-C, creates
  /// objects of any class only through a declared initializer.
  init()
  /// The attributes of source frames, of which `kCVPixelBufferPixelFormatTypeKey` applies: a format or a list of
  /// formats; nil for 32-bit BGRA.
  var sourcePixelBufferAttributes: [String: any Sendable]? { get }
  /// The attributes of the buffers of the render context, of which `kCVPixelBufferPixelFormatTypeKey` applies.
  var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] { get }
  /// Announces the render context, before the first request.
  func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext)
  /// Begins to compose a frame. The compositor calls one of the request's `finish` methods, on any thread; the next
  /// request follows afterwards.
  func startRequest(_ asyncVideoCompositionRequest: AVAsynchronousVideoCompositionRequest)
  /// Ends work on all requests, which are no longer needed.
  func cancelAllPendingVideoCompositionRequests()
}

extension AVVideoCompositing {
  /// Does nothing: requests are finished all the same.
  public func cancelAllPendingVideoCompositionRequests() {}
}

/// The widths of the edges around a frame, in pixels.
public struct AVEdgeWidths: Sendable {
  /// The left edge.
  public var left: CGFloat
  /// The top edge.
  public var top: CGFloat
  /// The right edge.
  public var right: CGFloat
  /// The bottom edge.
  public var bottom: CGFloat

  /// Creates edges without a width.
  public init() { self.init(left: 0, top: 0, right: 0, bottom: 0) }

  /// Creates edges.
  public init(left: CGFloat, top: CGFloat, right: CGFloat, bottom: CGFloat) {
    (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
  }
}

/// The aspect ratio of a pixel.
public struct AVPixelAspectRatio: Sendable {
  /// The relative width.
  public var horizontalSpacing: Int
  /// The relative height.
  public var verticalSpacing: Int

  /// Creates a ratio of zero.
  public init() { self.init(horizontalSpacing: 0, verticalSpacing: 0) }

  /// Creates a ratio.
  public init(horizontalSpacing: Int, verticalSpacing: Int) {
    (self.horizontalSpacing, self.verticalSpacing) = (horizontalSpacing, verticalSpacing)
  }
}

/// The frames that a compositor makes: their size, and buffers for them.
open class AVVideoCompositionRenderContext: NSObject, @unchecked Sendable {
  // Sendable: constants.
  private let composition: AVVideoComposition
  private let format: OSType

  init(_ composition: AVVideoComposition, format: OSType) {
    self.composition = composition
    self.format = format
    super.init()
  }

  /// The size of the frames in pixels: that of the composition, scaled.
  open var size: CGSize {
    let size = VideoCompositionRenderer.pixels(of: composition) ?? (0, 0)
    return CGSize(width: size.width, height: size.height)
  }

  /// From the coordinates of the composition to pixels of the frame.
  open var renderTransform: CGAffineTransform {
    CGAffineTransform(scaleX: CGFloat(renderScale), y: CGFloat(renderScale))
  }

  /// The factor of the composition.
  open var renderScale: Float { composition.renderScale }

  /// Square pixels.
  open var pixelAspectRatio: AVPixelAspectRatio { AVPixelAspectRatio(horizontalSpacing: 1, verticalSpacing: 1) }

  /// None.
  open var edgeWidths: AVEdgeWidths { AVEdgeWidths() }

  /// True: frames are made at full quality.
  open var highQualityRendering: Bool { true }

  /// The video composition.
  open var videoComposition: AVVideoComposition { composition }

  /// A buffer of the size of the frames, in the compositor's format; nil if memory is exhausted.
  open func newPixelBuffer() -> CVPixelBuffer? {
    var made: CVPixelBuffer?
    guard let size = VideoCompositionRenderer.pixels(of: composition),
      CVPixelBufferCreate(nil, size.width, size.height, format, nil, &made) == kCVReturnSuccess
    else {
      return nil
    }
    return made
  }
}
