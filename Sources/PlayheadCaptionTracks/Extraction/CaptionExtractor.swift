import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia

/// Decodes the captions of a track from the packets read for playback: for segmented streams, and for sources that can
/// be read only once, where a separate reader is not possible. Belongs to the reader's thread.
package struct CaptionExtractor {
  /// The stream index of the track.
  package let track: Int
  /// The captions of the item, which is not referenced itself.
  private let captions: ItemCaptions
  /// The layer that receives the cues. It is ignored once another track was started.
  private let identifier: Int
  /// Not reset by seeks: the list of cues recognizes those that come again.
  private var decoder: CaptionTrackDecoder

  /// Returns nil for a track whose captions cannot be decoded.
  package init?(_ parameters: StreamParameters, into captions: ItemCaptions) {
    guard let decoder = CaptionTrackDecoder(parameters) else { return nil }
    track = parameters.track.index
    self.captions = captions
    identifier = captions.beginTrack(decoder.format, header: decoder.header, regions: decoder.regions)
    self.decoder = decoder
  }

  /// Decodes a packet. Returns whether it belongs to the track.
  package mutating func take(_ packet: Packet) -> Bool {
    guard packet.streamIndex == track else { return false }
    if decoder.endsOpenCues, packet.presentationTime.isNumeric {
      captions.endOpenCue(at: packet.presentationTime, inTrack: identifier)
    }
    captions.add(decoder.cues(of: packet), toTrack: identifier)
    return true
  }
}
