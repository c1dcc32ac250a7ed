import CoreMedia
import PlayheadText
import Synchronization

/// Draws scenes for one viewer, and draws anew only what has changed. Any thread; one at a time draws.
package final class CaptionComposer: Sendable {
  private struct State {
    var layers: [Int: CaptionLayerRenderer] = [:]
    var lastScene = CaptionScene()
    var lastCanvas: CaptionCanvas?
    /// What the last scene looks like. Unknown where that was only drawn into a picture.
    var last = Known.unknown
  }

  private enum Known {
    case unknown
    case overlay(CaptionOverlay?)
  }

  /// What became of a scene.
  package enum Outcome {
    case nothing
    /// It is in the picture.
    case laid
    case overlay(CaptionOverlay)

    init(_ overlay: CaptionOverlay?) { self = overlay.map { .overlay($0) } ?? .nothing }
  }

  private let state = Mutex(State())

  package init() {}

  /// What is to be laid over the film; nil for nothing. The same object as before where nothing has changed.
  package func overlay(_ scene: CaptionScene, on canvas: CaptionCanvas) -> CaptionOverlay? {
    guard case .overlay(let overlay) = draw(scene, on: canvas, into: nil) else { return nil }
    return overlay
  }

  /// Draws a scene into a picture where all of it lies within that, else as an overlay. What changes with every picture is drawn
  /// without a detour: no overlay is made that a single picture needs.
  package func draw(_ scene: CaptionScene, on canvas: CaptionCanvas, into picture: CaptionedFrame?) -> Outcome {
    guard !scene.isEmpty, canvas.isUsable else {
      state.withLock {
        $0.last = .unknown
        $0.lastCanvas = nil
        // A film whose captions are all gone: what drew them goes as well.
        if scene.layers.isEmpty { $0.layers = [:] }
      }
      return .nothing
    }
    return state.withLock { state in
      let isSame = state.lastCanvas == canvas && scene.shows(sameAs: state.lastScene)
      if isSame, !scene.isMoving, case .overlay(let overlay) = state.last { return Self.lay(overlay, into: picture) }
      let (drawn, hasMoved) = Self.collect(scene, canvas, &state)
      (state.lastScene, state.lastCanvas) = (scene, canvas)
      if isSame, !hasMoved, case .overlay(let overlay) = state.last { return Self.lay(overlay, into: picture) }
      if scene.isMoving, hasMoved, let picture, picture.draw(drawn) {
        state.last = .unknown
        return .laid
      }
      let bitmaps = drawn.bitmaps()
      let overlay = bitmaps.isEmpty ? nil : CaptionOverlay(bitmaps: bitmaps, canvas: canvas)
      state.last = .overlay(overlay)
      return Self.lay(overlay, into: picture)
    }
  }

  private static func lay(_ overlay: CaptionOverlay?, into picture: CaptionedFrame?) -> Outcome {
    guard let overlay, let picture else { return Outcome(overlay) }
    return picture.draw(overlay) ? .laid : .overlay(overlay)
  }

  /// What the scene consists of, valid until the next call, and whether a part of it differs from the last call.
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
