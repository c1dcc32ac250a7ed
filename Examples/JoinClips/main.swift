// Joins the first two seconds of several files, and fades the last one to black.
import AVFoundation

let composition = AVMutableComposition()
do {
  let length = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
  for path in CommandLine.arguments.dropFirst() {
    // An invalid time appends.
    try composition.insertTimeRange(length, of: AVURLAsset(url: URL(fileURLWithPath: path)), at: .invalid)
  }
  for track in composition.tracks {
    let parts = track.segments.map { segment in
      "\(segment.sourceURL?.lastPathComponent ?? "empty") for \(segment.timeMapping.target.duration.seconds) s"
    }
    print("\(track.mediaType.rawValue): \(parts.joined(separator: ", "))")
  }

  let second = CMTime(value: 1, timescale: 1)
  let fade = CMTimeRange(start: composition.duration - second, duration: second)
  let instruction = AVMutableVideoCompositionInstruction()
  instruction.timeRange = CMTimeRange(start: .zero, duration: composition.duration)
  instruction.layerInstructions = composition.tracks(withMediaType: .video).map { track in
    let layer = AVMutableVideoCompositionLayerInstruction(assetTrack: track)
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: fade)
    return layer
  }
  let video = try await AVMutableVideoComposition.videoComposition(withPropertiesOf: composition)
  video.instructions = [instruction]
  let generator = AVAssetImageGenerator(asset: composition)
  generator.videoComposition = video
  generator.requestedTimeToleranceBefore = .zero
  let (image, time) = try await generator.image(at: fade.start)
  print("composed: \(image.width) × \(image.height) of \(time.seconds) s")

  let item = AVPlayerItem(asset: composition)
  item.videoComposition = video
  let player = AVPlayer(playerItem: item)
  let ended = NotificationCenter.default.notifications(named: AVPlayerItem.didPlayToEndTimeNotification, object: item)
  player.play()
  for await _ in ended { break }
  print("played \(player.currentTime().seconds) s")
} catch {
  print(error.localizedDescription)
}
