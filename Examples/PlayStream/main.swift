// Plays an HTTP Live Stream. Its duration, and whether it is live, is known once its item is ready.
//
//     swift run PlayStream URL
import AVFoundation

guard let argument = CommandLine.arguments.dropFirst().first, let url = URL(string: argument) else {
  print("usage: PlayStream URL")
  exit(2)
}
let item = AVPlayerItem(url: url)
let player = AVPlayer(playerItem: item)
let status = item.observe(\.status, options: [.initial, .new]) { item, _ in
  switch item.status {
  case .readyToPlay: print(item.duration.isIndefinite ? "live" : "\(item.duration.seconds) s")
  case .failed:
    print(item.error?.localizedDescription ?? "This cannot be played.")
    exit(1)
  default: print("opening")
  }
}
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: .main
) { _ in exit(0) }
player.play()
dispatchMain()
