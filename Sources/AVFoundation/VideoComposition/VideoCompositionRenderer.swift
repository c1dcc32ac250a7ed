import CoreVideo
import Foundation
import PlayheadBasics
import PlayheadCompositions
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Composes frames by the instructions of a video composition: with Playhead's painter, or the program's compositor.
final class VideoCompositionRenderer: FrameCompositor, @unchecked Sendable {
  // Sendable: the painter is used by the reader's thread alone, everything else is constant.
  private let composition: AVVideoComposition
  private let instructions: [UncheckedInstruction]
  private let painter = LayerPainter()
  /// The program's compositor with its context; nil for Playhead's.
  private let custom: (compositor: any AVVideoCompositing, context: AVVideoCompositionRenderContext)?
  /// Converts frames for the program's compositor.
  private let converter: PixelBufferConverter
  /// The program's compositor; nil for Playhead's.
  var customCompositor: (any AVVideoCompositing)? { custom?.compositor }
  /// Adds layers to the composed frames; nil for none.
  private let animationTool: AVVideoCompositionCoreAnimationTool?
  let frameDuration: CMTime
  let size: (width: Int, height: Int)

  /// Nil if the size or the frame duration of the composition is not positive.
  init?(_ composition: AVVideoComposition) {
    guard let size = Self.pixels(of: composition), composition.frameDuration > .zero else { return nil }
    self.composition = composition
    self.size = size
    frameDuration = composition.frameDuration
    instructions = composition.state.instructions
    animationTool = composition.animationTool
    guard let type = composition.customVideoCompositorClass else {
      custom = nil
      converter = PixelBufferConverter(.init())
      return
    }
    let compositor = type.init()
    let wanted = Self.formats(compositor.sourcePixelBufferAttributes ?? [:])
    converter = PixelBufferConverter(.init(formats: wanted.isEmpty ? [kCVPixelFormatType_32BGRA] : wanted))
    let format = Self.formats(compositor.requiredPixelBufferAttributesForRenderContext).first
    let context = AVVideoCompositionRenderContext(composition, format: format ?? kCVPixelFormatType_32BGRA)
    custom = (compositor, context)
    compositor.renderContextChanged(context)
  }

  /// The size of the frames in pixels; nil if it is not positive, or too large.
  static func pixels(of composition: AVVideoComposition) -> (width: Int, height: Int)? {
    let scale = Double(composition.renderScale)
    let width = Int(saturating: (Double(composition.renderSize.width) * scale).rounded())
    let height = Int(saturating: (Double(composition.renderSize.height) * scale).rounded())
    guard scale.isFinite, (1...16_384).contains(width), (1...16_384).contains(height) else { return nil }
    return (width, height)
  }

  /// The pixel formats that attributes name and frames can be converted to.
  private static func formats(_ attributes: [String: any Sendable]) -> [OSType] {
    let value = attributes[kCVPixelBufferPixelFormatTypeKey as String]
    let list = (value as? [any Sendable]) ?? (value.map { [$0] } ?? [])
    return list.compactMap { element -> OSType? in
      (element as? OSType) ?? (element as? Int).flatMap { OSType(exactly: $0) } ?? (element as? NSNumber)?.uint32Value
    }.filter { PixelBufferConverter.canMake($0) }
  }

  /// The instruction at a time.
  private func instruction(at time: CMTime) -> (any AVVideoCompositionInstructionProtocol)? {
    instructions.first { $0.value.timeRange.containsTime(time) }?.value
  }

  func tracks(at time: CMTime) -> [Int32]? {
    guard let instruction = instruction(at: time) else { return [] }
    if instruction.passthroughTrackID != kCMPersistentTrackID_Invalid { return [instruction.passthroughTrackID] }
    guard let required = instruction.requiredSourceTrackIDs else { return nil }
    return required.compactMap { ($0 as? NSNumber)?.int32Value }
  }

  func compose(
    _ frames: [Int32: VideoFrame], at time: CMTime, isCancelled: () -> Bool
  ) throws(MediaError) -> CVPixelBuffer? {
    let found = instruction(at: time)
    let frame =
      if let found, let custom, found.passthroughTrackID == kCMPersistentTrackID_Invalid {
        try compose(frames, at: time, found, custom.compositor, custom.context, isCancelled)
      } else {
        painter.draw(layers(of: found, at: time), frames, width: size.width, height: size.height)
      }
    guard let frame, let animationTool, found?.enablePostProcessing != false else { return frame }
    return animationTool.process(frame, at: time, scale: composition.renderScale) ?? frame
  }

  /// The layers of an instruction, in pixels of the frame.
  private func layers(
    of instruction: (any AVVideoCompositionInstructionProtocol)?, at time: CMTime
  ) -> LayerComposition {
    guard let instruction else { return LayerComposition(layers: []) }
    if instruction.passthroughTrackID != kCMPersistentTrackID_Invalid {
      return LayerComposition(layers: [.init(track: instruction.passthroughTrackID)])
    }
    let scale = CGFloat(composition.renderScale)
    let own = instruction as? AVVideoCompositionInstruction
    let layers = (own?.layerInstructions ?? []).map { layer in
      var layer = layer.layer(at: time)
      layer.transform = layer.transform.concatenating(CGAffineTransform(scaleX: scale, y: scale))
      return layer
    }
    return LayerComposition(layers: layers, background: Self.pixel(own?.backgroundColor))
  }

  /// A colour as an opaque pixel; black for nil.
  private static func pixel(_ color: CGColor?) -> UInt32 {
    guard let values = color?.components, values.count >= 2 else { return 0xFF00_0000 }
    func byte(_ value: CGFloat) -> UInt32 { UInt32(saturating: Double(max(0, min(1, value)) * 255).rounded()) }
    // Grey has one component, and alpha.
    let (red, green, blue) =
      values.count < 4
      ? (values[0], values[0], values[0]) : (values[0], values[1], values[2])
    return 0xFF00_0000 | byte(red) << 16 | byte(green) << 8 | byte(blue)
  }

  /// Lets the program's compositor make a frame.
  private func compose(
    _ frames: [Int32: VideoFrame], at time: CMTime, _ instruction: any AVVideoCompositionInstructionProtocol,
    _ compositor: any AVVideoCompositing, _ context: AVVideoCompositionRenderContext, _ isCancelled: () -> Bool
  ) throws(MediaError) -> CVPixelBuffer? {
    var buffers: [CMPersistentTrackID: CVPixelBuffer] = [:]
    for (track, frame) in frames { buffers[track] = converter.buffer(of: frame) }
    let request = AVAsynchronousVideoCompositionRequest(context, at: time, instruction, frames: buffers)
    compositor.startRequest(request)
    let url = URL(fileURLWithPath: "/")
    switch request.wait(isCancelled: isCancelled) {
    case .frame(let buffer): return buffer
    case .failure: throw MediaError(.decodeFailed(codec: "\(type(of: compositor))"), url: url)
    case .cancelled: return nil
    case nil:
      compositor.cancelAllPendingVideoCompositionRequests()
      throw MediaError(.cancelled, url: url)
    }
  }
}
