import PlayheadFFmpeg

/// Takes the captions of a track out of the packets that are read for pictures and sound: of streams in segments, and of what comes
/// only once, where no reader of its own could read them. Belongs to the reader's thread.
struct CaptionIntake {
  let track: Int
  private let captions: ItemCaptions
  private let identifier: Int
  private var decoder: CaptionTrackDecoder

  /// nil for a track whose captions nothing here can read.
  init?(_ parameters: StreamParameters, of item: EngineItem) {
    guard let decoder = CaptionTrackDecoder(parameters) else { return nil }
    track = parameters.track.index
    captions = item.captions
    identifier = captions.beginTrack(decoder.format, header: decoder.header, regions: decoder.regions)
    self.decoder = decoder
  }

  /// True for a packet of the track.
  mutating func take(_ packet: Packet) -> Bool {
    guard packet.streamIndex == track else { return false }
    if decoder.endsOpenCues, packet.presentationTime.isNumeric {
      captions.endOpenCue(at: packet.presentationTime, inTrack: identifier)
    }
    captions.add(decoder.cues(of: packet), toTrack: identifier)
    return true
  }
}
