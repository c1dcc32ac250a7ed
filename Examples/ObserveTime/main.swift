// Prints the time twice a second, and when a third, two thirds and all of a file have been played.
//
//     swift run ObserveTime FILE
import AVFoundation

let asset = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "demo.mp4"))
let duration = try await asset.load(.duration)
let player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
let half = CMTime(value: 1, timescale: 2)
let periodic = player.addPeriodicTimeObserver(forInterval: half, queue: .main) { time in
  print(String(format: "%.1f of %.1f s", time.seconds, duration.seconds))
}
let thirds = [1, 2].map { NSValue(time: CMTimeMultiplyByRatio(duration, multiplier: $0, divisor: 3)) }
let boundary = player.addBoundaryTimeObserver(forTimes: thirds, queue: .main) { print("a third more") }
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: player.currentItem, queue: .main
) { _ in
  // A token belongs to the player that returned it, and must be removed from it.
  MainActor.assumeIsolated {
    player.removeTimeObserver(periodic)
    player.removeTimeObserver(boundary)
  }
  exit(0)
}
player.play()
while true { try await Task.sleep(for: .seconds(3600)) }
