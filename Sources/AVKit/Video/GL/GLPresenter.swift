import CPlayheadGTK
import PlayheadMedia
import Synchronization

/// Presents frames with a GPU: planes are uploaded as they were decoded, and a shader converts, scales and rotates them
/// into a texture that GTK's renderer shows. Runs on the sink's thread, in a context that shares its textures with
/// GTK's.
final class GLPresenter: FramePresenter {
  /// The context and the pool of textures.
  private let device: GLDevice
  /// Locked during preparation, so that the context is current on one thread only.
  private let state: Mutex<State>

  private struct State {
    /// Created at the first frame; nil before.
    var converter: GLConverter?
    /// Whether the driver has failed; no further frame is prepared.
    var isBroken = false
  }

  /// nil if the display has no suitable context.
  @MainActor init?(display: OpaquePointer) {
    guard let device = GLDevice(display: display) else { return nil }
    self.device = device
    state = Mutex(State())
  }

  deinit {
    let device = device
    state.withLock { state in
      guard let converter = state.converter else { return }
      device.perform { converter.close() }
    }
  }

  /// The name of the GL renderer as reported by the driver.
  var rendererName: String { device.rendererName }

  /// Uploads and draws a frame in the device's context. nil for an empty area, or after the driver has failed.
  func prepare(_ frame: VideoFrame, for viewport: Viewport) -> (any PreparedFrame)? {
    let frame = viewport.adjustment.apply(to: frame)
    let place = VideoGeometry.place(
      display: frame.displaySize, width: viewport.width, height: viewport.height, gravity: viewport.gravity,
      grain: max(1, viewport.scale), zoom: viewport.adjustment.scale)
    guard !place.isEmpty else { return nil }
    return state.withLock { state in
      guard !state.isBroken else { return nil }
      return device.perform {
        if state.converter == nil {
          state.converter = GLConverter(
            isES: device.isES, isSoftwareDriver: device.isSoftwareDriver, importDisplay: device.importDisplay)
        }
        let texture = device.takeTexture(width: place.width, height: place.height)
        let isDrawn = state.converter?.draw(
          frame, viewport.adjustment.color, into: texture.name, width: place.width, height: place.height)
        guard isDrawn == true else {
          state.isBroken = true
          return nil
        }
        return GLFrame(
          viewport: viewport, place: place, texture: texture, isOpaque: !frame.pixelFormat.hasAlpha, device: device)
      }
    }
  }
}

/// A frame in a texture.
private final class GLFrame: PreparedFrame {
  /// The size that the frame was prepared for.
  let viewport: Viewport
  /// The rectangle of the frame in the viewport, in device pixels.
  let place: PixelRectangle
  /// The drawn frame. It returns to the pool with the last reference.
  private let texture: GLTexture
  /// Whether all of the texture is opaque.
  private let isOpaque: Bool
  /// The owner of the texture.
  private let device: GLDevice
  /// The GdkTexture, created at the first drawing.
  @MainActor private var reference: TextureReference?

  init(viewport: Viewport, place: PixelRectangle, texture: GLTexture, isOpaque: Bool, device: GLDevice) {
    self.viewport = viewport
    self.place = place
    self.texture = texture
    self.isOpaque = isOpaque
    self.device = device
  }

  var offloadable: TextureReference? { texture.isShareable ? drawn : nil }

  /// The texture for GTK, created at the first drawing.
  @MainActor private var drawn: TextureReference? {
    if reference == nil { reference = device.reference(to: texture, isOpaque: isOpaque) }
    return reference
  }

  /// Draws the texture with GTK's renderer, clipped to `bounds`.
  func append(to snapshot: OpaquePointer, bounds: graphene_rect_t, place: graphene_rect_t) {
    drawn?.append(to: snapshot, bounds: bounds, place: place)
  }
}
