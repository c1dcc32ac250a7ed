// An overlay synchronized with the video: a bar that grows from the left edge to the right one over the duration of the
// item, and a dot that rotates once every two seconds. They follow the item's rate, pause with it, and seek with it.
//
//   OverlayInStep FILM                 shows it in a window
//   OverlayInStep FILM IMAGE.ppm 3.5   writes the frame at 3.5 seconds with the overlay, without a window
import AVKit
import CPlayheadGTK
import Foundation
import PlayheadLayers

@MainActor func makeOverlay(for item: AVPlayerItem, seconds: Double, size: CGSize) -> AVSynchronizedLayer {
  let overlay = AVSynchronizedLayer(playerItem: item)
  overlay.frame = CGRect(origin: .zero, size: size)
  let bar = CALayer()
  bar.backgroundColor = CGColor(red: 1, green: 0.75, blue: 0, alpha: 0.9)
  bar.anchorPoint = CGPoint(x: 0, y: 1)
  bar.position = CGPoint(x: 0, y: size.height)
  bar.bounds.size = CGSize(width: 0, height: 12)
  let hand = CALayer()
  hand.frame = CGRect(x: size.width - 120, y: 40, width: 80, height: 80)
  hand.cornerRadius = 40
  hand.borderWidth = 4
  hand.borderColor = .white
  let dot = CALayer()
  dot.frame = CGRect(x: 34, y: 6, width: 12, height: 12)
  dot.cornerRadius = 6
  dot.backgroundColor = .white
  hand.addSublayer(dot)

  let growing = CABasicAnimation(keyPath: "bounds.size.width")
  (growing.fromValue, growing.toValue, growing.duration) = (0, size.width, seconds)
  let turning = CABasicAnimation(keyPath: "transform.rotation.z")
  (turning.fromValue, turning.toValue, turning.duration) = (0, Double.pi * 2, 2)
  turning.repeatDuration = seconds
  for animation in [growing, turning] {
    // Zero would mean now; the item may return to its beginning.
    animation.beginTime = AVCoreAnimationBeginTimeAtZero
    animation.isRemovedOnCompletion = false
    animation.fillMode = .both
  }
  bar.add(growing, forKey: "grow")
  hand.add(turning, forKey: "turn")
  overlay.addSublayer(bar)
  overlay.addSublayer(hand)
  return overlay
}

/// Draws the video and the overlay at a time, without a window.
@MainActor func rendered(of movieLayer: AVPlayerLayer, with overlay: CALayer, at seconds: Double) async -> CGImage? {
  let root = CALayer()
  root.frame = movieLayer.frame
  root.addSublayer(movieLayer)
  root.addSublayer(overlay)
  let time = CMTime(seconds: seconds, preferredTimescale: 600)
  guard let player = movieLayer.player, await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero)
  else {
    return nil
  }
  return LayerRenderer().image(of: root)
}

/// Writes the simplest image format: a line of text, then red, green and blue of each pixel.
func write(_ image: CGImage, to path: String) throws {
  guard let data = image.dataProvider?.data as Data? else { return }
  var file = Data("P6 \(image.width) \(image.height) 255\n".utf8)
  for y in 0..<image.height {
    for x in 0..<image.width {
      let index = y * image.bytesPerRow + x * 4
      file += [data[index + 2], data[index + 1], data[index]]
    }
  }
  try file.write(to: URL(fileURLWithPath: path))
}

let arguments = CommandLine.arguments
let asset = AVURLAsset(url: URL(fileURLWithPath: arguments.count > 1 ? arguments[1] : ""))
let size = CGSize(width: 960, height: 540)
let player = AVPlayer()
let movieLayer = AVPlayerLayer(player: player)
movieLayer.frame = CGRect(origin: .zero, size: size)

/// Creates the overlay once the duration of the item is known.
@MainActor func load() async throws -> AVSynchronizedLayer {
  let seconds = try await asset.load(.duration).seconds
  let item = AVPlayerItem(asset: asset)
  player.replaceCurrentItem(with: item)
  return makeOverlay(for: item, seconds: seconds, size: size)
}

func fail(_ error: any Error) -> Never {
  print(error.localizedDescription)
  exit(1)
}

if arguments.count > 3, let time = Double(arguments[3]) {
  Task {
    do {
      guard let image = await rendered(of: movieLayer, with: try await load(), at: time) else { exit(1) }
      try write(image, to: arguments[2])
      exit(0)
    } catch { fail(error) }
  }
  dispatchMain()
}

// No top-level `await`: GTK's loop runs the main queue, which must not be in the middle of another task then.
gtk_init()
let view = LayerHostView()
view.layer.backgroundColor = .black
movieLayer.autoresizingMask = [.layerWidthSizable, .layerHeightSizable]
view.layer.bounds.size = size
view.layer.addSublayer(movieLayer)
let widget = gtk_window_new()
let window = UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_title(window, "In step")
gtk_window_set_default_size(window, Int32(size.width), Int32(size.height))
gtk_window_set_child(window, view.gtkWidget.assumingMemoryBound(to: GtkWidget.self))
gtk_window_present(window)
// The window closes at the end of the item.
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: nil, queue: .main
) { _ in
  print("the end")
  MainActor.assumeIsolated { gtk_window_destroy(window) }
}
Task {
  do { view.layer.addSublayer(try await load()) } catch { fail(error) }
  player.play()
}
while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
