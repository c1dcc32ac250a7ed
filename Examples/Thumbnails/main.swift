// Images of a video at three times: fast ones from keyframes, and the exact frame at one time.
import AVFoundation

let path = AVURLAsset(url: URL(fileURLWithPath: CommandLine.arguments.last ?? ""))
let generator = AVAssetImageGenerator(asset: path)
generator.appliesPreferredTrackTransform = true
generator.maximumSize = CGSize(width: 320, height: 0)

do {
  let duration = try await path.load(.duration)
  let moments = [0.1, 0.5, 0.9].map { CMTimeMultiplyByFloat64(duration, multiplier: $0) }
  for await result in generator.images(for: moments) {
    switch result {
    case .success(let requested, let image, let actual):
      print("asked for \(requested.seconds) s, got \(image.width) × \(image.height) of \(actual.seconds) s")
    case .failure(let requested, let error):
      print("nothing at \(requested.seconds) s: \(error.localizedDescription)")
    }
  }

  // Without tolerance it is exactly the frame shown at that time.
  generator.requestedTimeToleranceBefore = .zero
  generator.requestedTimeToleranceAfter = .zero
  let (image, actual) = try await generator.image(at: moments[1])
  print("exactly in the middle: \(image.width) × \(image.height) of \(actual.seconds) s")
} catch {
  print(error.localizedDescription)
}
