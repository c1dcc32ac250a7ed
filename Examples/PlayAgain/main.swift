// Plays a file to its end, and then again from its beginning: at the end the position stays until a seek.
//
//     swift run PlayAgain FILE [TIMES]
import AVFoundation
import Synchronization

let arguments = Array(CommandLine.arguments.dropFirst())
let rounds = Mutex(arguments.dropFirst().first.flatMap(Int.init) ?? 2)
let player = AVPlayer(url: URL(fileURLWithPath: arguments.first ?? "demo.mp4"))
player.actionAtItemEnd = .pause
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: player.currentItem, queue: .main
) { _ in
  let left = rounds.withLock { rounds in
    rounds -= 1
    return rounds
  }
  print("played, \(left) left")
  guard left > 0 else { exit(0) }
  player.seek(to: .zero)
  player.play()
}
player.play()
dispatchMain()
