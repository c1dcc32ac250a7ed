import CoreMedia
import PlayheadCaptionTracks
import PlayheadFFmpeg
import PlayheadItems
import PlayheadText

/// Decodes the subtitles that are read along with the video and delivers them to the item's captions. Belongs to the
/// reader's thread.
struct StreamText {
  /// The item to whose captions cues are delivered.
  private let item: EngineItem
  /// The index of the selected subtitle track; nil: none.
  private(set) var track: Int?
  /// The number of the track in the item's captions, by which cues of an earlier track are recognised.
  private var layer = 0
  /// The decoder of WebVTT cues, whose regions apply to the whole stream.
  private var decoder = CaptionTrackDecoder(codec: .webVTT)

  /// Creates the decoder with no track selected.
  init(_ item: EngineItem) { self.item = item }

  /// Selects a subtitle track from a time on; nil for none. `others`: the video and audio tracks.
  mutating func select(
    _ track: Int?, from time: CMTime, _ source: any PacketSource, others: Set<Int>
  ) throws(MediaError) {
    self.track = track
    source.setActiveTracks(others.union(track.map { [$0] } ?? []))
    guard let track else { return item.captions.endTrack() }
    layer = item.captions.beginTrack(decoder.format, regions: decoder.regions)
    try source.join(track, at: time, lead: track)
  }

  /// Decodes a packet of the selected track and adds its cues to the item.
  mutating func take(_ packet: Packet) {
    let known = decoder.regions
    let cues = decoder.cues(of: packet)
    // Regions come before the first cue that refers to one.
    if decoder.regions != known { item.captions.setRegions(decoder.regions, ofTrack: layer) }
    item.captions.add(cues, toTrack: layer)
  }
}
