import CoreMedia
import PlayheadFFmpeg
import PlayheadText

/// Looks into the pictures that are read to be played: which captions they carry, and, where nothing can be read twice, what those that
/// are chosen say. Belongs to the reader's thread.
struct ClosedCaptionIntake {
  private struct Carried {
    var triplets: [UInt8]
    var time: CMTime
    var reached: CMTime
  }

  /// The track of pictures.
  let track: Int
  private let bytes: ClosedCaptionBytes
  private let captions: ItemCaptions
  private var search = ClosedCaptionSearch()
  private var chosen: (layer: Int, decoder: ClosedCaptions)?
  /// What was read since the last jump: whoever chooses captions sees those that stand there already.
  private var recent: [Carried] = []

  /// A minute of pictures.
  private static let recentLimit = 2000

  /// nil where the pictures can carry none.
  init?(_ parameters: StreamParameters?, of item: EngineItem) {
    guard let parameters, let bytes = ClosedCaptionBytes(parameters) else { return nil }
    track = parameters.track.index
    self.bytes = bytes
    captions = item.captions
  }

  /// Reading goes on elsewhere.
  mutating func jump() {
    recent = []
    chosen?.decoder.reset()
    if let layer = chosen?.layer { captions.add([], open: [], toTrack: layer) }
  }

  /// Reads these from now on; nil: none.
  mutating func choose(_ service: ClosedCaptionService?) {
    guard let service else { return chosen = nil }
    let decoder = ClosedCaptions(bytes, service: service)
    chosen = (captions.beginTrack(decoder.format), decoder)
    for carried in recent { decode(carried) }
  }

  /// Returns all that were found, where there is something new among them.
  mutating func take(_ packet: Packet) -> Set<ClosedCaptionService>? {
    guard packet.streamIndex == track, packet.presentationTime.isNumeric else { return nil }
    let carried = Carried(
      triplets: bytes.triplets(in: packet), time: packet.presentationTime,
      reached: packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime)
    decode(carried)
    guard !carried.triplets.isEmpty else { return nil }
    if recent.count >= Self.recentLimit { recent.removeFirst(Self.recentLimit / 4) }
    recent.append(carried)
    return search.look(at: carried.triplets) ? search.found : nil
  }

  private mutating func decode(_ carried: Carried) {
    guard let layer = chosen?.layer else { return }
    let cues = chosen?.decoder.cues(of: carried.triplets, at: carried.time, reached: carried.reached) ?? []
    let open = chosen?.decoder.takeOpen()
    if !cues.isEmpty || open != nil { captions.add(cues, open: open, toTrack: layer) }
  }
}
