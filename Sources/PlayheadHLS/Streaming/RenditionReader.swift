import CoreMedia
import Foundation
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// Reads the packets of one rendition, and decides how reading continues after a failure. Belongs to the reader's
/// thread.
///
///     switcher: which playlist ─► fetcher: which segment, its bytes ─► demuxer: a part, packets on the timeline
///                                     ▲                                    │ discontinuity, other format or variant
///                                     └────────────────────────────────────┘ the next part
package final class RenditionReader {
  private let context: StreamContext
  /// The presentation's tracks that its streams belong to.
  package var tracks: [TrackInfo.Kind: TrackInfo] = [:]
  /// Switches between the playlists of the variants.
  package let switcher: VariantSwitcher
  /// Fetches the segments.
  let fetcher: SegmentFetcher
  /// Demuxes the segments that belong together as one container.
  private let demuxer: PartDemuxer
  /// The prefetch of audio that is stored after its video.
  private let prefetcher: AudioPrefetcher
  /// The seek target; nil for the beginning.
  private var seekTarget: CMTime?
  /// Filters packets that an interrupted segment delivers twice.
  private var repeated = RepeatedPackets()
  /// The decisions after failures.
  private var outage = OutagePolicy()

  /// Creates a reader for the packets of some kinds. Requests nothing yet.
  ///
  /// - Parameter isVariant: Whether its segments are the variant's own: they determine which variant is reported as
  ///   playing.
  package init(_ feed: PlaylistFeed, kinds: Set<TrackInfo.Kind>, isVariant: Bool = false, context: StreamContext) {
    self.context = context
    switcher = VariantSwitcher(feed)
    fetcher = SegmentFetcher(switcher, kinds: kinds, isVariant: isVariant, context: context)
    demuxer = PartDemuxer(fetcher, kinds: kinds, context: context)
    prefetcher = AudioPrefetcher(context)
  }

  /// The playlist from which segments are requested at present.
  package var feed: PlaylistFeed { switcher.feed }
  /// The part being read; nil between two parts.
  package var part: StreamPart? { demuxer.part }

  // MARK: Places

  /// Seeks to the segment that contains a time, reusing loaded segments.
  ///
  /// Does nothing before the playlist is loaded. Nothing is awaited: the next read opens the segment.
  package func seek(to time: CMTime) {
    guard let timeline = feed.timeline, let place = timeline.place(at: time) else { return }
    seekTarget = time
    if let part, !part.hasReturnedPackets, part.start.expected == timeline.start(of: place),
      fetcher.current?.place == place
    {
      return
    }
    demuxer.restart()
    prefetcher.retain()
    outage.noteSeek()
    repeated = RepeatedPackets()
    fetcher.seek(to: place, in: timeline)
  }

  /// Releases everything until the next `seek`.
  func stop() {
    endPart()
    fetcher.stop()
    demuxer.stop()
  }

  // MARK: Packets

  /// The next packet; nil at the end.
  ///
  /// Blocks while segments are loading. Repeated packets, and those delivered by the prefetch, are left out.
  ///
  /// - Throws: `MediaError` if a failure can neither be repaired nor skipped, or the read was cancelled.
  package func read() throws(MediaError) -> Packet? {
    while true {
      if part == nil {
        guard try openPart() else { return nil }
      }
      guard let part else { return nil }
      if !part.isPlaced { demuxer.place(tracks) }
      if !part.hasReturnedPackets, demuxer.readEnd == nil {
        prefetcher.start(
          part, in: fetcher.current, from: seekTarget ?? .zero, sectionSize: demuxer.sectionSize)
      }
      // The first video frame has priority over prefetched audio.
      if part.hasReturnedPackets, let packet = prefetcher.takePacket(of: part) {
        demuxer.advance(past: packet)
        return packet
      }
      do throws(DemuxError) {
        // An I-frame segment is cut out of a longer one: only its first frame can be read (RFC 8216 §4.3.3.6).
        let isOver = part.hasReturnedPackets && fetcher.isReadingKeyframes
        let packet = isOver ? nil : try part.demuxer.readPacket()
        demuxer.deliverTags()
        if let packet {
          // The last packet that libavformat returns before a failure may be truncated. The segment is read again.
          if demuxer.failure?.isTransient == true { continue }
          if demuxer.isDiscontinuity(packet) {
            restartAtDiscontinuity(packet)
            continue
          }
          part.hasReturnedPackets = true
          if prefetcher.hasReturned(packet, tracks: tracks) { continue }
          if repeated.contain(stream: packet.streamIndex, decodeTime: packet.decodeTime) { continue }
          demuxer.advance(past: packet)
          outage.noteSuccess(readEnd: demuxer.readEnd)
          fetcher.noteSuccess()
          return packet
        }
        // The bytes have ended because of a failure, which `explain` handles.
        if demuxer.failure != nil { throw .source(.cancelled) }
      } catch {
        try explain(error)
      }
      endPart()
    }
  }

  /// Opens the next part without placing it on the timeline yet. False at the end.
  ///
  /// A segment that cannot be opened is skipped or requested again, as `explain` decides.
  ///
  /// - Throws: `MediaError` if no further segment can be opened.
  package func openPart() throws(MediaError) -> Bool {
    while true {
      guard let segment = try fetcher.next(isPartOpen: part != nil) else { return false }
      do throws(DemuxError) {
        try demuxer.open(segment)
        return true
      } catch {
        try explain(error)
        endPart()
      }
    }
  }

  /// Ends the present part and its segment.
  private func endPart() {
    demuxer.close()
    repeated.partEnded()
    prefetcher.drop()
    fetcher.finishCurrent()
  }

  /// Reads the segment of a packet again as the start of a discontinuity.
  private func restartAtDiscontinuity(_ packet: Packet) {
    guard let segment = demuxer.closeAtDiscontinuity(packet), fetcher.rewind(to: segment) else { return }
    demuxer.beginSeparateOrigins(at: segment)
  }

  /// Handles the premature end of a part: throws, recovers, or skips a part that is only damaged.
  private func explain(_ error: DemuxError) throws(MediaError) {
    if let reason = demuxer.takeFailure() {
      if reason.isFinal { throw reason }
      // The load has already reported its own failure; a fault in the bytes that it delivered has not been reported.
      if fetcher.current?.load.report.failure == nil { context.journal.note(reason) }
      if outage.mayChangeVariant(now: NetworkTime.now, readEnd: demuxer.readEnd), switcher.recover(reason) { return }
      repeated.expect()
      if try fetcher.continues(after: reason) { return }
      if reason.isTransient { fetcher.readAgain() }
      endPart()
      throw reason
    }
    if case .source(let source) = error { throw MediaError(source, url: context.url) }
    guard !outage.maySkipDamagedPart() else { return }
    throw MediaOpener.explain(error, url: fetcher.currentURL)
  }

  // MARK: Ahead

  /// Prefetches segments and reloads the playlists. Returns the latest time of the next call.
  ///
  /// Stops at the limits of seconds or bytes, and allows one load in progress at a time.
  func tend(_ limits: StreamLimits) -> HostTime? { fetcher.tend(limits, isPartOpen: part != nil) }

  /// Seconds of media that are loaded but not read yet.
  var secondsLoaded: Double { fetcher.secondsLoaded(readThrough: demuxer.readEnd) }
  /// Seconds of the present segment that are not read yet.
  var secondsOfCurrent: Double { fetcher.secondsOfCurrent(readThrough: demuxer.readEnd) }
  /// Seconds of media from the read position to the live edge; infinity if the stream is not live.
  var secondsToEdge: Double { demuxer.secondsToEdge(of: feed.timeline) }
}
