import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming

/// Prefetches the first seconds of audio that is stored after all video of its fragment, and would otherwise arrive
/// only with the end of the segment. Loaded in parallel with the video where playback starts.
struct AudioPrefetch {
  /// The resource and byte range of the prefetch.
  struct Place: Equatable {
    /// The URL of the segment.
    let url: URL
    /// The bytes of the audio in the resource.
    let range: ByteRange
  }

  /// The samples in the byte range, according to the fragment's header.
  let table: FragmentAudioTable
  /// The place of the bytes, by which a retained prefetch is recognised.
  let place: Place
  let load: any ResourceLoad
  /// The packets; nil before they have arrived.
  var packets: ArraySlice<Packet>?
  /// The decode time of the last packet returned; nil before the first.
  var through: CMTime?
}

extension RenditionReader {
  /// Prefetches audio that is far into its segment when reading of that segment starts: after opening, and after a
  /// seek.
  func startAudioPrefetch(_ part: StreamPart) {
    guard !part.hasReturnedPackets, lastEnd == nil, audioPrefetch == nil, part.format == .mp4,
      let segment = queue.current,
      segment.segment.keys.isEmpty, segment.segment.map != nil, let url = segment.segment.url,
      let table = part.demuxer.fragmentAudio(
        from: (seekTarget ?? .zero) - Self.decoderPreroll, seconds: Self.prefetchSeconds)
    else { return }
    let offset = table.offset - Int64(sectionSize)
    let range = ByteRange(
      offset: (segment.segment.byteRange?.offset ?? 0) + offset, length: Int64(table.byteCount))
    let place = AudioPrefetch.Place(url: url, range: range)
    if let load = takeRetainedPrefetch(at: place) {
      audioPrefetch = AudioPrefetch(table: table, place: place, load: load)
    } else if offset - Int64(segment.load.report.bytes) >= Int64(context.limits.audioPrefetchDistance) {
      let load = context.load(
        url, from: queue.current?.feed.segmentBase ?? feed.segmentBase, part: range, policy: .segment)
      audioPrefetch = AudioPrefetch(table: table, place: place, load: load)
    }
  }

  /// Sets the prefetch aside when reading restarts elsewhere or here: the same range may be needed again.
  func retainAudioPrefetch() {
    guard let audioPrefetch else { return }
    self.audioPrefetch = nil
    retainedPrefetch?.load.cancel()
    retainedPrefetch = audioPrefetch
  }

  /// Takes the prefetch from before a seek, if it has the same place and has not failed; otherwise it is cancelled.
  private func takeRetainedPrefetch(at place: AudioPrefetch.Place) -> (any ResourceLoad)? {
    guard let retained = retainedPrefetch else { return nil }
    retainedPrefetch = nil
    if retained.place == place, retained.load.report.failure == nil { return retained.load }
    retained.load.cancel()
    return nil
  }
  /// The preroll that audio decoders need before their output is correct.
  private static let decoderPreroll = CMTime(value: 3, timescale: 20)
  /// The rest of the segment should have arrived by then.
  private static let prefetchSeconds = 2.0

  /// The next prefetched packet, if it has arrived.
  func takePrefetchedPacket() -> Packet? {
    guard audioPrefetch != nil, let part else { return nil }
    if audioPrefetch?.packets == nil, let load = audioPrefetch?.load,
      load.report.isOver || context.clock.waitsForNetwork
    {
      let bytes = try? context.control.wait(for: load) { load throws(ByteSourceError) in try load.all() }
      context.journal.note(load)
      if let table = audioPrefetch?.table {
        audioPrefetch?.packets = part.demuxer.packets(of: table, in: bytes ?? [])[...]
      }
    }
    guard let packet = audioPrefetch?.packets?.popFirst() else { return nil }
    audioPrefetch?.through = packet.decodeTime
    return packet
  }

  /// Whether a packet was already returned by the prefetch, ahead of the video stored before it.
  func wasPrefetched(_ packet: Packet) -> Bool {
    guard let audioPrefetch, tracks[.audio]?.index == packet.streamIndex else { return false }
    // The segment arrived sooner than the prefetch.
    if let through = audioPrefetch.through, packet.decodeTime <= through { return true }
    dropAudioPrefetch()
    return false
  }

  /// Cancels all prefetches.
  func dropAudioPrefetch() {
    audioPrefetch?.load.cancel()
    audioPrefetch = nil
    retainedPrefetch?.load.cancel()
    retainedPrefetch = nil
  }
}
