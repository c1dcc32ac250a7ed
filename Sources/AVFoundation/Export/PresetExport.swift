import PlayheadCompositions
import Foundation
import PlayheadItems
import PlayheadMedia
import PlayheadSamples
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
    /// The configuration of the session.
    var settings: ExportSettings
    /// The range of the asset's timeline, with numeric times.
    var range: CMTimeRange
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
      let size = EncodedSize(request)
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
        let end = lanes.map(\.end).min() ?? time
        if end.isNumeric, size.isReached(writer, at: end) {
          writer.end(at: end)
          break
        }
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

  /// The enabled tracks of a media type, or else the first one.
  private static func enabled(_ type: AVMediaType, of asset: AVAsset) -> [AVAssetTrack] {
    let all = asset.tracks.filter { !$0.info.isAttachedPicture && $0.mediaType == type }
    let enabled = all.filter(\.isEnabled)
    return enabled.isEmpty ? Array(all.prefix(1)) : enabled
  }

  /// The tracks that are encoded: composed video or the first enabled video track, and the first enabled audio track.
  static func tracks(of asset: AVAsset, _ settings: ExportSettings, for preset: ExportPreset) -> [TrackInfo] {
    let video = preset.video == nil ? nil : enabled(.video, of: asset).first?.info
    let composed = video.map { track in settings.video.renderer.map { track.composed(by: $0) } ?? track }
    return [composed, enabled(.audio, of: asset).first?.info].compactMap { $0 }
  }

  /// The composed video or the first enabled video track, and the audio. Several audio tracks of a file are
  /// alternatives, those of a composition are mixed.
  private static func lanes(_ request: Request) -> [Lane] {
    let (asset, settings) = (request.asset, request.settings)
    var lanes: [Lane] = []
    let info = tracks(of: asset, settings, for: request.preset).first { $0.kind == .video }
    if let info, let encoding = request.preset.videoEncoding(info), let track = enabled(.video, of: asset).first {
      var made = WriterTrack(.video, .video(encoding))
      if settings.video.renderer != nil {
        let output = AVAssetReaderVideoCompositionOutput(
          videoTracks: asset.tracks(withMediaType: .video).filter { !$0.info.isAttachedPicture }, videoSettings: nil)
        output.compose(with: settings.video)
        lanes.append(Lane(output: output, track: made))
      } else {
        let output = AVAssetReaderTrackOutput(track: track, outputSettings: [:])
        output.alwaysCopiesSampleData = false
        made.transform = info.video?.transform ?? .identity
        lanes.append(Lane(output: output, track: made))
      }
    }
    let audio = enabled(.audio, of: asset)
    if let first = audio.first {
      let mixed = asset is AVComposition ? audio : [first]
      let output = AVAssetReaderAudioMixOutput(audioTracks: mixed, audioSettings: nil)
      output.audioMix = settings.audioMix
      output.audioTimePitchAlgorithm = settings.pitch
      var made = WriterTrack(.audio, .audio(request.preset.audioEncoding))
      made.language = first.info.language
      lanes.append(Lane(output: output, track: made))
    }
    return lanes
  }
}

/// The size of a file while it is encoded, compared with the limit of the session. Encoders return packets with a
/// delay: what they hold is estimated by the packets before.
private struct EncodedSize {
  private let limit: Int64?
  private let start: CMTime
  /// The bits per second that are expected before the first packet.
  private let dataRate: Double
  private let extraBytes: Double

  /// A part of the limit, as the index and the last packets are estimated.
  private static let part = 0.97
  /// The bytes of a file without samples, approximately.
  private static let headerBytes = 4096.0

  init(_ request: PresetExport.Request) {
    limit = request.settings.byteLimit
    start = request.range.start
    dataRate = PresetExport.tracks(of: request.asset, request.settings, for: request.preset)
      .reduce(0) { $0 + request.preset.estimatedDataRate(of: $1) }
    extraBytes = Self.headerBytes + Double(request.file.extras.cover.count)
  }

  /// Whether the file has its largest size with the samples up to a time.
  func isReached(_ writer: MediaWriter, at time: CMTime) -> Bool {
    guard let limit else { return false }
    let (bytes, end) = writer.encoded
    let (done, all) = ((end - start).seconds, (time - start).seconds)
    // The first packets are larger than the average: they begin with a keyframe.
    let isKnown = bytes > 0 && done.isFinite && done >= 1
    let rate = isKnown ? Double(bytes) / done : dataRate / 8
    let expected = Double(bytes) + rate * max(0, all - (done.isFinite ? done : 0))
    return expected + extraBytes >= Double(limit) * Self.part
  }
}
