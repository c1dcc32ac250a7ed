import Foundation
import PlayheadClock
import PlayheadMedia
import PlayheadPipeline
import QuartzCore
import Synchronization

/// The current frame of a player or a renderer for a layer. Notifies the layer when the first frame arrives, the last
/// one is removed, or the frame size changes.
final class LayerFeed: VideoSink {
  /// The current frame and the layer to notify.
  private struct State {
    /// The current frame; nil without one.
    var frame: VideoFrame?
    /// The layer that shows the frames.
    var layer = LayerReference()
    /// The queue on which the layer is notified; nil without a player.
    var delivery: Delivery?
    /// Whether a notification is enqueued. Further changes are included in it.
    var isNotifying = false
  }

  /// The scaler and the last image, used by the drawing thread.
  private struct Tools: @unchecked Sendable {
    // Sendable: used only while the enclosing lock is held.
    let scaler = DisplayScaler()
    /// The last image and its frame, for drawing again without a change.
    var last: (frame: VideoFrame, image: CGImage)?
  }

  /// The frame and the layer, locked only briefly.
  private let state = Mutex(State())
  /// The drawing tools. Their lock is held while a frame is converted.
  private let tools = Mutex(Tools())

  /// The current frame; nil without one. Any thread.
  var frame: VideoFrame? { state.withLock { $0.frame } }

  /// Sets the layer to notify, which is held weakly.
  func connect(_ layer: any FrameLayer) { state.withLock { $0.layer.layer = layer } }
  /// Whether a layer owns the feed. The feed of a presentation layer belongs to its model layer.
  func isConnected(to layer: any FrameLayer) -> Bool {
    // A layer in its deinit is no longer reachable through the weak reference: a feed without a layer belongs to it.
    state.withLock { $0.layer.layer == nil || $0.layer.layer === layer }
  }

  /// Discards the frame for a new player, whose frames have yet to arrive.
  func empty(delivery: Delivery?) {
    state.withLock {
      $0.frame = nil
      $0.delivery = delivery
      // A pending notification of the old player may arrive late or, with a stopped clock, never.
      $0.isNotifying = false
    }
    tools.withLock { $0.last = nil }
  }

  // MARK: Engine side

  /// No lead time: frames are converted when drawn.
  var lead: HostDuration { .zero }

  /// Replaces the frame. Notifies the layer if it is the first one or has another size.
  func present(_ presented: PresentedFrame) {
    change { state in
      let old = state.frame
      state.frame = presented.frame
      return old.map { $0.displaySize != presented.frame.displaySize } ?? true
    }
  }

  /// Removes the frame and notifies the layer if there was one.
  func clear() {
    change { state in
      defer { state.frame = nil }
      return state.frame != nil
    }
  }

  /// Notifies the layer although the frame has not changed.
  func notifyLayer() { change { _ in true } }

  /// Changes the state and, if `body` returns true, notifies the layer on the delivery queue.
  private func change(_ body: (inout State) -> Bool) {
    let delivery = state.withLock { state -> Delivery? in
      guard body(&state), !state.isNotifying, let delivery = state.delivery else { return nil }
      state.isNotifying = true
      return delivery
    }
    delivery?.later { [weak self] in
      guard let self else { return }
      let layer = self.state.withLock { state in
        state.isNotifying = false
        return state.layer
      }
      layer.frameChanged()
    }
  }

  // MARK: Drawing

  /// The current frame in a given size, upright, as premultiplied BGRA.
  func image(width: Int, height: Int) -> CGImage? {
    guard let frame, width > 0, height > 0 else { return nil }
    return tools.withLock { tools in
      if let last = tools.last, last.frame === frame, last.image.width == width, last.image.height == height {
        return last.image
      }
      guard let image = Self.draw(frame, width: width, height: height, with: tools.scaler) else { return nil }
      tools.last = (frame, image)
      return image
    }
  }

  /// Converts a frame into a new image; nil if the memory or the conversion fails.
  private static func draw(_ frame: VideoFrame, width: Int, height: Int, with scaler: DisplayScaler) -> CGImage? {
    let bytesPerRow = (width * 4 + 63) & ~63
    // Vector code in the scaler can write beyond the last pixel.
    guard let memory = NSMutableData(length: bytesPerRow * height + 64) else { return nil }
    guard
      scaler.draw(
        frame, into: memory.mutableBytes, bytesPerRow: bytesPerRow, width: width, height: height, format: .bgra)
    else { return nil }
    guard let space = CGColorSpace(name: CGColorSpace.sRGB), let provider = CGDataProvider(data: memory) else {
      return nil
    }
    let alpha: CGImageAlphaInfo = frame.pixelFormat.hasAlpha ? .premultipliedFirst : .noneSkipFirst
    return CGImage(
      width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow, space: space,
      bitmapInfo: [.byteOrder32Little, CGBitmapInfo(rawValue: alpha.rawValue)],
      provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
  }
}
