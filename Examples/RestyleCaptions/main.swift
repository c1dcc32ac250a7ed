// Restyles captions live: the style of a playing item's captions changes every second.
//
//     swift run RestyleCaptions FILM [CAPTIONS]
@_spi(Playhead) import AVFoundation
import AVKit
import CPlayheadGTK

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first else {
  print("usage: RestyleCaptions FILM [CAPTIONS]")
  exit(2)
}
gtk_init()
let item = AVPlayerItem(url: URL(fileURLWithPath: path))
let player = AVPlayer(playerItem: item)
// The item's own captions, in any language.
player.setMediaSelectionCriteria(
  AVPlayerMediaSelectionCriteria(
    preferredLanguages: nil, preferredMediaCharacteristics: [.transcribesSpokenDialogForAccessibility, .legible]),
  forMediaCharacteristic: .legible)

let looks: [(name: String, attributes: [String: Any])] = [
  ("as they come", [:]),
  ("yellow", [kCMTextMarkupAttribute_ForegroundColorARGB: [1, 1, 0.9, 0.2]]),
  (
    "in a box",
    [
      kCMTextMarkupAttribute_CharacterBackgroundColorARGB: [0.7, 0, 0, 0],
      kCMTextMarkupAttribute_FontFamilyName: "DejaVu Serif",
    ]
  ),
  (
    "large",
    [
      kCMTextMarkupAttribute_RelativeFontSize: 150.0, kCMTextMarkupAttribute_BoldStyle: true,
      kCMTextMarkupAttribute_CharacterEdgeStyle: kCMTextMarkupCharacterEdgeStyle_DropShadow,
    ]
  ),
]
// A change becomes visible with the next frame.
let restyling = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 1), queue: .main) { time in
  MainActor.assumeIsolated {
    let second = Int(max(0, time.seconds))
    let look = looks[second % looks.count]
    print("\(second) s: \(look.name)")
    item.textStyleRules = AVTextStyleRule(textMarkupAttributes: look.attributes).map { [$0] }
  }
}
if let captions = arguments.dropFirst().first {
  Task {
    do {
      try await item.addCaptions(contentsOf: URL(fileURLWithPath: captions))
    } catch {
      print(error.localizedDescription)
    }
  }
}

let view = AVPlayerView()
view.player = player
let widget = gtk_window_new()
let window = UnsafeMutableRawPointer(widget)?.assumingMemoryBound(to: GtkWindow.self)
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
player.removeTimeObserver(restyling)
