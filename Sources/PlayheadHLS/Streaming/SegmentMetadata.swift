import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadStreaming

/// Finds timed metadata in the segments of a rendition and adds it to the item: ID3 tags in transport streams, before
/// packed audio, and in event messages of fragmented MP4. Belongs to the reader's thread.
struct SegmentMetadata {
  /// The item to whose timed metadata tags are added.
  private let item: EngineItem
  /// Scans the bytes of the present segment for event messages; nil if its format has none.
  private var scanner: EventMessages?
  /// Event messages found that are not on the timeline yet.
  private var found: [(event: EventMessage, segment: QueuedSegment)] = []

  /// Creates a finder that scans nothing until `begin`.
  init(_ item: EngineItem) { self.item = item }

  /// Notes that a part begins.
  mutating func begin(_ format: SegmentFormat) { scanner = format == .mp4 ? EventMessages() : nil }

  /// Notes that the first byte of a segment follows.
  mutating func beginSegment() {
    if scanner != nil { scanner = EventMessages() }
  }

  /// Scans the next bytes of a segment for event messages.
  mutating func scan(_ bytes: UnsafeRawBufferPointer, of segment: QueuedSegment) {
    guard let events = scanner?.scan(bytes) else { return }
    for event in events where event.holdsID3 { found.append((event, segment)) }
  }

  /// Adds the tags that were found up to the last packet read.
  ///
  /// - Parameters:
  ///   - tags: The tags of the container's own streams.
  ///   - origins: The timestamp origins of the presentation, which place event messages.
  mutating func deliver(_ tags: [TimedTags], origins: @autoclosure () -> TimestampOrigins) {
    for tags in tags { Self.add(tags.tags, at: tags.time, to: item) }
    guard !found.isEmpty else { return }
    let origins = origins()
    for (event, segment) in found {
      guard let time = Self.time(event, segment, origins) else { continue }
      Self.add(TimedTags.id3(event.data), at: time, until: event.duration.map { time + $0 }, to: item)
    }
    found = []
  }

  /// Adds the tag before packed audio to an item, at the start time of its segment.
  static func deliver(_ tag: PackedAudioTag, of segment: QueuedSegment, to item: EngineItem) {
    add(TimedTags.id3(tag.bytes), at: segment.start, to: item)
  }

  /// Adds tags to an item's timed metadata. Empty tags, and those without a numeric time, are dropped.
  private static func add(_ tags: [MediaTag], at time: CMTime, until end: CMTime? = nil, to item: EngineItem) {
    guard !tags.isEmpty, time.isNumeric else { return }
    item.timedMetadata.add(TimedMetadata(start: max(.zero, time), end: end, tags: tags))
  }

  /// The presentation time of an event. Version 0 is relative to the start of its segment, version 1 uses the media
  /// timeline (ISO/IEC 23009-1 §5.10.3.3).
  private static func time(_ event: EventMessage, _ segment: QueuedSegment, _ origins: TimestampOrigins) -> CMTime? {
    guard !event.isRelative else { return segment.start + event.time }
    return origins.known(segment.segment.discontinuitySequence).map { event.time - $0 }
  }
}
