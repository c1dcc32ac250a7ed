// Programs that read, write and export, as Apple's samples and guides do, in Swift 5; they import only AVFoundation.
import AVFoundation

/// “Exporting video to alternative formats”: check the preset, configure a session, export.
func export(
  video: AVAsset, withPreset preset: String = AVAssetExportPresetHighestQuality,
  toFileType outputFileType: AVFileType = .mov, atURL outputURL: URL
) async -> String {
  guard
    await AVAssetExportSession.compatibility(
      ofExportPreset: preset, with: video, outputFileType: outputFileType)
  else { return "The preset can't export the video to the output file type." }
  guard let exportSession = AVAssetExportSession(asset: video, presetName: preset) else {
    return "Failed to create export session."
  }
  exportSession.outputFileType = outputFileType
  exportSession.outputURL = outputURL
  await exportSession.export()
  return exportSession.status == .completed ? "completed" : "\(exportSession.error?.localizedDescription ?? "")"
}

/// An export whose status is examined in its handler.
func trim(_ asset: AVAsset, to range: CMTimeRange, url: URL, completion: @escaping (AVAssetExportSession) -> Void) {
  guard let exporter = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else { return }
  exporter.outputURL = url
  exporter.outputFileType = AVFileType.mp4
  exporter.timeRange = range
  exporter.shouldOptimizeForNetworkUse = true
  exporter.exportAsynchronously {
    switch exporter.status {
    case .completed, .failed, .cancelled: completion(exporter)
    default: break
    }
  }
}

/// A loop that reads the samples of a track.
func readSamples(of asset: AVAsset) throws -> (count: Int, status: AVAssetReader.Status) {
  let assetReader = try AVAssetReader(asset: asset)
  guard let track = asset.tracks(withMediaType: .audio).first else { return (0, .unknown) }
  let decompressionAudioSettings: [String: Any] = [AVFormatIDKey: Int(kAudioFormatLinearPCM)]
  let trackOutput = AVAssetReaderTrackOutput(track: track, outputSettings: decompressionAudioSettings)
  if assetReader.canAdd(trackOutput) { assetReader.add(trackOutput) }
  assetReader.startReading()
  var (done, count) = (false, 0)
  while !done {
    if let sampleBuffer = trackOutput.copyNextSampleBuffer() {
      count += CMSampleBufferGetNumSamples(sampleBuffer)
    } else {
      if assetReader.status == .failed { throw assetReader.error! }
      done = true
    }
  }
  return (count, assetReader.status)
}

/// Encodes a film again: each input requests samples on one serial queue.
class Reencoder {
  private let reader: AVAssetReader
  private let writer: AVAssetWriter
  private let queue = DispatchQueue(label: "reencoder")
  private let group = DispatchGroup()

  init(asset: AVAsset, outputURL: URL) throws {
    reader = try AVAssetReader(asset: asset)
    writer = try AVAssetWriter(url: outputURL, fileType: .mp4)
    reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(seconds: 2, preferredTimescale: 600))
  }

  func run(completion: @escaping (AVAssetWriter.Status) -> Void) {
    if let track = reader.asset.tracks(withMediaType: .video).first {
      let output = AVAssetReaderTrackOutput(
        track: track,
        outputSettings: [
          kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
        ])
      let input = AVAssetWriterInput(
        mediaType: .video,
        outputSettings: [
          AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: track.naturalSize.width,
          AVVideoHeightKey: track.naturalSize.height,
          AVVideoCompressionPropertiesKey: [AVVideoAverageBitRateKey: 1_000_000],
        ])
      input.transform = track.preferredTransform
      add(output, input)
    }
    if let track = reader.asset.tracks(withMediaType: .audio).first {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM])
      let input = AVAssetWriterInput(
        mediaType: .audio,
        outputSettings: [
          AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 44_100, AVNumberOfChannelsKey: 2,
          AVEncoderBitRateKey: 128_000,
        ])
      add(output, input)
    }
    guard reader.startReading(), writer.startWriting() else { return completion(.failed) }
    writer.startSession(atSourceTime: .zero)
    for (output, input) in zip(reader.outputs, writer.inputs) {
      group.enter()
      input.requestMediaDataWhenReady(on: queue) { [group] in
        while input.isReadyForMoreMediaData {
          guard let sample = output.copyNextSampleBuffer() else {
            input.markAsFinished()
            group.leave()
            break
          }
          input.append(sample)
        }
      }
    }
    group.notify(queue: queue) { [writer] in
      writer.finishWriting { completion(writer.status) }
    }
  }

  private func add(_ output: AVAssetReaderOutput, _ input: AVAssetWriterInput) {
    input.expectsMediaDataInRealTime = false
    if reader.canAdd(output) { reader.add(output) }
    if writer.canAdd(input) { writer.add(input) }
  }
}

/// A film of generated images, in buffers of the adaptor's pool.
func makeMovie(
  of count: Int, width: Int, height: Int, at url: URL, completion: @escaping (AVAssetWriter) -> Void
) throws {
  let writer = try AVAssetWriter(outputURL: url, fileType: .mov)
  let settings: [String: Any] = [
    AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: width, AVVideoHeightKey: height,
  ]
  let input = AVAssetWriterInput(mediaType: .video, outputSettings: settings)
  let adaptor = AVAssetWriterInputPixelBufferAdaptor(
    assetWriterInput: input,
    sourcePixelBufferAttributes: [
      kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA),
      kCVPixelBufferWidthKey as String: width, kCVPixelBufferHeightKey as String: height,
    ])
  writer.add(input)
  writer.startWriting()
  writer.startSession(atSourceTime: .zero)
  guard let pool = adaptor.pixelBufferPool else { return completion(writer) }
  var frame = 0
  input.requestMediaDataWhenReady(on: DispatchQueue(label: "images")) {
    while input.isReadyForMoreMediaData && frame < count {
      var pixelBuffer: CVPixelBuffer?
      CVPixelBufferPoolCreatePixelBuffer(nil, pool, &pixelBuffer)
      guard let buffer = pixelBuffer else { return }
      CVPixelBufferLockBaseAddress(buffer, [])
      memset(CVPixelBufferGetBaseAddress(buffer)!, Int32(frame * 255 / count), CVPixelBufferGetDataSize(buffer))
      CVPixelBufferUnlockBaseAddress(buffer, [])
      adaptor.append(buffer, withPresentationTime: CMTime(value: CMTimeValue(frame), timescale: 25))
      frame += 1
    }
    if frame == count {
      input.markAsFinished()
      writer.finishWriting { completion(writer) }
    }
  }
}
