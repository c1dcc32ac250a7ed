import AVFoundation

/// Copies a range of an asset to a QuickTime file without encoding it, and reports its progress.
func export(_ asset: AVAsset, from start: Int64, to end: Int64, into url: URL) async throws {
  guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough) else {
    throw AVError(.operationNotSupportedForAsset)
  }
  session.timeRange = CMTimeRange(start: CMTime(value: start, timescale: 1), end: CMTime(value: end, timescale: 1))
  let progress = Task {
    for await state in session.states(updateInterval: 0.1) {
      guard case .exporting(let progress) = state else { continue }
      FileHandle.standardError.write(Data("\(Int(progress.fractionCompleted * 100)) %\n".utf8))
    }
  }
  try await session.export(to: url, as: .mov)
  await progress.value
}
