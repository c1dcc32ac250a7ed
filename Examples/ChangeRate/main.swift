// Plays at other rates, if the item supports them.
//
//     swift run ChangeRate FILE [RATE]
import AVFoundation

let arguments = Array(CommandLine.arguments.dropFirst())
let rate = arguments.dropFirst().first.flatMap(Float.init) ?? 2
let item = AVPlayerItem(url: URL(fileURLWithPath: arguments.first ?? "demo.mp4"))
let player = AVPlayer(playerItem: item)
let status = item.observe(\.status, options: [.initial, .new]) { item, _ in
  if item.status == .failed {
    print(item.error?.localizedDescription ?? "This cannot be played.")
    exit(1)
  }
  guard item.status == .readyToPlay else { return }
  let isPossible = rate > 2 ? item.canPlayFastForward : rate >= 0 || item.canPlayReverse
  print(isPossible ? "at \(rate)" : "not at \(rate): at 1")
  // Reverse playback begins at the end.
  if isPossible, rate < 0 { player.seek(to: item.duration) }
  player.rate = isPossible ? rate : 1
}
let stopped = player.observe(\.timeControlStatus, options: .new) { player, _ in
  guard player.timeControlStatus == .paused else { return }
  print("stopped at \(player.currentTime().seconds) s")
  exit(0)
}
dispatchMain()
