import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadText

/// Reads all captions of a file of text or of one track of a container. Blocks: call it where waiting is allowed.
package enum CaptionReader {
  /// What is chosen of a file that has captions.
  package struct Captions: Sendable {
    package var document: CueDocument
    /// The track; nil in a file that is nothing but captions.
    package var track: TrackInfo?
  }

  /// - Parameter trackID: nil for the first track whose text can be read.
  /// - Returns: nil where there is no such track.
  package static func read(_ url: URL, trackID: Int32? = nil) throws(MediaError) -> Captions? {
    let source = try MediaOpener.source(for: url, options: RequestOptions(), from: PlaybackEnvironment.current.sources)
    if let format = format(ofName: url.pathExtension.lowercased()) {
      let bytes = try MediaOpener.bytes(0..<sizeLimit, of: source, url: url)
      guard !bytes.isEmpty else { throw MediaError(.emptyFile, url: url) }
      return Captions(document: parse(TextDecoding.string(bytes), as: format))
    }
    if try MediaOpener.isPlaylist(source, url: url) { return try readStream(url, trackID: trackID) }
    var demuxer = try MediaOpener.demuxer(source, url: url)
    let tracks = demuxer.info.tracks.filter { CaptionTrackDecoder.canRead($0) }
    guard let track = tracks.first(where: { trackID == nil || $0.trackID == trackID }),
      let decoder = demuxer.parameters(ofStream: track.index).flatMap({ CaptionTrackDecoder($0) })
    else { return nil }
    do throws(DemuxError) {
      return Captions(document: try cues(of: track, decoder: decoder, from: &demuxer), track: track)
    } catch {
      throw MediaOpener.explain(error, url: url)
    }
  }

  /// A rendition of text of a stream in segments.
  private static func readStream(_ url: URL, trackID: Int32?) throws(MediaError) -> Captions? {
    // It belongs to no player: it waits in the machine's time.
    let gate = SystemClock().makeGate("captions")
    guard let source = try MediaOpener.open(EngineItem(url: url), .current, gate: gate, adopt: { _ in true }),
      let track = source.info.tracks.first(where: { $0.kind == .text && (trackID == nil || $0.trackID == trackID) })
    else { return nil }
    source.setActiveTracks([track.index])
    var decoder = CaptionTrackDecoder(codec: .webVTT)
    var document = CueDocument(format: .webVTT)
    while let packet = try source.read() { document.cues += decoder.cues(of: packet) }
    return Captions(document: document, track: track)
  }

  /// No captions are longer: what is, is something else under a wrong name.
  private static let sizeLimit: Int64 = 64 << 20

  private static func format(ofName name: String) -> CueDocument.Format? {
    switch name {
    case "vtt", "webvtt": .webVTT
    case "srt": .subRip
    case "ass", "ssa": .ass
    default: nil
    }
  }

  /// The text itself is believed more than the name of its file.
  private static func parse(_ text: String, as format: CueDocument.Format) -> CueDocument {
    if WebVTTParser.isWebVTT(text) { return WebVTTParser.parse(text) }
    return format == .ass ? ASSParser.parse(text) : SubRipParser.parse(text)
  }

  private static func cues(
    of track: TrackInfo, decoder: CaptionTrackDecoder, from demuxer: inout Demuxer
  ) throws(DemuxError) -> CueDocument {
    demuxer.setActiveStreams([track.index])
    var decoder = decoder
    var document = CueDocument(format: decoder.format)
    document.header = decoder.header
    while let packet = try demuxer.readPacket() {
      guard packet.streamIndex == track.index else { continue }
      endOpenCue(in: &document, at: packet.presentationTime)
      document.cues += decoder.cues(of: packet)
    }
    return document
  }

  /// A cue without a length is there until the next one.
  private static func endOpenCue(in document: inout CueDocument, at time: CMTime) {
    guard let last = document.cues.indices.last, document.cues[last].end == .positiveInfinity, time.isNumeric else {
      return
    }
    document.cues[last].end = time
  }
}
