import CoreMedia
import Foundation
import PlayheadCompositions
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Sample buffers of the packets of a track in decode order: from the sync sample with which decoding of the range
/// begins to the last packet that the range needs. Used by one thread at a time.
final class CompressedSamples: SampleProducer {
  private let track: SourceTrack
  /// The owner of the track.
  private let sources: SourceTracks
  private let description: CMFormatDescription?
  private var packets: TrackPackets

  /// Nothing is read yet.
  init(
    _ track: SourceTrack, _ sources: SourceTracks, range: CMTimeRange, url: URL, format: CMFormatDescription?,
    control: CompositionControl
  ) {
    self.track = track
    self.sources = sources
    description = format
    packets = TrackPackets(track, range: range, url: url, control: control)
  }

  func next() throws(MediaError) -> CMSampleBuffer? {
    guard let packet = try packets.next() else { return nil }
    let bytes = packet.bytes
    let timing = CMSampleTimingInfo(
      duration: packet.duration > .zero ? packet.duration : .invalid, presentationTimeStamp: packet.presentationTime,
      decodeTimeStamp: packet.decodeTime == packet.presentationTime ? .invalid : packet.decodeTime)
    let buffer = CMSampleBuffer.copying(bytes, description, count: 1, sizes: [bytes.count], timing: timing)
    guard let buffer else { throw MediaError(.tooLarge("memory is exhausted"), url: packets.url) }
    attach(packet, to: buffer)
    return buffer
  }

  /// Marks a sample that is not a sync sample, or whose frame an edit list hides, and the priming of audio.
  private func attach(_ packet: Packet, to buffer: CMSampleBuffer) {
    let (start, end) = (packet.presentationTime, packet.presentationTime + packet.duration)
    if track.parameters.track.kind == .video {
      var flags = buffer.sampleAttachments
      if !packet.isKey { flags[0][.notSync] = true }
      if packet.isDiscardable { flags[0][.isDependedOnByOthers] = false }
      if end.isNumeric, packet.duration > .zero, end <= .zero { flags[0][.doNotDisplay] = true }
      buffer.sampleAttachments = flags
    } else if track.parameters.track.kind == .audio, start.isNumeric, start < .zero {
      let hidden = min(packet.duration > .zero ? packet.duration : .zero - start, .zero - start)
      CMSetAttachment(
        buffer, key: kCMSampleBufferAttachmentKey_TrimDurationAtStart,
        value: CMTimeCopyAsDictionary(hidden, allocator: nil), attachmentMode: kCMAttachmentMode_ShouldPropagate)
    }
  }
}

/// The packets of a track that a range needs, in decode order.
///
///     decode order   I  P  B  B  P  B  B  P
///     presented      ░  ▇  ▇  ▇  ▇  ▇ │ ·  ▒     ░ before the start, ▒ referred to, · left out
///
/// Used by one thread at a time.
struct TrackPackets {
  /// The URL of the source, for errors.
  let url: URL
  private let track: SourceTrack
  private let range: CMTimeRange
  private let control: CompositionControl
  /// Packets that were read and not returned yet; nil before the search for the first one.
  private var ready: [Packet]?
  /// Packets after the end, which are returned if a packet within the range follows in decode order.
  private var late: [Packet] = []
  private var isComplete = false

  /// The bytes in which a sync sample must be found.
  private static let searchBytes = 32 << 20
  /// Before the first packet of any file.
  private static let beforeEverything = CMTime(value: -1_000_000, timescale: 1)
  /// No cue that is read is displayed longer.
  private static let longestCue = CMTime(value: 60, timescale: 1)
  /// Packets after the end that are read for one within the range: more than any codec reorders.
  private static let lateLimit = 64

  /// Nothing is read yet.
  init(_ track: SourceTrack, range: CMTimeRange, url: URL, control: CompositionControl) {
    self.track = track
    self.range = range
    self.url = url
    self.control = control
  }

  private var isVideo: Bool { track.parameters.track.kind == .video }

  /// The next packet; nil after the last one of the range. Blocks while it is read.
  ///
  /// - Throws: `MediaError` if reading fails or is cancelled.
  mutating func next() throws(MediaError) -> Packet? {
    if ready == nil { ready = try search() }
    while ready?.isEmpty == true, !isComplete {
      if control.isCancelled { throw MediaError(.cancelled, url: url) }
      guard let packet = try track.read() else {
        isComplete = true
        break
      }
      take(packet)
    }
    return ready?.isEmpty == false ? ready?.removeFirst() : nil
  }

  /// Returns or holds back a packet, according to its time.
  private mutating func take(_ packet: Packet) {
    let time = packet.presentationTime.isNumeric ? packet.presentationTime : packet.decodeTime
    guard time.isNumeric else {
      ready?.append(packet)
      return
    }
    if time < range.end {
      // Other media than video is decoded packet by packet.
      if !isVideo, packet.duration > .zero, time + packet.duration <= audioStart { return }
      ready? += late + [packet]
      late = []
      return
    }
    late.append(packet)
    let isPast = packet.decodeTime.isNumeric && packet.decodeTime >= range.end
    if !isVideo || isPast || late.count > Self.lateLimit { isComplete = true }
  }

  /// The time from which packets other than video are needed. At the beginning priming is before zero.
  private var audioStart: CMTime { range.start <= .zero ? Self.beforeEverything : range.start }

  /// Finds the first packet.
  private func search() throws(MediaError) -> [Packet] {
    guard track.container.info.isSeekable else { return [] }
    // A track that was opened for this begins with its first packet. Before zero there may be samples that an edit list
    // hides, on which displayed ones depend.
    if range.start <= .zero || !track.container.info.hasPresentationTimes { return [] }
    guard isVideo else {
      // A cue may be displayed long before the range begins.
      let lead = track.parameters.track.kind == .text ? Self.longestCue : .zero
      try track.container.seek(to: max(.zero, range.start - lead), track: track.index)
      return []
    }
    let search = SyncSampleSearch(lead: track.index, isVideo: true, byteLimit: Self.searchBytes)
    let found = try search.find(
      range.start, track.container, isAtStart: false, admits: { [index = track.index] in $0.streamIndex == index },
      isInterrupted: { [control] in control.isCancelled })
    if control.isCancelled { throw MediaError(.cancelled, url: url) }
    guard found.key ?? .positiveInfinity <= range.start else {
      try track.container.seek(to: Self.beforeEverything, track: track.index)
      return []
    }
    return found.packets
  }
}
