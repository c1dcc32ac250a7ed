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
    let url: URL
    let range: ByteRange
  }

  let sound: FragmentAudioTable
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
  func askForEarlySound(_ part: StreamPart) {
    guard !part.hasGiven, lastEnd == nil, early == nil, part.format == .mp4, let segment = queue.current,
      segment.segment.keys.isEmpty, segment.segment.map != nil, let url = segment.segment.url,
      let sound = part.demuxer.tabledSound(
        from: (wanted ?? .zero) - Self.runUp, seconds: Self.earlySeconds)
    else { return }
    let offset = sound.offset - Int64(sectionSize)
    let range = ByteRange(
      offset: (segment.segment.byteRange?.offset ?? 0) + offset, length: Int64(sound.byteCount))
    let place = AudioPrefetch.Place(url: url, range: range)
    if let load = takeSpareSound(at: place) {
      early = AudioPrefetch(sound: sound, place: place, load: load)
    } else if offset - Int64(segment.load.report.bytes) >= Int64(context.limits.soundDistance) {
      let load = context.load(
        url, from: queue.current?.feed.segmentBase ?? feed.segmentBase, part: range, policy: .segment)
      early = AudioPrefetch(sound: sound, place: place, load: load)
    }
  }

  /// Sets the prefetch aside when reading restarts elsewhere or here: the same range may be needed again.
  func setEarlySoundAside() {
    guard let early else { return }
    self.early = nil
    spareSound?.load.cancel()
    spareSound = early
  }

  private func takeSpareSound(at place: AudioPrefetch.Place) -> (any ResourceLoad)? {
    guard let spare = spareSound else { return nil }
    spareSound = nil
    if spare.place == place, spare.load.report.failure == nil { return spare.load }
    spare.load.cancel()
    return nil
  }
  /// The preroll that audio decoders need before their output is correct.
  private static let runUp = CMTime(value: 3, timescale: 20)
  /// The rest of the segment should have arrived by then.
  private static let earlySeconds = 2.0

  /// The next prefetched packet, if it has arrived.
  func takeEarlySound() -> Packet? {
    guard early != nil, let part else { return nil }
    if early?.packets == nil, let load = early?.load, load.report.isOver || context.clock.waitsForNetwork {
      let bytes = try? context.control.wait(for: load) { load throws(ByteSourceError) in try load.all() }
      context.journal.note(load)
      if let sound = early?.sound { early?.packets = part.demuxer.packets(of: sound, in: bytes ?? [])[...] }
    }
    guard let packet = early?.packets?.popFirst() else { return nil }
    early?.through = packet.decodeTime
    return packet
  }

  /// Whether a packet was already returned by the prefetch, ahead of the video stored before it.
  func wasGivenEarly(_ packet: Packet) -> Bool {
    guard let early, tracks[.audio]?.index == packet.streamIndex else { return false }
    // The segment arrived sooner than the prefetch.
    if let through = early.through, packet.decodeTime <= through { return true }
    dropEarlySound()
    return false
  }

  /// Cancels all prefetches.
  func dropEarlySound() {
    early?.load.cancel()
    early = nil
    spareSound?.load.cancel()
    spareSound = nil
  }
}
