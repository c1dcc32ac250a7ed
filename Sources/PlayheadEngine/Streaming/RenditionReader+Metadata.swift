import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadStreaming

/// Timed metadata in the segments of a rendition: ID3 tags in transport streams, before packed audio, and in event
/// messages of fragmented MP4.
extension RenditionReader {
  /// Delivers the tags found up to the last packet read.
  func deliverTags(of part: StreamPart) {
    for tags in part.demuxer.takeTags() { deliver(tags.tags, at: tags.time) }
    guard !foundEvents.isEmpty else { return }
    for (event, segment) in foundEvents {
      guard let time = time(event, segment) else { continue }
      deliver(TimedTags.id3(event.data), at: time, until: event.duration.map { time + $0 })
    }
    foundEvents = []
  }

  /// Delivers the tag before packed audio at the start time of its segment.
  func deliver(_ tag: PackedAudioTag, of segment: QueuedSegment) {
    deliver(TimedTags.id3(tag.bytes), at: segment.start)
  }

  /// Adds tags to the item's timed metadata. Empty tags, and those without a numeric time, are dropped.
  private func deliver(_ tags: [MediaTag], at time: CMTime, until end: CMTime? = nil) {
    guard !tags.isEmpty, time.isNumeric else { return }
    context.item.timedMetadata.add(TimedMetadata(start: max(.zero, time), end: end, tags: tags))
  }

  /// Scans bytes of the present segment for event messages.
  func findEvents(_ bytes: UnsafeRawBufferPointer) {
    guard let segment = queue.current, let found = events?.scan(bytes) else { return }
    for event in found where event.holdsID3 { foundEvents.append((event, segment)) }
  }

  /// The presentation time of an event. Version 0 is relative to the start of its segment, version 1 uses the media
  /// timeline (ISO/IEC 23009-1 §5.10.3.3).
  private func time(_ event: EventMessage, _ segment: QueuedSegment) -> CMTime? {
    guard !event.isRelative else { return segment.start + event.time }
    return context.origins.known(segment.segment.discontinuitySequence).map { event.time - $0 }
  }
}
