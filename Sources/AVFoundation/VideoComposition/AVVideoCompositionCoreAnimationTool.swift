import CoreVideo
import Foundation
import PlayheadLayers
import QuartzCore
import Synchronization

/// Adds layers to the frames of a video composition: titles, watermarks, animations.
///
/// The composed frame becomes the content of one or more layers, and the tree that contains them is the final frame.
/// Its pixels are points; the origin is the upper left corner of the frame. Animations follow the time of the
/// composition: give them a `beginTime` other than 0, which means now (`AVCoreAnimationBeginTimeAtZero` for the
/// beginning), and set `isRemovedOnCompletion` to false.
///
/// The tool uses the layers on the threads that make frames: they belong to no other tree, and are not changed
/// afterwards.
///
/// - Note: Difference from Apple: also plays, and not only for images. There is no
///   `init(additionalLayer:asTrackID:)`.
open class AVVideoCompositionCoreAnimationTool: NSObject, @unchecked Sendable {
  // Sendable: the layers are used under the lock.

  /// The layers, and what draws them.
  private struct Scene: @unchecked Sendable {
    // Sendable: used under the lock.
    let tree: CALayer
    let frame: VideoLayerFrame
    /// The renderers by the bits of their scale; usually one.
    var renderer: (scale: CGFloat, value: LayerRenderer)?
  }
  private let scene: Mutex<Scene>

  /// Creates a tool that shows the composed frame in a layer of a tree.
  ///
  /// - Parameters:
  ///   - videoLayer: Its contents are replaced by the frame, which fills its bounds.
  ///   - animationLayer: The tree, which contains the video layer.
  public convenience init(postProcessingAsVideoLayer videoLayer: CALayer, in animationLayer: CALayer) {
    self.init(postProcessingAsVideoLayers: [videoLayer], in: animationLayer)
  }

  /// Creates a tool that shows the composed frame in several layers of a tree.
  public convenience init(postProcessingAsVideoLayers videoLayers: [CALayer], in animationLayer: CALayer) {
    self.init(videoLayers, animationLayer)
  }

  private init(_ videoLayers: [CALayer], _ tree: CALayer) {
    let frame = VideoLayerFrame()
    for layer in videoLayers { layer.videoSource = frame }
    scene = Mutex(Scene(tree: tree, frame: frame))
    super.init()
  }

  /// Makes the final frame; nil if it cannot be drawn.
  ///
  /// - Parameters:
  ///   - buffer: The composed frame, 32-bit BGRA. Not changed.
  ///   - scale: Pixels per point.
  func process(_ buffer: CVPixelBuffer, at time: CMTime, scale: Float) -> CVPixelBuffer? {
    let (width, height) = (CVPixelBufferGetWidth(buffer), CVPixelBufferGetHeight(buffer))
    var made: CVPixelBuffer?
    guard CVPixelBufferCreate(nil, width, height, kCVPixelFormatType_32BGRA, nil, &made) == kCVReturnSuccess,
      let target = made, let base = CVPixelBufferGetBaseAddressOfPlane(target, 0),
      let image = VideoLayerFrame.image(of: buffer)
    else { return nil }
    let bytesPerRow = CVPixelBufferGetBytesPerRowOfPlane(target, 0)
    for y in 0..<height {
      (base + y * bytesPerRow).assumingMemoryBound(to: UInt32.self).initialize(repeating: 0xFF00_0000, count: width)
    }
    // The pointer does not leave the closure.
    nonisolated(unsafe) let memory = base
    let isDrawn = scene.withLock { scene in
      let scale = CGFloat(scale)
      let renderer = scene.renderer.flatMap { $0.scale == scale ? $0.value : nil } ?? LayerRenderer(scale: scale)
      scene.renderer = (scale, renderer)
      scene.frame.image = image
      defer { scene.frame.image = nil }
      return renderer.draw(
        scene.tree, into: memory, width: width, height: height, bytesPerRow: bytesPerRow, at: time.seconds)
    }
    return isDrawn ? target : nil
  }
}

/// The composed frame as the content of layers. Used under the lock of its tool.
private final class VideoLayerFrame: LayerVideoSource {
  /// The frame that is being processed.
  var image: CGImage?

  func videoPlace(in bounds: CGRect) -> CGRect? { image == nil ? nil : bounds }

  func videoImage(width: Int, height: Int) -> CGImage? { image }

  /// An image with the pixels of a buffer, which it retains; nil for formats other than 32-bit BGRA.
  static func image(of buffer: CVPixelBuffer) -> CGImage? {
    guard CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_32BGRA,
      let base = CVPixelBufferGetBaseAddressOfPlane(buffer, 0), let space = CGColorSpace(name: CGColorSpace.sRGB)
    else { return nil }
    let (bytesPerRow, height) = (CVPixelBufferGetBytesPerRowOfPlane(buffer, 0), CVPixelBufferGetHeight(buffer))
    let data = NSData(bytesNoCopy: base, length: bytesPerRow * height) { _, _ in _ = buffer }
    guard let provider = CGDataProvider(data: data) else { return nil }
    return CGImage(
      width: CVPixelBufferGetWidth(buffer), height: height, bitsPerComponent: 8, bitsPerPixel: 32,
      bytesPerRow: bytesPerRow, space: space,
      bitmapInfo: [.byteOrder32Little, CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipFirst.rawValue)],
      provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }
}
