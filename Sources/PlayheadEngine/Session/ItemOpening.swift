import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// The step from an opened container to tracks that play.
enum ItemOpening {
  /// Selects the tracks to play and records what is known about the item.
  ///
  /// - Returns: nil if a track was selected; otherwise the error with which the item fails.
  static func selectTracks(_ info: MediaInfo, _ streams: [StreamParameters], in pipeline: ItemPipeline) -> MediaError? {
    let choice = pipeline.item.choice
    let chosen = [choice.videoTrack(in: info), choice.audioTrack(in: info)].map { track in
      track.flatMap { track in streams.first { $0.track.index == track.index } }
    }
    guard chosen[0] != nil || chosen[1] != nil else {
      let undecodable = info.tracks.first { ($0.kind == .video || $0.kind == .audio) && !$0.isDecodable }
      return MediaError(
        undecodable.map { .noDecoder(codec: $0.codecName) } ?? .noPlayableTracks, url: pipeline.item.url)
    }
    pipeline.streams = streams
    pipeline.select(video: chosen[0], audio: chosen[1])
    pipeline.item.timeline = pipeline.timeline
    let size = chosen[0]?.track.video.map(Self.presentationSize) ?? .zero
    let transfer = pipeline.transfer
    let text = choice.textTrack(in: info, with: chosen[1]?.track)?.index
    pipeline.item.update {
      $0.info = info
      $0.duration = info.duration
      $0.isDurationEstimated = info.isDurationEstimated
      $0.presentationSize = size
      $0.canPlayReverse = info.isSeekable && info.hasPresentationTimes && chosen[0] != nil
      $0.videoTrack = chosen[0]?.track.index
      $0.angle = chosen[0]?.track.index
      $0.audioTrack = chosen[1]?.track.index
      $0.textTrack = text
      $0.transfer = transfer
      $0.seekableRange = transfer?.stream?.seekable.map(BufferMonitor.time)
      $0.recommendedOffset = transfer?.stream.flatMap { $0.duration == nil ? $0.holdBack : nil }
      // Loaded ranges of network sources are reported as data arrives.
      let isLocal = $0.transfer == nil && info.duration.isNumeric
      $0.loadedTimeRanges = isLocal ? [CMTimeRange(start: .zero, duration: info.duration)] : []
    }
    return nil
  }

  /// The size in square pixels: the pixel aspect ratio applied to the width, and the sides swapped by a quarter turn.
  private static func presentationSize(_ video: TrackInfo.VideoInfo) -> CGSize {
    let width = (Double(video.width) * video.pixelAspect.ratio).rounded()
    let height = Double(video.height)
    return video.transform.swapsSides ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
  }
}
