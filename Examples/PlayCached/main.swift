// Plays a URL and caches the fetched bytes: the second time it plays offline.
//
//     swift run PlayCached URL FOLDER
@_spi(Playhead) import AVFoundation

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let address = arguments.first, let url = URL(string: address), let folder = arguments.last
else {
  print("usage: PlayCached URL FOLDER")
  exit(2)
}
let cache = try MediaCache(directory: URL(fileURLWithPath: folder), capacity: 2 << 30)
print("\(cache.byteCount) bytes are kept.")
let item = AVPlayerItem(asset: AVURLAsset(url: url, options: [AVURLAssetMediaCacheKey: cache]))
let player = AVPlayer(playerItem: item)
let status = item.observe(\.status) { item, _ in
  guard item.status == .failed else { return }
  print(item.error?.localizedDescription ?? "This cannot be played.")
  exit(1)
}
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: .main
) { _ in
  cache.synchronize()
  print("\(cache.byteCount) bytes are kept now.")
  exit(0)
}
player.play()
dispatchMain()
