import CoreMedia
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadText

/// Searches the video packets read for playback for closed captions, and decodes the selected ones where nothing can be
/// read twice. Belongs to the reader's thread.
package struct ClosedCaptionExtractor {
  /// The caption data of one frame.
  private struct Carried {
    /// A marker and two bytes for each pair (CTA-708 `cc_data`).
    var triplets: [UInt8]
    /// The presentation time of the frame.
    var time: CMTime
    /// No frame before this time follows.
    var reached: CMTime
  }

  /// The video track.
  package let track: Int
  /// Extracts caption data from video packets.
  private let bytes: ClosedCaptionBytes
  /// The captions of the item, which is not referenced itself.
  private let captions: ItemCaptions
  /// Accumulates the services that were found.
  private var search = ClosedCaptionDetector()
  /// The layer and the decoder of the selected service; nil if none is selected.
  private var chosen: (layer: Int, decoder: ClosedCaptionDecoder)?
  /// Caption data since the last seek: newly selected captions show what is already on the screen.
  private var recent: [Carried] = []

  /// A minute of frames.
  private static let recentLimit = 2000

  /// Returns nil if the video cannot carry captions.
  package init?(_ parameters: StreamParameters?, into captions: ItemCaptions) {
    guard let parameters, let bytes = ClosedCaptionBytes(parameters) else { return nil }
    track = parameters.track.index
    self.bytes = bytes
    self.captions = captions
  }

  /// Discards the state after a seek.
  package mutating func jump() {
    recent = []
    chosen?.decoder.reset()
    if let layer = chosen?.layer { captions.add([], open: [], toTrack: layer) }
  }

  /// Selects the captions to decode; nil for none.
  package mutating func choose(_ service: ClosedCaptionService?) {
    guard let service else { return chosen = nil }
    let decoder = ClosedCaptionDecoder(bytes, service: service)
    chosen = (captions.beginTrack(decoder.format), decoder)
    for carried in recent { decode(carried) }
  }

  /// Processes a packet. Returns all services found if there is a new one among them.
  package mutating func take(_ packet: Packet) -> Set<ClosedCaptionService>? {
    guard packet.streamIndex == track, packet.presentationTime.isNumeric else { return nil }
    let carried = Carried(
      triplets: bytes.triplets(in: packet), time: packet.presentationTime,
      reached: packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime)
    decode(carried)
    guard !carried.triplets.isEmpty else { return nil }
    if recent.count >= Self.recentLimit { recent.removeFirst(Self.recentLimit / 4) }
    recent.append(carried)
    return search.appearance(at: carried.triplets) ? search.found : nil
  }

  /// Decodes the data of one frame for the selected service, and adds the cues to its layer.
  private mutating func decode(_ carried: Carried) {
    guard let layer = chosen?.layer else { return }
    let cues = chosen?.decoder.cues(of: carried.triplets, at: carried.time, reached: carried.reached) ?? []
    let open = chosen?.decoder.takeOpen()
    if !cues.isEmpty || open != nil { captions.add(cues, open: open, toTrack: layer) }
  }
}
