// Plays a video and interrupts it once with another one: the interstitial event plays in the same views, and the
// primary item waits.
//
//     swift run PlayInterstitials FILM SECONDS OTHER
import AVFoundation

func url(_ text: String) -> URL {
  URL(string: text).flatMap { $0.scheme == nil ? nil : $0 } ?? URL(fileURLWithPath: text)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3, let seconds = Double(arguments[1]) else {
  print("usage: PlayInterstitials FILM SECONDS OTHER")
  exit(2)
}
let item = AVPlayerItem(url: url(arguments[0]))
let player = AVPlayer(playerItem: item)
let controller = AVPlayerInterstitialEventController(primaryPlayer: player)
controller.events = [
  AVPlayerInterstitialEvent(
    primaryItem: item, identifier: "break", time: CMTime(seconds: seconds, preferredTimescale: 600),
    templateItems: [AVPlayerItem(url: url(arguments[2]))],
    restrictions: .constrainsSeekingForwardInPrimaryContent, resumptionOffset: .zero)
]
let change = NotificationCenter.default.addObserver(
  forName: AVPlayerInterstitialEventMonitor.currentEventDidChangeNotification, object: controller, queue: .main
) { _ in
  print(controller.currentEvent.map { "Now comes \"\($0.identifier)\"." } ?? "The film goes on.")
}
let status = item.observe(\.status) { item, _ in
  guard item.status == .failed else { return }
  print(item.error?.localizedDescription ?? "This cannot be played.")
  exit(1)
}
let end = NotificationCenter.default.addObserver(
  forName: AVPlayerItem.didPlayToEndTimeNotification, object: item, queue: .main
) { _ in exit(0) }
player.play()
dispatchMain()
