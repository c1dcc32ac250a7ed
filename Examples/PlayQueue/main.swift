// Plays files gaplessly one after the other.
//
//     swift run PlayQueue FILE…
import AVFoundation

let items = CommandLine.arguments.dropFirst().map { AVPlayerItem(url: URL(fileURLWithPath: $0)) }
let player = AVQueuePlayer(items: Array(items.prefix(1)))
for item in items.dropFirst() where player.canInsert(item, after: nil) { player.insert(item, after: nil) }

let current = player.observe(\.currentItem, options: [.initial, .new]) { player, _ in
  guard let item = player.currentItem else {
    print("the end")
    exit(0)
  }
  Task { @MainActor in print((item.asset as? AVURLAsset)?.url.lastPathComponent ?? "?") }
}
player.play()
dispatchMain()
