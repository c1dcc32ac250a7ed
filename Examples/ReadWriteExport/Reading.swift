import AVFoundation

/// The number of audio frames of an asset's first audio track, and the largest sample.
func readAudio(of asset: AVAsset) async throws -> (count: Int, peak: Int16) {
  guard let track = try await asset.loadTracks(withMediaType: .audio).first else { return (0, 0) }
  let reader = try AVAssetReader(asset: asset)
  let settings: [String: Any] = [AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMBitDepthKey: 16]
  let output = AVAssetReaderTrackOutput(track: track, outputSettings: settings)
  reader.add(output)
  guard reader.startReading() else { throw reader.error ?? CocoaError(.fileReadUnknown) }
  var (count, peak) = (0, Int16(0))
  while let buffer = output.copyNextSampleBuffer() {
    count += buffer.numSamples
    try buffer.dataBuffer?.withUnsafeMutableBytes { bytes in
      peak = max(peak, bytes.bindMemory(to: Int16.self).max() ?? 0)
    }
  }
  // After nil, the status says why there are no more samples.
  if reader.status == .failed { throw reader.error ?? CocoaError(.fileReadUnknown) }
  return (count, peak)
}
