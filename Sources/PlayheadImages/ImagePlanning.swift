import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia

/// The first job of a batch: opens the resource, rejects requests outside it, and divides the others into groups.
struct ImagePlanning {
  let batch: ImageBatch

  /// The memory of all decoders: enough for sixteen 1080p decoders, and at least one of any size.
  private static let decoderBytes = 512 << 20
  /// The frames that a decoder and its converter hold at most.
  private static let framesPerDecoder = 10
  /// More decoder threads bring no further gain.
  private static let mostDecoderThreads = 8

  /// Plans the batch, or answers its requests with an error.
  func run() {
    do throws(MediaError) {
      _ = try batch.extractor.withFile(for: batch.request, isActive: { batch.isActive }) { file throws(MediaError) in
        plan(file)
      }
    } catch {
      batch.fail(error)
    }
  }

  /// Answers requests outside the resource, groups the others, and sets the number of decoders and their threads.
  private func plan(_ file: FrameFile) {
    let requests = batch.times.indices.compactMap { index -> ImagePlan.Request? in
      let time = ImageRange(file.info.duration).targetTime(batch.times[index], request: batch.request)
      guard let time else {
        let seconds = batch.times[index].seconds
        batch.answer(index, .failure(MediaError(.noFrame(at: seconds), url: batch.extractor.url)))
        return nil
      }
      let duration = file.info.duration
      let isBeyondEnd = duration.isNumeric && batch.times[index] - batch.request.toleranceBefore >= duration
      return ImagePlan.Request(index: index, time: time, isBeyondEnd: isBeyondEnd)
    }
    let plan = ImagePlan(
      requests, toleranceBefore: batch.request.toleranceBefore, windowSize: windowSize(file),
      isSequential: !file.info.isSeekable, syncTime: file.syncTime)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let video = file.parameters.track.video
    let frameBytes = max(1, (video?.width ?? 1920) * (video?.height ?? 1080) * 3 / 2)
    let workers = max(1, min(cores, Self.decoderBytes / (frameBytes * Self.framesPerDecoder)))
    let passes = plan.groups.count { $0.kind == .covering }
    let threads = passes == 0 ? 1 : max(1, min(workers / min(workers, passes), Self.mostDecoderThreads))
    batch.serve(plan.groups, of: file, decoderThreads: threads, mostWorkers: workers)
  }

  /// The number of unordered requests sorted together: all of them if all images of the resource fit into memory.
  private func windowSize(_ file: FrameFile) -> Int {
    guard let video = file.parameters.track.video else { return 1 }
    let size = ImageShape.size(
      width: video.width, height: video.height, aspect: video.pixelAspect, transform: video.transform,
      request: batch.request)
    let fitting = max(1, ImageBatch.heldBytes / (size.width * size.height * 4))
    let frameCount = file.info.duration.isNumeric ? file.info.duration.seconds * max(1, video.frameRate) : .infinity
    return frameCount <= Double(fitting) ? max(1, batch.times.count) : fitting
  }
}

/// The part of the timeline that has frames.
struct ImageRange {
  /// The duration of the resource; not numeric if it is unknown.
  let duration: CMTime

  /// The range from zero to a duration.
  init(_ duration: CMTime) { self.duration = duration }

  /// The time whose frame answers a request; nil if no frame can be within its tolerances.
  func targetTime(_ time: CMTime, request: ImageRequest) -> CMTime? {
    guard time.isNumeric else { return nil }
    if time < .zero { return time + request.toleranceAfter >= .zero ? .zero : nil }
    guard duration.isNumeric, time >= duration else { return time }
    // The header may be wrong: an exact request is still looked up.
    return time - request.toleranceBefore < duration ? duration : time
  }
}
