import PlayheadCaptions
import PlayheadText

/// Draws captions into the pixels of a terminal frame.
final class TerminalCaptionRenderer: Sendable {
  /// Renders captions; caches the last overlay.
  private let composer = CaptionComposer()

  /// Blends captions over tightly packed 8-bit RGBA pixels.
  func draw(
    _ scene: CaptionScene, over pixels: UnsafeMutableRawPointer, width: Int, height: Int,
    storage: (width: Int, height: Int)
  ) {
    guard !scene.isEmpty else { return }
    let canvas = CaptionCanvas(
      width: width, height: height, storageWidth: storage.width, storageHeight: storage.height)
    guard let overlay = composer.overlay(scene, on: canvas) else { return }
    let target = UnsafeMutableBufferPointer(
      start: pixels.assumingMemoryBound(to: UInt8.self), count: width * height * 4)
    for bitmap in overlay.bitmaps { Self.blend(bitmap, over: target, width: width, height: height) }
  }

  /// Blends one bitmap with premultiplied alpha, clipped to the frame.
  private static func blend(
    _ bitmap: CaptionBitmap, over target: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int
  ) {
    let columns = max(0, -bitmap.x)..<max(0, min(bitmap.width, width - bitmap.x))
    guard !columns.isEmpty else { return }
    for row in 0..<bitmap.height where 0..<height ~= bitmap.y + row {
      for column in columns {
        let source = (row * bitmap.width + column) * 4
        let rest = 255 - Int(bitmap.pixels[source + 3])
        guard rest < 255 else { continue }
        let place = ((bitmap.y + row) * width + bitmap.x + column) * 4
        for channel in 0..<3 {
          // The overlay is BGRA, the terminal's pixels are RGBA.
          let under = Int(target[place + channel]) * rest / 255
          target[place + channel] = UInt8(min(255, Int(bitmap.pixels[source + 2 - channel]) + under))
        }
      }
    }
  }
}

extension CaptionScene {
  /// The scene without text: bitmap captions only.
  var bitmapsOnly: CaptionScene {
    var scene = self
    for index in scene.layers.indices { scene.layers[index].cues.removeAll { $0.cue.bitmaps.isEmpty } }
    return scene
  }
}
