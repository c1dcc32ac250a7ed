import CoreMedia
import PlayheadText
import Synchronization

/// Draws caption scenes for one output, and redraws only changes. Thread-safe; drawing is serialized.
package final class CaptionComposer: Sendable {
  /// The renderers and the last result, guarded by the lock.
  private struct State {
    /// A renderer for each layer of the last scene, by the layer's identifier.
    var layers: [Int: CaptionLayerRenderer] = [:]
    var lastScene = CaptionScene()
    /// The canvas of the last scene; nil after a scene without captions.
    var lastCanvas: CaptionCanvas?
    /// The rendering of the last scene. Unknown if it was only drawn into a frame.
    var last = Known.unknown
  }

  /// Whether the last result can be reused.
  private enum Known {
    /// No overlay exists for the last scene.
    case unknown
    /// The overlay of the last scene; nil inside if nothing of it was visible.
    case overlay(CaptionOverlay?)
  }

  /// The result of drawing a scene.
  package enum Outcome {
    /// There are no captions.
    case nothing
    /// The scene was drawn into the frame.
    case laid
    /// The caller composes the overlay over the video.
    case overlay(CaptionOverlay)

    /// The outcome of an overlay, or `nothing` for nil.
    init(_ overlay: CaptionOverlay?) { self = overlay.map { .overlay($0) } ?? .nothing }
  }

  /// Locked while a scene is drawn.
  private let state = Mutex(State())

  /// Creates a composer. libass is loaded with the first text.
  package init() {}

  /// The overlay for the video; nil if there is nothing to show. The same object as before if nothing has changed.
  package func overlay(_ scene: CaptionScene, on canvas: CaptionCanvas) -> CaptionOverlay? {
    guard case .overlay(let overlay) = draw(scene, on: canvas, into: nil) else { return nil }
    return overlay
  }

  /// Draws a scene into a frame if the frame contains all of it, otherwise as an overlay. Animated captions are drawn
  /// directly: no overlay is created for a single frame.
  package func draw(_ scene: CaptionScene, on canvas: CaptionCanvas, into frame: CaptionedFrame?) -> Outcome {
    guard !scene.isEmpty, canvas.isUsable else {
      state.withLock {
        $0.last = .unknown
        $0.lastCanvas = nil
        // Without layers, also release the renderers.
        if scene.layers.isEmpty { $0.layers = [:] }
      }
      return .nothing
    }
    return state.withLock { state in
      let isSame = state.lastCanvas == canvas && scene.shows(sameAs: state.lastScene)
      if isSame, !scene.isMoving, case .overlay(let overlay) = state.last { return Self.lay(overlay, into: frame) }
      let (drawn, hasMoved) = Self.collect(scene, canvas, &state)
      (state.lastScene, state.lastCanvas) = (scene, canvas)
      if isSame, !hasMoved, case .overlay(let overlay) = state.last { return Self.lay(overlay, into: frame) }
      if scene.isMoving, hasMoved, let frame, frame.draw(drawn) {
        state.last = .unknown
        return .laid
      }
      let bitmaps = drawn.bitmaps()
      let overlay = bitmaps.isEmpty ? nil : CaptionOverlay(bitmaps: bitmaps, canvas: canvas)
      state.last = .overlay(overlay)
      return Self.lay(overlay, into: frame)
    }
  }

  /// Draws an existing overlay into a frame if the frame contains it; else returns it.
  private static func lay(_ overlay: CaptionOverlay?, into frame: CaptionedFrame?) -> Outcome {
    guard let overlay, let frame else { return Outcome(overlay) }
    return frame.draw(overlay) ? .laid : .overlay(overlay)
  }

  /// Collects the drawing operations of the scene, valid until the next call, and whether any differs from the last
  /// call.
  private static func collect(
    _ scene: CaptionScene, _ canvas: CaptionCanvas, _ state: inout State
  ) -> (BandCanvas, hasMoved: Bool) {
    let identifiers = Set(scene.layers.map(\.identifier))
    state.layers = state.layers.filter { identifiers.contains($0.key) }
    var target = BandCanvas(width: canvas.width, height: canvas.height)
    var hasMoved = false
    for layer in scene.layers where !layer.cues.isEmpty {
      let renderer = state.layers[layer.identifier] ?? CaptionLayerRenderer()
      state.layers[layer.identifier] = renderer
      if renderer.draw(layer, canvas, into: &target) { hasMoved = true }
    }
    return (target, hasMoved)
  }
}
