// Plays a file: an asset, its loading, an item, a player.
//
//     swift run PlayFile FILE
import AVFoundation

let asset = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "demo.mp4"))
do {
  let (isPlayable, duration) = try await asset.load(.isPlayable, .duration)
  guard isPlayable else {
    print("\(asset.url.lastPathComponent) holds nothing that can be played.")
    exit(1)
  }
  print("\(asset.url.lastPathComponent): \(duration.seconds) s")
} catch {
  print(error.localizedDescription)
  exit(1)
}

let item = AVPlayerItem(asset: asset)
let player = AVPlayer(playerItem: item)
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: .main
) { _ in exit(0) }
player.play()
while true { try await Task.sleep(for: .seconds(3600)) }
