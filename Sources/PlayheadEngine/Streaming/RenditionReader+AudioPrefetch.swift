import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming

/// Sound that stands behind all pictures of its fragment would be there only when the whole segment is: where playing begins its first
/// seconds are asked for beside the pictures.
struct AudioPrefetch {
  /// What was asked for.
  struct Place: Equatable {
    let url: URL
    let range: ByteRange
  }

  let sound: FragmentAudioTable
  let place: Place
  let load: any ResourceLoad
  /// nil before they are there.
  var packets: ArraySlice<Packet>?
  /// Up to here it was given; nil before.
  var through: CMTime?
}

extension RenditionReader {
  /// Asks for sound that is still far away when its segment begins to be read: after opening, and after a seek.
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

  /// Reading begins elsewhere, or here once more: what was asked for may be wanted again.
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
  /// What decoders of sound have to be given before it is right.
  private static let runUp = CMTime(value: 3, timescale: 20)
  /// Until then the rest of the segment should be there.
  private static let earlySeconds = 2.0

  /// The next packet of it, as soon as it has come.
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

  /// Whether a packet was given before the pictures that stand before it.
  func wasGivenEarly(_ packet: Packet) -> Bool {
    guard let early, tracks[.audio]?.index == packet.streamIndex else { return false }
    // The segment was quicker than the question.
    if let through = early.through, packet.decodeTime <= through { return true }
    dropEarlySound()
    return false
  }

  func dropEarlySound() {
    early?.load.cancel()
    early = nil
    spareSound?.load.cancel()
    spareSound = nil
  }
}
