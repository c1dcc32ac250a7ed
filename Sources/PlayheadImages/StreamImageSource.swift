import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// The frames of one rendition of a stream: its playlist is the index, and a seek costs the segment that covers the
/// position.
final class StreamImageSource: ImageSource {
  let info: MediaInfo
  private let reader: RenditionReader
  /// The state of the stream for this rendition alone.
  private let context: StreamContext
  /// The decoder parameters of the video.
  private let parameters: StreamParameters
  private let track: TrackInfo

  /// Opens the first segment, which determines the video format and the timestamp origin.
  ///
  /// - Parameter isKeyFrames: Whether each segment is one keyframe.
  init(_ feed: PlaylistFeed, isKeyFrames: Bool, _ context: StreamContext) throws(MediaError) {
    // The first time of audio in the same segments counts for the origin too, as in playback.
    reader = RenditionReader(feed, kinds: isKeyFrames ? [.video] : [.video, .audio], context: context)
    self.context = context
    guard let timeline = feed.timeline, let first = timeline.starts.first else {
      throw MediaError(.badPlaylist("it has no segments"), url: feed.url)
    }
    reader.seek(to: timeline.isLive ? StreamStartPolicy.time(timeline, start: nil) : first)
    guard try reader.openPart(), let part = reader.part, var track = part.streams[.video] else {
      throw MediaError(.noVideoTrack, url: context.url)
    }
    RenditionTracks.number(&track, 0)
    track.timeRange = CMTimeRange(start: .zero, duration: timeline.range.duration)
    reader.tracks = [.video: track]
    part.place(&context.origins, tracks: reader.tracks)
    guard let parameters = part.demuxer.placedParameters(track.index) else {
      throw MediaError(.noDecoder(codec: track.codecName), url: context.url)
    }
    self.parameters = parameters
    self.track = track
    info = MediaInfo(
      containerName: "hls", duration: timeline.isLive ? .indefinite : timeline.range.end, tracks: [track])
  }

  /// The largest distance of two sync samples according to the playlist.
  var longestSegment: CMTime { reader.feed.timeline?.segments.map(\.duration).max() ?? .positiveInfinity }

  func describe() throws(MediaError) -> MediaInfo { info }
  func parameters(ofTrack index: Int) -> StreamParameters? { index == track.index ? parameters : nil }
  /// Has no effect: the only track is always active.
  func setActiveTracks(_ active: Set<Int>) {}
  func cleanAperture(ofTrack index: Int) -> CleanAperture? { nil }
  func tend(ahead: Double) -> HostTime? { nil }

  func read() throws(MediaError) -> Packet? { try reader.read() }

  /// Goes to the segment that covers a time. A live playlist is reloaded before, if that is due.
  func seek(to time: CMTime, track: Int) throws(MediaError) {
    try renew()
    reader.seek(to: time)
  }

  func rewind() throws(MediaError) { reader.seek(to: .zero) }

  /// Segments start with a sync sample (RFC 8216bis §3); for one that does not, the reader searches further.
  func indexedSyncTime(notAfter time: CMTime, track: Int) -> CMTime? {
    guard let timeline = reader.feed.timeline, let index = timeline.index(at: time) else { return nil }
    return timeline.starts[index]
  }

  /// Reloads a live playlist, which has changed since the last image.
  private func renew() throws(MediaError) {
    _ = reader.switcher.tend()
    guard reader.feed.isPending else { return }
    do throws(ByteSourceError) {
      try context.control.wait(until: context.clock.now + .seconds(Self.reloadTimeout))
    } catch {
      throw MediaError(error, url: context.url)
    }
    _ = reader.switcher.tend()
  }
  /// The limit in seconds for a playlist reload: an outdated playlist still has most positions.
  private static let reloadTimeout = 2.0
}
