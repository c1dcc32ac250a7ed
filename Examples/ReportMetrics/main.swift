// Plays a file or a stream and prints the events of its playback: the start, the rates, a seek, and the summary at the
// end.
//
//     swift run ReportMetrics FILE|URL
import AVFoundation

let argument = CommandLine.arguments.dropFirst().first ?? "demo.mp4"
let url = URL(string: argument).flatMap { $0.scheme == nil ? nil : $0 } ?? URL(fileURLWithPath: argument)
let item = AVPlayerItem(url: url)
let player = AVPlayer(playerItem: item)
let ready = item.observe(\.status, options: .new) { item, _ in
  guard item.status == .readyToPlay else { return }
  // Past the middle, and to the end from there.
  let target = CMTimeMultiplyByRatio(item.duration, multiplier: 3, divisor: 4)
  player.seek(to: target, toleranceBefore: .zero, toleranceAfter: .zero) { _ in player.play() }
}

for await event in item.allMetrics() {
  let time = String(format: "%.1f s", event.mediaTime.seconds)
  switch event {
  case is AVMetricPlayerItemInitialLikelyToKeepUpEvent: print("\(time): ready")
  case is AVMetricPlayerItemSeekEvent: print("\(time): seek")
  case let event as AVMetricPlayerItemSeekDidCompleteEvent:
    print("\(time): seek completed, \(event.didSeekInBuffer ? "in" : "outside") the buffer")
  // Seeks and stalls are changes of the rate too, so that their classes come first.
  case is AVMetricPlayerItemStallEvent: print("\(time): stall")
  case let event as AVMetricPlayerItemRateChangeEvent: print("\(time): rate \(event.previousRate) to \(event.rate)")
  case let event as AVMetricErrorEvent: print("\(time): \(event.error.localizedDescription)")
  case let event as AVMetricPlayerItemPlaybackSummaryEvent:
    print("\(time): played \(event.playbackDuration) s, stalled \(event.stallCount) times")
    exit(0)
  default: print("\(time): \(type(of: event))")
  }
}
