import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadStreaming

/// Opens the first parts of a presentation: determines its tracks and the timestamp origin.
///
/// The tracks are the variant's video, then every selectable audio rendition, then every subtitle rendition. Only the
/// renditions that play first are fetched; the others are described by the playlist.
struct StreamOpening {
  /// The tracks in the order of their indexes.
  private(set) var tracks: [TrackInfo] = []
  /// The decoder parameters of each track, by index. Those of unopened renditions are modelled on an opened one.
  private(set) var parameters: [Int: StreamParameters] = [:]
  /// The tracks whose renditions were opened.
  private(set) var opened: Set<Int> = []
  /// The format details of the opened tracks, by index.
  private var formats: [Int: TrackFormat] = [:]
  /// The presentation whose readers get their tracks here.
  private let presentation: StreamPresentation
  private let context: StreamContext

  /// Opens the renditions that play first. Throws if none of them has a playable track.
  init(_ presentation: StreamPresentation, _ context: StreamContext) throws(MediaError) {
    self.presentation = presentation
    self.context = context
    let audio = presentation.firstAudioIndex.map { presentation.audioRenditions[$0].reader }
    let readers = [presentation.main] + (audio.map { $0 === presentation.main ? [] : [$0] } ?? [])
    for reader in readers { _ = reader.tend(context.limits.opening) }
    for reader in readers { _ = try reader.openPart() }
    addMain()
    addAudioRenditions()
    guard tracks.contains(where: { $0.kind == .video || $0.kind == .audio }) else {
      throw MediaError(.noPlayableTracks, url: context.url)
    }
    Self.setOrigin(readers.compactMap(\.part), context)
    for reader in readers { reader.part?.place(&context.origins, tracks: reader.tracks) }
    for track in tracks {
      parameters[track.index] = readers.lazy.compactMap { $0.part?.demuxer.placedParameters(track.index) }.first
    }
    opened = Set(parameters.keys)
    for reader in readers { note(formatsOf: reader) }
    addUnopened()
    addTexts()
    addAngles()
  }

  /// Records the format details of an opened reader's tracks.
  private mutating func note(formatsOf reader: RenditionReader) {
    guard let part = reader.part else { return }
    for (kind, stream) in part.streams {
      guard let track = reader.tracks[kind] else { continue }
      formats[track.index] = part.demuxer.trackFormat(ofStream: stream.index)
    }
  }

  /// The time range of all tracks: that of the main playlist.
  private var timeRange: CMTimeRange {
    CMTimeRange(start: .zero, duration: presentation.timeline.range.duration)
  }

  /// Numbers a track and appends it.
  private mutating func add(_ track: TrackInfo) -> TrackInfo {
    var track = track
    RenditionTracks.number(&track, tracks.count)
    track.timeRange = timeRange
    tracks.append(track)
    return track
  }

  /// Adds the tracks in the variant's own segments.
  private mutating func addMain() {
    guard let part = presentation.main.part else { return }
    for (kind, stream) in part.streams.sorted(by: { $0.value.index < $1.value.index }) {
      // Audio that the playlist declares is added under its declared name.
      if kind == .audio, !presentation.audioRenditions.isEmpty { continue }
      var stream = stream
      if kind == .video, let first = presentation.angles.first {
        RenditionTracks.name(&stream, first, preferred: first)
      }
      presentation.main.tracks[kind] = add(stream)
    }
  }

  /// Adds a track for each audio rendition, in the order of the playlist.
  private mutating func addAudioRenditions() {
    let preferred = VariantSelection.preferred(presentation.audioRenditions.map(\.rendition))
    // Unopened renditions are assumed to match the opened one: the audio of one group is coded alike (§4.3.4.1.1).
    let model = presentation.firstAudioIndex.flatMap { presentation.audioRenditions[$0].reader.part?.streams[.audio] }
    for audio in presentation.audioRenditions {
      let own = audio.reader.part?.streams[.audio]
      guard var track = own ?? model else { continue }
      // The model matches in its coding but not in its language.
      if own == nil { track.language = nil }
      RenditionTracks.name(&track, audio.rendition, preferred: preferred)
      audio.reader.tracks[.audio] = add(track)
    }
  }

  /// Adds decoder parameters for the audio renditions that were not opened.
  private mutating func addUnopened() {
    guard let known = tracks.first(where: { $0.kind == .audio && parameters[$0.index] != nil }),
      let model = parameters[known.index]
    else { return }
    for track in tracks where track.kind == .audio && parameters[track.index] == nil {
      parameters[track.index] = StreamParameters(model, track: track)
    }
  }

  /// Adds a track for each subtitle rendition.
  private mutating func addTexts() {
    for text in presentation.texts {
      text.track = add(RenditionTracks.text(text.rendition, timeRange: timeRange))
      parameters[text.track.index] = StreamParameters(webVTT: text.track)
    }
  }

  /// Adds the tracks of alternative angles, modelled on the first, whose track carries the video of all of them.
  private mutating func addAngles() {
    guard let first = presentation.angles.first, let model = presentation.main.tracks[.video] else { return }
    presentation.angleTracks = [model]
    for angle in presentation.angles.dropFirst() {
      var track = model
      RenditionTracks.name(&track, angle, preferred: first)
      presentation.angleTracks.append(add(track))
    }
    guard let known = parameters[model.index] else { return }
    for track in presentation.angleTracks.dropFirst() {
      parameters[track.index] = StreamParameters(known, track: track)
    }
  }

  /// Sets the timestamp origin to the earliest start of all renditions.
  private static func setOrigin(_ parts: [StreamPart], _ context: StreamContext) {
    let known = parts.compactMap { part in
      part.start.firstTime.map { (start: part.start, offset: $0 - part.start.expected) }
    }
    guard let first = known.min(by: { $0.offset < $1.offset }) else { return }
    _ = first.start.origin(in: &context.origins)
  }

  /// The details of the asset, which are already available here and need not be loaded separately.
  private var details: MediaDetails {
    var details = MediaDetails()
    details.tags = (presentation.multivariant?.sessionData ?? []).compactMap { data in
      data.value.map { MediaTag(.sessionData, data.dataID, .text($0), language: data.language) }
    }
    for track in tracks {
      details.tracks[track.index] = TrackDetails()
      details.tracks[track.index]?.format = formats[track.index] ?? TrackFormat()
    }
    return details
  }

  /// The description of the presentation.
  var info: MediaInfo {
    let timeline = presentation.timeline
    var info = MediaInfo(
      containerName: "hls", duration: timeline.isLive ? .indefinite : timeline.range.end, tracks: tracks)
    info.startTime = presentation.startTime
    info.details = details
    presentation.nameClosedCaptions(in: &info)
    info.variants = presentation.multivariant.map(VariantInfo.variants) ?? []
    return info
  }
}

extension StreamLimits {
  /// The limits while opening: one segment is enough for the first frame.
  var opening: StreamLimits {
    var limits = self
    limits.secondsAhead = 0.001
    return limits
  }
}
