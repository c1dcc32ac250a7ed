import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming

/// The packets of a presentation of HTTP Live Streaming: of one variant, and of the renditions that belong to it, as if they came
/// from one container.
final class StreamingReader: PacketSource {
  let info: MediaInfo
  let context: StreamContext
  let presentation: StreamPresentation
  private var renditions: [RenditionReader]
  private var heads: [Packet?]
  private var hasEnded: [Bool]
  private var activeTracks: Set<Int> = []
  private let parameters: [Int: StreamParameters]
  private var toldVersion = -1

  init(_ item: EngineItem, _ environment: PlaybackEnvironment, control: StreamControl) throws(MediaError) {
    let context = StreamContext(item, environment, control: control)
    let presentation = try StreamPresentation(context)
    let renditions = presentation.renditions
    let start = presentation.startTime
    for rendition in renditions { rendition.seek(to: start) }
    let opened = try StreamOpening.open(renditions, presentation, context)
    self.context = context
    self.presentation = presentation
    self.renditions = renditions
    heads = Array(repeating: nil, count: renditions.count)
    hasEnded = Array(repeating: false, count: renditions.count)
    info = opened.info
    parameters = opened.parameters
    activeTracks = Set(info.tracks.map(\.index))
    report()
  }

  func describe(isMeasured: Bool) throws(MediaError) -> MediaInfo { info }

  func parameters(ofTrack index: Int) -> StreamParameters? { parameters[index] }

  func setActiveTracks(_ active: Set<Int>) { activeTracks = active }

  private func isActive(_ rendition: RenditionReader) -> Bool {
    rendition.tracks.values.contains { activeTracks.contains($0.index) }
  }

  func read() throws(MediaError) -> Packet? {
    while true {
      for (index, rendition) in renditions.enumerated() where heads[index] == nil && !hasEnded[index] {
        guard isActive(rendition) else { continue }
        heads[index] = try rendition.read()
        hasEnded[index] = heads[index] == nil
      }
      // What is to be decoded first comes first, as if it were interleaved.
      let next = heads.indices.filter { heads[$0] != nil }.min { time(heads[$0]) < time(heads[$1]) }
      guard let next, let packet = heads[next] else { return nil }
      heads[next] = nil
      if activeTracks.contains(packet.streamIndex) { return packet }
    }
  }

  private func time(_ packet: Packet?) -> CMTime {
    guard let packet else { return .positiveInfinity }
    return packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
  }

  func seek(to time: CMTime, track: Int) throws(MediaError) {
    for (index, rendition) in renditions.enumerated() {
      heads[index] = nil
      hasEnded[index] = false
      rendition.seek(to: time)
    }
    report()
  }

  func tend() -> HostTime? {
    var due: HostTime?
    for rendition in renditions where isActive(rendition) {
      due = [due, rendition.tend(context.limits)].compactMap { $0 }.min()
    }
    report()
    return due
  }

  /// Tells other threads how far it is.
  private func report() {
    let active = renditions.filter(isActive)
    let ends = active.compactMap(\.queue.loadedEnd)
    let starts = active.compactMap(\.queue.loadedStart)
    let timeline = presentation.timeline
    let isAllLoaded = active.allSatisfy { rendition in
      rendition.feed.timeline.map { !$0.isLive && rendition.queue.loadedEnd ?? .zero >= $0.range.end } ?? false
    }
    if timeline.version != toldVersion {
      toldVersion = timeline.version
      context.item.playlistTimeline = timeline
    }
    let isFull = isAllLoaded || active.allSatisfy { $0.queue.secondsWaiting >= context.limits.secondsAhead }
    context.control.update { snapshot in
      snapshot.stream?.loadedEnd = ends.min()?.seconds ?? 0
      snapshot.stream?.loadedStart = starts.max()?.seconds ?? 0
      snapshot.stream?.seekable =
        timeline.range.start.seconds...max(timeline.range.start, StreamStart.edge(timeline)).seconds
      snapshot.stream?.duration = timeline.isLive ? nil : timeline.range.end.seconds
      snapshot.isFull = isFull
    }
  }
}
