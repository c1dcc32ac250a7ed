import CoreMedia
import PlayheadMedia
import PlayheadNetworking
import PlayheadStreaming

/// The client data that a segment request carries.
extension RenditionReader {
  /// The CMCD values sent with the request of a segment (CTA-5004).
  ///
  /// The values describe the moment of the request: throughput, buffered media, and urgency if no segment is queued.
  func clientData(_ segment: MediaSegment) -> CMCDValues {
    var data = CMCDValues(kinds == [.audio] ? .audio : kinds == [.video] ? .video : .muxed)
    if isVariant {
      data.bitRate = context.journal.variants[feed.url]?.peak
      data.topBitRate = context.journal.variants.values.compactMap(\.peak).max()
    }
    data.throughput = context.journal.speed
    data.duration = segment.duration.seconds
    data.ahead = queue.secondsQueued
    data.isLive = feed.timeline?.isLive
    data.isUrgent = queue.isEmpty
    return data
  }
}
