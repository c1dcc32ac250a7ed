import AVFoundation

/// Decodes the first seconds of an asset and encodes them again.
func writeAgain(_ asset: AVAsset, seconds: Int64, to url: URL) async throws {
  let reader = try AVAssetReader(asset: asset)
  reader.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: seconds, timescale: 1))
  let writer = try AVAssetWriter(outputURL: url, fileType: .mp4)
  var pairs: [(output: AVAssetReaderOutput, input: AVAssetWriterInput)] = []
  for (type, decoded, encoded) in mediaSettings {
    guard let track = try await asset.loadTracks(withMediaType: type).first else { continue }
    let output = AVAssetReaderTrackOutput(track: track, outputSettings: decoded)
    let input = AVAssetWriterInput(mediaType: type, outputSettings: encoded)
    reader.add(output)
    writer.add(input)
    pairs.append((output, input))
  }
  guard reader.startReading() else { throw reader.error ?? CocoaError(.fileReadUnknown) }
  guard writer.startWriting() else { throw writer.error ?? CocoaError(.fileWriteUnknown) }
  writer.startSession(atSourceTime: .zero)
  // Each input asks for samples on a queue of its own; an input that is ahead of the others waits.
  await withTaskGroup(of: Void.self) { group in
    for (number, pair) in pairs.enumerated() {
      let queue = DispatchQueue(label: "input \(number)")
      group.addTask { await copy(from: pair.output, to: pair.input, on: queue) }
    }
  }
  if reader.status == .failed { writer.cancelWriting() }
  await writer.finishWriting()
  if let error = reader.error ?? writer.error { throw error }
}

/// The media types with the settings for reading and for writing.
private let mediaSettings: [(AVMediaType, [String: any Sendable], [String: any Sendable])] = [
  (
    .video, [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange],
    [AVVideoCodecKey: AVVideoCodecType.h264]
  ),
  (.audio, [AVFormatIDKey: kAudioFormatLinearPCM], [AVFormatIDKey: kAudioFormatMPEG4AAC]),
]

/// Appends all samples of an output to an input.
private func copy(from output: AVAssetReaderOutput, to input: AVAssetWriterInput, on queue: DispatchQueue) async {
  await withCheckedContinuation { continuation in
    input.requestMediaDataWhenReady(on: queue) {
      while input.isReadyForMoreMediaData {
        guard let buffer = output.copyNextSampleBuffer(), input.append(buffer) else {
          input.markAsFinished()
          return continuation.resume()
        }
      }
    }
  }
}
