import Foundation
import PlayheadBasics
import PlayheadItems
import PlayheadMedia
import Synchronization

/// Composes the video tracks of an asset: for each range of time, which tracks are shown, where and how opaque.
///
/// Frames are composed on the processor at the time of playback.
open class AVVideoComposition: NSObject, NSCopying, NSMutableCopying, @unchecked Sendable {
  // Sendable: all state is behind a lock.
  /// The settings of a composition. A value: copies share nothing.
  struct State: Sendable {
    var frameDuration = CMTime(value: 1, timescale: 30)
    var renderSize = CGSize.zero
    var renderScale: Float = 1
    var instructions: [UncheckedInstruction] = []
    var compositorClass: (any AVVideoCompositing.Type)?
    var animationTool: AVVideoCompositionCoreAnimationTool?
  }
  let settings: Mutex<State>

  init(_ state: State) {
    settings = Mutex(state)
    super.init()
  }

  /// Creates a composition that shows an asset's video tracks with their preferred transforms, the first one in front.
  /// Blocks until the asset has been opened.
  @available(*, deprecated, message: "Use videoComposition(withPropertiesOf:)")
  public convenience init(propertiesOf asset: AVAsset) { self.init(State(propertiesOf: asset)) }

  /// Returns a composition that shows an asset's video tracks with their preferred transforms, the first one in front.
  ///
  /// - Throws: The error of loading the asset.
  public class func videoComposition(withPropertiesOf asset: AVAsset) async throws -> AVVideoComposition {
    try await asset.assetLoader.loaded(["tracks"])
    return AVVideoComposition(State(propertiesOf: asset))
  }

  var state: State { settings.withLock { $0 } }

  /// The distance of two frames; a thirtieth of a second by default.
  open var frameDuration: CMTime { state.frameDuration }

  /// The size of the frames in pixels.
  open var renderSize: CGSize { state.renderSize }

  /// The factor by which frames are rendered larger or smaller than `renderSize`; 1 by default.
  open var renderScale: Float { state.renderScale }

  /// The instructions in the order of time. Outside their ranges frames are black.
  open var instructions: [any AVVideoCompositionInstructionProtocol] { state.instructions.map(\.value) }

  /// The class of the program's own compositor; nil for Playhead's.
  open var customVideoCompositorClass: (any AVVideoCompositing.Type)? { state.compositorClass }

  /// Adds layers to the composed frames; nil by default. Not applied in the range of an instruction without
  /// `enablePostProcessing`, and not to frames of a program's compositor that are not 32-bit BGRA.
  open var animationTool: AVVideoCompositionCoreAnimationTool? { state.animationTool }

  /// Returns the object itself: compositions are immutable. A mutable composition returns an immutable copy.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  /// Returns a mutable copy.
  open func mutableCopy(with zone: NSZone? = nil) -> Any { AVMutableVideoComposition(state) }

  /// The compositor for the engine; nil if the size or the frame duration is not positive.
  func makeCompositor() -> (any FrameCompositor)? { VideoCompositionRenderer(self) }
}

/// A video composition that can be changed. Items and image generators copy it.
open class AVMutableVideoComposition: AVVideoComposition, @unchecked Sendable {
  // Sendable: as its superclass.

  /// Creates a composition without a size and without instructions.
  public init() { super.init(State()) }

  override init(_ state: State) { super.init(state) }

  /// Creates a composition that shows an asset's video tracks with their preferred transforms, the first one in front.
  /// Blocks until the asset has been opened.
  @available(*, deprecated, message: "Use videoComposition(withPropertiesOf:)")
  public convenience init(propertiesOf asset: AVAsset) { self.init(State(propertiesOf: asset)) }

  /// Returns a composition that shows an asset's video tracks with their preferred transforms, the first one in front.
  ///
  /// - Throws: The error of loading the asset.
  public override class func videoComposition(
    withPropertiesOf asset: AVAsset
  ) async throws -> AVMutableVideoComposition {
    try await asset.assetLoader.loaded(["tracks"])
    return AVMutableVideoComposition(State(propertiesOf: asset))
  }

  /// The distance of two frames. Durations that are not positive are ignored.
  open override var frameDuration: CMTime {
    get { super.frameDuration }
    set {
      guard newValue.isNumeric, newValue > .zero else { return }
      settings.withLock { $0.frameDuration = newValue }
    }
  }

  /// The size of the frames in pixels.
  open override var renderSize: CGSize {
    get { super.renderSize }
    set { settings.withLock { $0.renderSize = newValue } }
  }

  /// The factor by which frames are rendered larger or smaller than `renderSize`.
  open override var renderScale: Float {
    get { super.renderScale }
    set { settings.withLock { $0.renderScale = newValue } }
  }

  /// The instructions in the order of time. Those of Playhead's class are copied.
  open override var instructions: [any AVVideoCompositionInstructionProtocol] {
    get { super.instructions }
    set {
      let copies = newValue.map { instruction -> UncheckedInstruction in
        let copy = (instruction as? AVVideoCompositionInstruction)?.copy() as? AVVideoCompositionInstruction
        return UncheckedInstruction(value: copy ?? instruction)
      }
      settings.withLock { $0.instructions = copies }
    }
  }

  /// The class of the program's own compositor; nil for Playhead's.
  open override var customVideoCompositorClass: (any AVVideoCompositing.Type)? {
    get { super.customVideoCompositorClass }
    set { settings.withLock { $0.compositorClass = newValue } }
  }

  /// Adds layers to the composed frames; nil for none.
  open override var animationTool: AVVideoCompositionCoreAnimationTool? {
    get { super.animationTool }
    set { settings.withLock { $0.animationTool = newValue } }
  }

  /// Returns an immutable copy.
  open override func copy(with zone: NSZone? = nil) -> Any { AVVideoComposition(state) }
}

/// An instruction of a program's own class.
struct UncheckedInstruction: @unchecked Sendable {
  // Sendable: programs pass their instructions to the compositor's thread, as Apple documents; Playhead only reads.
  let value: any AVVideoCompositionInstructionProtocol
}

extension AVVideoComposition.State {
  /// One instruction that shows all video tracks with their preferred transforms, the first one in front.
  init(propertiesOf asset: AVAsset) {
    let tracks = asset.tracks.filter { $0.mediaType == .video }
    let rates = tracks.map(\.nominalFrameRate).filter { $0 > 0 }
    if let duration = tracks.map(\.minFrameDuration).filter({ $0.isNumeric && $0 > .zero }).min() {
      frameDuration = duration
    } else if let rate = rates.max() {
      frameDuration = CMTime(
        value: 1000, timescale: Int32(clamping: max(1, Int(saturating: (Double(rate) * 1000).rounded()))))
    }
    renderSize = tracks.reduce(.zero) { size, track in
      let shown = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
      return CGSize(width: max(size.width, shown.width), height: max(size.height, shown.height))
    }
    if let size = (asset as? AVComposition)?.storedNaturalSize { renderSize = size }
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CMTimeRange(start: .zero, duration: asset.duration)
    instruction.layerInstructions = tracks.map { track in
      let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
      layer.setTransform(track.preferredTransform, at: .zero)
      return layer
    }
    instructions = [UncheckedInstruction(value: AVVideoCompositionInstruction(instruction.state))]
  }
}
