import CoreMedia
import Foundation
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// A packet source for an HLS presentation: interleaves one variant and its selected renditions as one container would.
///
/// Belongs to the reader's thread. Opening and reading block until segments have arrived, or the control is cancelled.
package final class StreamingReader: PacketSource {
  /// A reader of video or audio with its pending packet.
  private final class Input {
    let reader: RenditionReader
    /// The packet that was read and not returned yet; nil: none.
    var head: Packet?
    /// Whether the reader has no further packets.
    var hasEnded = false
    /// Whether it is at the common read position; unselected renditions have none.
    var isPlaced = false

    /// Creates an input before its first packet.
    init(_ reader: RenditionReader) { self.reader = reader }

    /// Drops the pending packet before a seek.
    func forget() {
      head = nil
      hasEnded = false
    }
  }

  package let info: MediaInfo
  let context: StreamContext
  /// The playlists, the choice of the variant, and the readers.
  let presentation: StreamPresentation
  /// The readers of video and audio, the main one first.
  private let inputs: [Input]
  /// The readers of all subtitle renditions.
  private let texts: [TextRenditionReader]
  /// The date range schedules of the stream.
  private let schedules: StreamSchedules
  private var activeTracks: Set<Int> = []
  /// The decoder parameters of all tracks, by index.
  private let parameters: [Int: StreamParameters]
  /// The version of the playlist that was published last.
  private var reportedVersion = -1
  /// Where reading last started.
  private var place: CMTime {
    didSet { reached = place }
  }
  /// The read position since then.
  private var reached: CMTime
  /// No prefetch until then: the first frame has priority.
  private var holdsUntil: HostTime?
  /// The time to decode and present the first frame.
  private static let firstFrameHold = HostDuration.milliseconds(50)

  /// Loads the playlists and opens the first segments.
  ///
  /// - Throws: `MediaError` if the presentation cannot be played, or opening is cancelled.
  package init(_ item: EngineItem, _ environment: PlaybackEnvironment, control: StreamControl) throws(MediaError) {
    let context = StreamContext(item, environment, control: control)
    let presentation = try StreamPresentation(context)
    let inputs = presentation.readers.map(Input.init)
    place = presentation.startTime
    reached = place
    for input in inputs where input.reader.feed.timeline != nil {
      input.reader.seek(to: place)
      input.isPlaced = true
    }
    schedules = StreamSchedules(context)
    // Loads in parallel with the first segments; schedules that apply to the start are waited for.
    schedules.follow(presentation.main.feed, joinedAt: place)
    let opened = try StreamOpening(presentation, context)
    try schedules.awaitFirst()
    self.context = context
    self.presentation = presentation
    self.inputs = inputs
    texts = presentation.texts
    info = opened.info
    parameters = opened.parameters
    activeTracks = opened.opened
    if !context.clock.waitsForNetwork { holdsUntil = context.clock.now + Self.firstFrameHold }
    report()
  }

  package func describe() throws(MediaError) -> MediaInfo {
    var probe = FormatProbe()
    for track in info.tracks where activeTracks.contains(track.index) {
      probe.begin(track, parameters[track.index], info.details?.tracks[track.index]?.format)
    }
    do throws(MediaError) {
      while probe.needsMore, let packet = try read(), packet.decodeTime < place + Self.probedDuration {
        probe.take(packet)
      }
    } catch {
      // A description does not fail because of its frames.
    }
    var info = info
    probe.complete(&info)
    return info
  }
  /// Less than a segment, so that no segment is fetched for it.
  private static let probedDuration = CMTime(value: 1, timescale: 1)

  package func parameters(ofTrack index: Int) -> StreamParameters? { parameters[index] }

  package func setActiveTracks(_ active: Set<Int>) {
    activeTracks = active
    // Stops readers of tracks that are no longer active.
    for input in inputs where input.isPlaced && input.reader !== presentation.main && !isActive(input) {
      input.forget()
      input.reader.stop()
      input.isPlaced = false
    }
    for text in texts where text.isRunning && !active.contains(text.track.index) { text.stop() }
  }

  /// Whether any of the input's tracks is active.
  private func isActive(_ input: Input) -> Bool {
    input.reader.tracks.values.contains { activeTracks.contains($0.index) }
  }

  /// The subtitle readers whose tracks are active. Usually at most one.
  private var activeTexts: [TextRenditionReader] { texts.filter { activeTracks.contains($0.track.index) } }

  // MARK: Packets

  package var canRetryRead: Bool { true }

  package func read() throws(MediaError) -> Packet? {
    while true {
      for input in inputs where input.head == nil && !input.hasEnded && isActive(input) {
        if !input.isPlaced { try start(input, at: place) }
        input.head = try input.reader.read()
        input.hasEnded = input.head == nil
      }
      // Packets are returned in decode order, as if interleaved.
      let next = inputs.filter { $0.head != nil }.min { time($0.head) < time($1.head) }
      let now = next.map { time($0.head) }
      if let now, now.isNumeric { reached = now }
      for text in activeTexts {
        if !text.isRunning { text.start(at: place) }
        if let cue = text.next(before: now.map { $0 + Self.textLead }) { return cue }
      }
      guard let next, let packet = next.head else { return inputs.contains(where: isActive) ? nil : try readText() }
      next.head = nil
      if activeTracks.contains(packet.streamIndex) { return packet }
    }
  }

  package func takeText() -> Packet? {
    for text in activeTexts where text.isRunning {
      if let cue = text.next(before: reached + Self.textLead) { return cue }
    }
    return nil
  }

  /// Waits for subtitles when no other tracks are read.
  private func readText() throws(MediaError) -> Packet? {
    while let text = activeTexts.first(where: { !$0.isOver }) {
      if let cue = text.next(before: nil) { return cue }
      if let time = text.unplacedStart {
        try findOrigin(at: time)
        continue
      }
      let due = text.tend(context.limits)
      guard !text.isOver, text.unplacedStart == nil else { continue }
      do throws(ByteSourceError) {
        try context.control.wait(until: due)
      } catch {
        throw MediaError(error, url: context.url)
      }
    }
    return nil
  }

  /// Opens the video at a time, whose timestamps give the origin for the subtitles there.
  private func findOrigin(at time: CMTime) throws(MediaError) {
    let main = presentation.main
    main.seek(to: time)
    guard try main.openPart(), let part = main.part else { throw MediaError(.damaged, url: context.url) }
    part.place(&context.origins, tracks: main.tracks)
  }

  /// How far ahead of the video subtitles are returned: they are small and must be available on time.
  private static let textLead = CMTime(value: 10, timescale: 1)

  /// The time by which packets are interleaved; infinite without a packet.
  private func time(_ packet: Packet?) -> CMTime {
    guard let packet else { return .positiveInfinity }
    return packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
  }

  // MARK: Places

  package func seek(to time: CMTime, track: Int) throws(MediaError) {
    place = time
    try presentation.followAngle(context.item.choice)
    for input in inputs {
      input.forget()
      if input.reader === presentation.main || isActive(input) { try start(input, at: time) }
    }
    for text in activeTexts { text.start(at: time) }
    report()
  }

  package func join(_ track: Int, at time: CMTime, lead: Int) throws(MediaError) {
    if let text = texts.first(where: { $0.track.index == track }) { return text.start(at: time) }
    guard let input = inputs.first(where: { $0.reader.tracks.values.contains { $0.index == track } }),
      input.reader !== presentation.main
    else { return try seek(to: time, track: lead) }
    input.forget()
    try start(input, at: time)
    report()
  }

  /// Moves an input to a time, after its playlist has been loaded.
  private func start(_ input: Input, at time: CMTime) throws(MediaError) {
    try input.reader.feed.wait(alignedWith: presentation.main.feed.timeline)
    input.reader.seek(to: time)
    input.isPlaced = true
  }

  package func takeInterstitialChange() -> Bool { schedules.takeInterstitialChange() }

  // MARK: Ahead

  package func tend(ahead: Double) -> HostTime? {
    var due = [context.renewKeys(), presentation.watchLoading(aheadOfReading: ahead)]
    if let holdsUntil, holdsUntil <= context.clock.now { self.holdsUntil = nil }
    due.append(holdsUntil)
    for input in inputs where input.isPlaced {
      let mayFetch = isActive(input) && holdsUntil == nil
      due.append(mayFetch ? input.reader.tend(context.limits) : input.reader.switcher.tend())
    }
    for text in activeTexts { due.append(text.tend(context.limits)) }
    schedules.follow(presentation.main.feed, joinedAt: nil)
    schedules.tend()
    report()
    return due.compactMap { $0 }.min()
  }

  /// Drops captions and timed metadata of a live stream before a time that has left its window.
  private func forget(before time: CMTime) {
    guard time > .zero else { return }
    context.item.captions.forget(before: time)
    context.item.timedMetadata.forget(before: time)
    for text in texts { text.forget(before: time) }
  }
  /// Retained for a paused player, which continues to show its captions.
  private static let captionRetention = CMTime(value: 600, timescale: 1)

  /// Publishes the progress for other threads.
  private func report() {
    let active = inputs.filter { $0.isPlaced && isActive($0) }.map(\.reader)
    let ends = active.compactMap(\.fetcher.loadedEnd)
    let starts = active.compactMap(\.fetcher.loadedStart)
    let timeline = presentation.timeline
    let isAllLoaded = active.allSatisfy { rendition in
      rendition.feed.timeline.map { !$0.isLive && rendition.fetcher.loadedEnd ?? .zero >= $0.range.end } ?? false
    }
    if timeline.version != reportedVersion {
      reportedVersion = timeline.version
      context.item.playlistTimeline = timeline
      if timeline.isLive { forget(before: timeline.range.start - Self.captionRetention) }
    }
    let isFull = isAllLoaded || active.allSatisfy { $0.fetcher.secondsQueued >= context.limits.secondsAhead }
    // Locks are leaves: everything is computed before this one is taken.
    let window = timeline.range.start.seconds...max(timeline.range.start, presentation.edge).seconds
    context.control.update { snapshot in
      snapshot.stream?.loadedEnd = ends.min()?.seconds ?? 0
      snapshot.stream?.loadedStart = starts.max()?.seconds ?? 0
      snapshot.stream?.seekable = window
      snapshot.stream?.edge =
        timeline.isLive
        ? .init(end: timeline.liveEnd.seconds, seenAt: Double(presentation.main.feed.renewed.nanoseconds) / 1e9) : nil
      snapshot.stream?.version = timeline.version
      snapshot.stream?.holdBack = StreamStartPolicy.holdBack(timeline.playlist)
      snapshot.stream?.duration = timeline.isLive ? nil : timeline.range.end.seconds
      snapshot.isFull = isFull
    }
  }
}
