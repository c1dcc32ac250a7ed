// Seeks twice: to wherever is quickest near a time, and to the time itself.
//
//     swift run SeekExactly FILE [SECONDS]
import AVFoundation

@MainActor func seek(_ player: AVPlayer, to time: CMTime) async -> Bool {
  let isNear = await player.seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  print("near: \(player.currentTime().seconds) s, finished: \(isNear)")
  // Zero tolerance may have to decode much: it is for editing, and for those who ask for it.
  let isExact = await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero)
  print("exact: \(player.currentTime().seconds) s, finished: \(isExact)")
  return isNear && isExact
}

let arguments = Array(CommandLine.arguments.dropFirst())
let seconds = arguments.dropFirst().first.flatMap(Double.init) ?? 5
let player = AVPlayer(url: URL(fileURLWithPath: arguments.first ?? "demo.mp4"))
let isDone = await seek(player, to: CMTime(seconds: seconds, preferredTimescale: 600))
exit(isDone ? 0 : 1)
