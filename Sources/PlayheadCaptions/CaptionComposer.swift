import CoreMedia
import PlayheadText
import Synchronization

/// Draws scenes for one viewer, and draws anew only what has changed. Any thread; one at a time draws.
package final class CaptionComposer: Sendable {
  private struct State {
    var layers: [Int: CaptionLayerRenderer] = [:]
    var lastScene = CaptionScene()
    var lastCanvas: CaptionCanvas?
    var lastOverlay: CaptionOverlay?
  }

  private let state = Mutex(State())

  package init() {}

  /// What is to be laid over the film; nil for nothing. The same object as before where nothing has changed.
  package func overlay(_ scene: CaptionScene, on canvas: CaptionCanvas) -> CaptionOverlay? {
    guard !scene.isEmpty, canvas.isUsable else {
      state.withLock {
        $0.lastOverlay = nil
        $0.lastCanvas = nil
        // A film whose captions are all gone: what drew them goes as well.
        if scene.layers.isEmpty { $0.layers = [:] }
      }
      return nil
    }
    return state.withLock { Self.draw(scene, canvas, &$0) }
  }

  private static func draw(_ scene: CaptionScene, _ canvas: CaptionCanvas, _ state: inout State) -> CaptionOverlay? {
    let isSame = state.lastCanvas == canvas && scene.shows(sameAs: state.lastScene)
    if isSame, !scene.isMoving { return state.lastOverlay }
    let identifiers = Set(scene.layers.map(\.identifier))
    state.layers = state.layers.filter { identifiers.contains($0.key) }
    var target = BandCanvas(width: canvas.width, height: canvas.height)
    var hasChanged = !isSame
    for layer in scene.layers where !layer.cues.isEmpty {
      let renderer = state.layers[layer.identifier] ?? CaptionLayerRenderer()
      state.layers[layer.identifier] = renderer
      if renderer.draw(layer, canvas, into: &target) { hasChanged = true }
    }
    (state.lastScene, state.lastCanvas) = (scene, canvas)
    if !hasChanged, let last = state.lastOverlay { return last }
    let bitmaps = target.bitmaps()
    state.lastOverlay = bitmaps.isEmpty ? nil : CaptionOverlay(bitmaps: bitmaps, canvas: canvas)
    return state.lastOverlay
  }
}
