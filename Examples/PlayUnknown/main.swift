// Detects the kind of a URL: a file has tracks that can be loaded; a stream is passed to an item directly.
//
//     swift run PlayUnknown URL
import AVFoundation

let argument = CommandLine.arguments.dropFirst().first ?? "demo.mp4"
let url = URL(string: argument).flatMap { $0.scheme == nil ? nil : $0 } ?? URL(fileURLWithPath: argument)
let asset = AVURLAsset(url: url)
let tracks = (try? await asset.load(.tracks)) ?? []
let item = tracks.isEmpty ? AVPlayerItem(url: url) : AVPlayerItem(asset: asset)
print(tracks.isEmpty ? "perhaps a stream" : "\(tracks.count) tracks")

let player = AVPlayer(playerItem: item)
let status = item.observe(\.status, options: .new) { item, _ in
  if item.status == .readyToPlay { return print("ready") }
  guard item.status == .failed else { return }
  print(item.error?.localizedDescription ?? "This cannot be played.")
  exit(1)
}
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: .main
) { _ in exit(0) }
player.play()
while true { try await Task.sleep(for: .seconds(3600)) }
