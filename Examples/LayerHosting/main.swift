// A player layer among other layers in a GTK window: the video with round corners and a border, a small second layer of
// the same player that drifts in a corner, and a badge over both. Code that uses view.layer on Apple's systems works
// here unchanged.
import AVKit
import CPlayheadGTK
import Foundation

final class MovieView: LayerHostView {
  let movieLayer: AVPlayerLayer
  let inset: AVPlayerLayer
  let badge = CALayer()

  init(player: AVPlayer) {
    movieLayer = AVPlayerLayer(player: player)
    inset = AVPlayerLayer(player: player)
    super.init()
    layer.backgroundColor = CGColor(red: 0.1, green: 0.1, blue: 0.14, alpha: 1)
    movieLayer.videoGravity = .resizeAspectFill
    movieLayer.cornerRadius = 24
    movieLayer.masksToBounds = true
    movieLayer.borderWidth = 3
    movieLayer.borderColor = .white
    layer.addSublayer(movieLayer)

    inset.videoGravity = .resizeAspect
    inset.opacity = 0.85
    inset.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 16))
    layer.insertSublayer(inset, above: movieLayer)

    badge.backgroundColor = CGColor(red: 0.9, green: 0.1, blue: 0.2, alpha: 1)
    badge.cornerRadius = 10
    badge.bounds.size = CGSize(width: 20, height: 20)
    layer.addSublayer(badge)
    let pulse = CABasicAnimation(keyPath: "transform.scale")
    (pulse.fromValue, pulse.toValue, pulse.duration) = (1, 0.4, 0.8)
    pulse.autoreverses = true
    pulse.repeatCount = .infinity
    badge.add(pulse, forKey: "pulse")
  }

  override func layout() {
    let size = layer.bounds.size
    movieLayer.frame = layer.bounds.insetBy(dx: size.width / 12, dy: size.height / 12)
    inset.bounds.size = CGSize(width: size.width / 4, height: size.width / 4 * 9 / 16)
    inset.position = CGPoint(x: size.width * 0.8, y: size.height * 0.25)
    badge.position = CGPoint(x: movieLayer.frame.minX + 36, y: movieLayer.frame.minY + 36)
  }
}

gtk_init()
let player = AVPlayer(url: URL(fileURLWithPath: CommandLine.arguments.last ?? ""))
let view = MovieView(player: player)

let widget = gtk_window_new()
let window = UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: GtkWindow.self)
gtk_window_set_title(window, "Layers")
gtk_window_set_default_size(window, 960, 540)
gtk_window_set_child(window, view.gtkWidget.assumingMemoryBound(to: GtkWidget.self))
gtk_window_present(window)
// The window closes at the end of the item.
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: player.currentItem, queue: .main
) { _ in
  print("the end")
  MainActor.assumeIsolated { gtk_window_destroy(window) }
}
player.play()

while g_list_model_get_n_items(gtk_window_get_toplevels()) > 0 { g_main_context_iteration(nil, 1) }
