// Plays an audio file with a fade at its start, twice, and shows its level.
//
//     swift run PlayAudio FILE
import AVFAudio
import Foundation

final class Listener: NSObject, AVAudioPlayerDelegate {
  func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
    print(error?.localizedDescription ?? "The file cannot be decoded.")
  }

  func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) { exit(flag ? 0 : 1) }
}

let file = URL(fileURLWithPath: CommandLine.arguments.dropFirst().first ?? "demo.mp4")
let player: AVAudioPlayer
do {
  player = try AVAudioPlayer(contentsOf: file)
} catch {
  print(error.localizedDescription)
  exit(1)
}
let listener = Listener()
player.delegate = listener
player.isMeteringEnabled = true
player.numberOfLoops = 1
player.volume = 0
print("\(file.lastPathComponent): \(player.numberOfChannels) channels, \(player.duration) s")
player.play()
player.setVolume(1, fadeDuration: 2)

let meter = DispatchSource.makeTimerSource(queue: .main)
meter.schedule(deadline: .now() + 0.5, repeating: 0.5)
meter.setEventHandler {
  player.updateMeters()
  let levels = (0..<player.numberOfChannels).map { Int(player.averagePower(forChannel: $0).rounded()) }
  print("\(Int(player.currentTime)) s: \(levels.map { "\($0) dB" }.joined(separator: ", "))")
}
meter.resume()
dispatchMain()
