// Seeks twice: to the fastest position near a time, and to the exact time.
//
//     swift run SeekExactly FILE [SECONDS]
import AVFoundation

@MainActor func seek(_ player: AVPlayer, to time: CMTime) async -> Bool {
  let isNear = await player.seek(to: time, toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
  print("near: \(player.currentTime().seconds) s, finished: \(isNear)")
  // Zero tolerance may require decoding many frames: use it for editing, and on request.
  let isExact = await player.seek(to: time, toleranceBefore: .zero, toleranceAfter: .zero)
  print("exact: \(player.currentTime().seconds) s, finished: \(isExact)")
  return isNear && isExact
}

let arguments = Array(CommandLine.arguments.dropFirst())
let seconds = arguments.dropFirst().first.flatMap(Double.init) ?? 5
let player = AVPlayer(url: URL(fileURLWithPath: arguments.first ?? "demo.mp4"))
let isDone = await seek(player, to: CMTime(seconds: seconds, preferredTimescale: 600))
exit(isDone ? 0 : 1)
