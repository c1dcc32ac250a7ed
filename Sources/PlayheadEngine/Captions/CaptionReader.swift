import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import PlayheadText

/// Reads all captions of a subtitle file or of one track of a container. Blocking.
package enum CaptionReader {
  /// The captions of a file.
  package struct Captions: Sendable {
    /// The cues with their styles and regions.
    package var document: CueDocument
    /// The track; nil for a subtitle file.
    package var track: TrackInfo?
  }

  /// Reads the captions of a resource.
  ///
  /// - Parameter trackID: nil for the first readable caption track, or else the closed captions in the video.
  /// - Returns: nil if there is no such track, or if the video has no closed captions.
  ///
  /// - Throws: `unreadableCaptions` if there is text without usable times; otherwise the error of opening or reading.
  package static func read(_ url: URL, trackID: Int32? = nil) throws(MediaError) -> Captions? {
    let budget = OpeningBudget()
    defer { budget.end() }
    var options = RequestOptions()
    options.opening = budget
    let source = try MediaOpener.source(for: url, options: options, from: PlaybackEnvironment.current.sources)
    let name = url.pathExtension.lowercased()
    if textNames.contains(name) {
      let bytes = try MediaOpener.allBytes(of: source, url: url, limit: ResourceLimits.captionBytes)
      guard !bytes.isEmpty else { throw MediaError(.emptyFile, url: url) }
      let document = parse(bytes, name: name)
      guard !document.cues.isEmpty || !document.hasUnreadText else { throw MediaError(.unreadableCaptions, url: url) }
      return Captions(document: document, track: nil)
    }
    if try MediaOpener.isPlaylist(source, url: url) { return try readStream(url, trackID: trackID) }
    var demuxer = try MediaOpener.demuxer(source, url: url)
    // From here on the opening's budget no longer applies: the whole file is read.
    budget.end()
    guard let track = track(trackID, in: demuxer.info) else { return nil }
    let document: CueDocument?
    do throws(DemuxError) {
      document = try self.document(of: track, from: &demuxer)
    } catch {
      throw MediaOpener.explain(error, url: url)
    }
    // Only decoding shows whether video carries captions.
    guard let document, track.kind != .video || !document.cues.isEmpty else { return nil }
    guard !document.cues.isEmpty || !document.hasUnreadText else { throw MediaError(.unreadableCaptions, url: url) }
    return Captions(document: document, track: track)
  }

  /// Reads a subtitle rendition of a segmented stream, or the closed captions that its playlist declares. Uses the
  /// first matching text track, or the first of all if there is no identifier.
  private static func readStream(_ url: URL, trackID: Int32?) throws(MediaError) -> Captions? {
    // Reading belongs to no player: it uses the system clock.
    let gate = SystemClock().makeGate("captions")
    let budget = OpeningBudget()
    let opened = try ItemOpener().open(
      EngineItem(url: url), .current, gate: gate, budget: budget, adopt: { _ in true })
    budget.end()
    guard let source = opened else { return nil }
    let texts = source.info.tracks.filter { $0.kind == .text } + source.info.closedCaptions
    guard let track = texts.first(where: { trackID == nil || $0.trackID == trackID }) else { return nil }
    var decoder = CaptionTrackDecoder(codec: .webVTT)
    var index = track.index
    if let service = track.closedCaptions {
      guard let video = source.info.preferredTrack(.video),
        let parameters = source.parameters(ofTrack: video.index),
        let closed = CaptionTrackDecoder(parameters, service: service)
      else { return nil }
      (decoder, index) = (closed, video.index)
    }
    source.setActiveTracks([index])
    var document = CueDocument(format: decoder.format)
    while let packet = try source.read() { document.cues += decoder.cues(of: packet) }
    document.cues += decoder.finish()
    document.regions = decoder.regions
    return Captions(document: document, track: track)
  }

  /// The extensions, in lower case, of files that are read as text. Others are opened as containers.
  private static let textNames: Set<String> = [
    "vtt", "webvtt", "srt", "ass", "ssa", "ttml", "dfxp", "xml", "itt", "scc", "txt",
  ]

  /// The track with an identifier, or the first readable one. A video track stands for its closed captions.
  private static func track(_ trackID: Int32?, in info: MediaInfo) -> TrackInfo? {
    let texts = info.tracks.filter { CaptionTrackDecoder.canRead($0) }
    guard let trackID else { return texts.first ?? info.preferredTrack(.video) }
    return texts.first { $0.trackID == trackID } ?? info.tracks.first { $0.trackID == trackID && $0.kind == .video }
  }

  /// Parses a subtitle file. The content has precedence over the extension.
  ///
  /// - Parameter name: The extension in lower case, which decides where the content does not.
  private static func parse(_ bytes: [UInt8], name: String) -> CueDocument {
    if TTMLParser.isTTML(bytes) { return TTMLParser.parse(bytes) }
    var text = TextDecoding.string(bytes)
    if WebVTTParser.hasSignature(text) { return WebVTTParser.parse(text) }
    text = text.replacingOccurrences(of: "\0", with: " ")
    if name == "scc" || SCCParser.isSCC(text) { return SCCParser.parse(text) }
    return name == "ass" || name == "ssa" ? ASSParser.parse(text) : SubRipParser.parse(text)
  }

  /// The cues of a track; nil if it cannot be decoded. Tries line 21 captions (CEA-608) before CEA-708 captions.
  private static func document(of track: TrackInfo, from demuxer: inout Demuxer) throws(DemuxError) -> CueDocument? {
    guard let parameters = demuxer.parameters(ofStream: track.index) else { return nil }
    guard let document = try cues(of: track, parameters, .line21(1), from: &demuxer) else { return nil }
    guard track.kind == .video, document.cues.isEmpty, demuxer.info.isSeekable else { return document }
    // Video without line 21 captions may have CEA-708 captions.
    try demuxer.seek(to: .zero, stream: track.index)
    return try cues(of: track, parameters, .digital(1), from: &demuxer)
  }

  /// Reads the track from the demuxer's position to its end.
  private static func cues(
    of track: TrackInfo, _ parameters: StreamParameters, _ service: ClosedCaptionService, from demuxer: inout Demuxer
  ) throws(DemuxError) -> CueDocument? {
    guard var decoder = CaptionTrackDecoder(parameters, service: service) else { return nil }
    demuxer.setActiveStreams([track.index])
    var document = CueDocument(format: decoder.format)
    document.header = decoder.header
    document.regions = decoder.regions
    while let packet = try demuxer.readPacket() {
      guard packet.streamIndex == track.index else { continue }
      if decoder.endsOpenCues { endOpenCue(in: &document, at: packet.presentationTime) }
      let cues = decoder.cues(of: packet)
      for cue in cues where !(decoder.repeatsCues && extendCue(in: &document, by: cue)) { document.cues.append(cue) }
      if cues.isEmpty, decoder.holdsText(packet) { document.hasUnreadText = true }
    }
    document.cues += decoder.finish()
    // libavformat reports no duration for the last sample of a fragment: it lasts to the end of the file.
    if decoder.repeatsCues, demuxer.info.duration.isNumeric {
      for index in document.cues.indices where document.cues[index].end == .positiveInfinity {
        document.cues[index].end = max(document.cues[index].start, demuxer.info.duration)
      }
    }
    return document
  }

  /// Extends a cue that continues in the next packet, which repeats it. Returns false if there is none.
  private static func extendCue(in document: inout CueDocument, by cue: Cue) -> Bool {
    let known = document.cues.indices.suffix(Self.simultaneousLimit).last { index in
      let other = document.cues[index]
      return other.end == cue.start && other.source == cue.source && other.settings == cue.settings
        && other.identifier == cue.identifier
    }
    guard let known else { return false }
    document.cues[known].end = cue.end
    return true
  }
  /// The number of cues, from the newest on, that are examined for a continuation.
  private static let simultaneousLimit = 16

  /// Ends a cue without an end, or a bitmap caption, at the start of the next one.
  private static func endOpenCue(in document: inout CueDocument, at time: CMTime) {
    guard let last = document.cues.indices.last, time.isNumeric, document.cues[last].start < time,
      document.cues[last].end.isOver(by: time, isBitmap: !document.cues[last].bitmaps.isEmpty)
    else { return }
    document.cues[last].end = time
  }
}
