import CoreMedia
import PlayheadFFmpeg

/// The text of a stream that is read along with its pictures, on its way to those who show it. Belongs to the reader's thread.
struct StreamText {
  private let item: EngineItem
  private(set) var track: Int?
  private var layer = 0
  private var decoder = CaptionTrackDecoder(codec: .webVTT)

  init(_ item: EngineItem) { self.item = item }

  /// Reads another text from a time on; nil: none. `others`: the tracks of pictures and sound.
  mutating func select(
    _ track: Int?, from time: CMTime, _ source: any PacketSource, others: Set<Int>
  ) throws(MediaError) {
    self.track = track
    source.setActiveTracks(others.union(track.map { [$0] } ?? []))
    guard let track else { return item.captions.endTrack() }
    layer = item.captions.beginTrack(decoder.format, regions: decoder.regions)
    try source.join(track, at: time, lead: track)
  }

  mutating func take(_ packet: Packet) {
    let known = decoder.regions
    let cues = decoder.cues(of: packet)
    // Before the first cue that stands in one.
    if decoder.regions != known { item.captions.setRegions(decoder.regions, ofTrack: layer) }
    item.captions.add(cues, toTrack: layer)
  }
}
