// Prints a player's state and why it waits.
//
//     swift run ObserveState FILE|URL
import AVFoundation

let argument = CommandLine.arguments.dropFirst().first ?? "demo.mp4"
let url = URL(string: argument).flatMap { $0.scheme == nil ? nil : $0 } ?? URL(fileURLWithPath: argument)
let player = AVPlayer(url: url)
let observations = [
  player.observe(\.timeControlStatus, options: [.initial, .new]) { player, _ in
    switch player.timeControlStatus {
    case .paused: print("paused")
    case .waitingToPlayAtSpecifiedRate: print("waiting: \(player.reasonForWaitingToPlay?.rawValue ?? "?")")
    case .playing: print("playing at \(player.rate)")
    @unknown default: break
    }
  },
  player.observe(\.currentItem?.status, options: .new) { player, _ in
    guard let item = player.currentItem, item.status == .failed else { return }
    print(item.error?.localizedDescription ?? "This cannot be played.")
    exit(1)
  },
  player.observe(\.currentItem?.loadedTimeRanges, options: .new) { player, _ in
    let ranges = player.currentItem?.loadedTimeRanges.map(\.timeRangeValue) ?? []
    print("loaded:", ranges.map { "\($0.start.seconds)–\($0.end.seconds) s" }.joined(separator: ", "))
  },
]
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: player.currentItem, queue: .main
) { _ in exit(0) }
player.play()
dispatchMain()
