import Foundation
import PlayheadItems
import PlayheadSamples
import PlayheadMedia
import Synchronization

/// Decodes the tracks of an asset and encodes them to a new file, on the thread that runs it.
final class PresetExport: ExportJob, @unchecked Sendable {
  // Sendable: constants; the objects that it uses may be used on any thread.

  /// The request for a file.
  struct Request {
    /// The asset.
    var asset: AVAsset
    /// The encoding.
    var preset: ExportPreset
    /// The range of the asset's timeline, with numeric times.
    var range: CMTimeRange
    /// The volumes of the audio tracks; nil for those of the asset.
    var audioMix: AVAudioMix?
    /// The new file.
    var file: MediaWriter.Request
  }

  /// A track that is read and written.
  private struct Lane {
    let output: AVAssetReaderOutput
    let track: WriterTrack
    /// The end of what was written, which orders the tracks.
    var end = CMTime.negativeInfinity
    var isFinished = false
  }

  private let request: Request
  private let reader: AVAssetReader
  /// The tracks before the start.
  private let lanes: [Lane]
  private let isCancelled = Mutex(false)

  /// Blocks until the asset's tracks are known. Opens nothing yet.
  init(_ request: Request) throws {
    self.request = request
    reader = try AVAssetReader(asset: request.asset)
    lanes = Self.lanes(request)
    // The reader may be cancelled from now on, and is not configured after that.
    for lane in lanes { reader.add(lane.output) }
    reader.timeRange = request.range
  }

  func cancel() {
    isCancelled.withLock { $0 = true }
    reader.cancelReading()
  }

  func run(_ progress: (Double) -> Void) throws {
    var lanes = lanes
    let url = request.file.output
    guard !lanes.isEmpty else { throw MediaError(.noPlayableTracks, url: request.asset.assetLoader.url) }
    let writer = MediaWriter(request.file, tracks: lanes.map(\.track))
    try writer.start()
    do {
      guard reader.startReading() else { throw failure }
      writer.begin(at: request.range.start)
      writer.end(at: request.range.end)
      while let index = lanes.indices.filter({ !lanes[$0].isFinished }).min(by: { lanes[$0].end < lanes[$1].end }) {
        if isCancelled.withLock({ $0 }) { throw MediaError(.cancelled, url: url) }
        guard let buffer = lanes[index].output.copyNextSampleBuffer() else {
          if reader.status == .failed || reader.status == .cancelled { throw failure }
          lanes[index].isFinished = true
          try writer.finish(index)
          continue
        }
        try writer.append(buffer, to: index)
        let time = buffer.presentationTimeStamp
        lanes[index].end = buffer.duration.isNumeric ? time + buffer.duration : time
        let part = ((lanes.map(\.end).min() ?? time) - request.range.start).seconds / request.range.duration.seconds
        if part.isFinite { progress(min(max(0, part), 1)) }
      }
      try writer.finish()
      progress(1)
    } catch {
      writer.cancel()
      throw error
    }
  }

  /// The reader's error.
  private var failure: any Error { reader.error ?? MediaError(.cancelled, url: request.file.output) }

  /// The first enabled video track, and the audio. Several audio tracks of a file are alternatives, those of a
  /// composition are mixed.
  private static func lanes(_ request: Request) -> [Lane] {
    var lanes: [Lane] = []
    let tracks = request.asset.tracks.filter { !$0.info.isAttachedPicture }
    func enabled(_ type: AVMediaType) -> [AVAssetTrack] {
      let all = tracks.filter { $0.mediaType == type }
      let enabled = all.filter(\.isEnabled)
      return enabled.isEmpty ? Array(all.prefix(1)) : enabled
    }
    if let track = enabled(.video).first, let encoding = request.preset.videoEncoding(track.info) {
      let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
      output.alwaysCopiesSampleData = false
      var made = WriterTrack(.video, .video(encoding))
      made.transform = track.info.video?.transform ?? .identity
      lanes.append(Lane(output: output, track: made))
    }
    let audio = enabled(.audio)
    if let first = audio.first {
      let mixed = request.asset is AVComposition ? audio : [first]
      let output = AVAssetReaderAudioMixOutput(audioTracks: mixed, audioSettings: nil)
      output.audioMix = request.audioMix
      var made = WriterTrack(.audio, .audio(request.preset.audioEncoding))
      made.language = first.info.language
      lanes.append(Lane(output: output, track: made))
    }
    return lanes
  }
}
