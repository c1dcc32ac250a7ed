import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadStreaming

/// Prefetches the first seconds of audio that is stored after all video of its fragment, and would otherwise arrive
/// only with the end of the segment. Loaded in parallel with the video where playback starts.
///
/// Belongs to the reader's thread. Owns the loads, and cancels them when it is released.
final class AudioPrefetcher {
  /// The resource and byte range of a prefetch.
  private struct Place: Equatable {
    /// The URL of the segment.
    let url: URL
    /// The bytes of the audio in the resource.
    let range: ByteRange
  }

  /// A prefetch whose load was started.
  private struct Prefetch {
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

  private let context: StreamContext
  /// The prefetch of the present part; nil: none.
  private var current: Prefetch?
  /// The prefetch from before a seek.
  private var retained: Prefetch?

  /// Creates a prefetcher that loads nothing until `start`.
  init(_ context: StreamContext) { self.context = context }

  deinit {
    current?.load.cancel()
    retained?.load.cancel()
  }

  /// Prefetches audio that is far into its segment. Called when reading of a part starts, after opening and after a
  /// seek, until the part has returned a packet. Does nothing while a prefetch is in use.
  ///
  /// - Parameters:
  ///   - segment: The segment being read; nil: none.
  ///   - target: The position where reading starts.
  ///   - sectionSize: The size in bytes of the initialization section before the segment.
  func start(_ part: StreamPart, in segment: QueuedSegment?, from target: CMTime, sectionSize: Int) {
    guard current == nil, part.format == .mp4, let segment,
      segment.segment.keys.isEmpty, segment.segment.map != nil, let url = segment.segment.url,
      let table = part.demuxer.fragmentAudio(
        from: target - Self.decoderPreroll, seconds: Self.prefetchSeconds)
    else { return }
    let offset = table.offset - Int64(sectionSize)
    let range = ByteRange(
      offset: (segment.segment.byteRange?.offset ?? 0) + offset, length: Int64(table.byteCount))
    let place = Place(url: url, range: range)
    if let load = takeRetained(at: place) {
      current = Prefetch(table: table, place: place, load: load)
    } else if offset - Int64(segment.load.report.bytes) >= Int64(context.limits.audioPrefetchDistance) {
      let load = context.load(url, from: segment.feed.segmentBase, part: range, policy: .segment)
      current = Prefetch(table: table, place: place, load: load)
    }
  }
  /// The preroll that audio decoders need before their output is correct.
  private static let decoderPreroll = CMTime(value: 3, timescale: 20)
  /// The rest of the segment should have arrived by then.
  private static let prefetchSeconds = 2.0

  /// Sets the prefetch aside when reading restarts elsewhere or here: the same range may be needed again.
  func retain() {
    guard let current else { return }
    self.current = nil
    retained?.load.cancel()
    retained = current
  }

  /// Takes the prefetch from before a seek, if it has the same place and has not failed; otherwise it is cancelled.
  private func takeRetained(at place: Place) -> (any ResourceLoad)? {
    guard let prefetch = retained else { return nil }
    retained = nil
    if prefetch.place == place, prefetch.load.report.failure == nil { return prefetch.load }
    prefetch.load.cancel()
    return nil
  }

  /// The next prefetched packet of a part, if it has arrived.
  func takePacket(of part: StreamPart) -> Packet? {
    guard current != nil else { return nil }
    if current?.packets == nil, let load = current?.load, load.report.isOver || context.clock.waitsForNetwork {
      let bytes = try? context.control.wait(for: load) { load throws(ByteSourceError) in try load.all() }
      context.journal.note(load)
      if let table = current?.table {
        current?.packets = part.demuxer.packets(of: table, in: bytes ?? [])[...]
      }
    }
    guard let packet = current?.packets?.popFirst() else { return nil }
    current?.through = packet.decodeTime
    return packet
  }

  /// Whether a packet of the part was already returned by the prefetch, ahead of the video stored before it. The first
  /// one that was not ends the prefetch.
  ///
  /// - Parameter tracks: The presentation's tracks by kind.
  func hasReturned(_ packet: Packet, tracks: [TrackInfo.Kind: TrackInfo]) -> Bool {
    guard let current, tracks[.audio]?.index == packet.streamIndex else { return false }
    // The segment arrived sooner than the prefetch.
    if let through = current.through, packet.decodeTime <= through { return true }
    drop()
    return false
  }

  /// Cancels all prefetches.
  func drop() {
    current?.load.cancel()
    current = nil
    retained?.load.cancel()
    retained = nil
  }
}
