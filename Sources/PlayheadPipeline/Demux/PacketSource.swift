import CoreMedia
import Foundation
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// The source of an item's packets: a container, or a segmented stream. Used by one thread; cancelling its
/// `TransferControl` ends a blocking read.
package protocol PacketSource: AnyObject {
  /// The description of the media, as far as it was known when the source was opened.
  var info: MediaInfo { get }
  /// Returns `info` with the details that playback does not need. No packet can be read afterwards.
  ///
  /// - Throws: `MediaError` if the source cannot be read.
  func describe() throws(MediaError) -> MediaInfo
  /// The decoder parameters of a track; nil if none are known.
  func parameters(ofTrack index: Int) -> StreamParameters?
  /// Selects the tracks whose packets are returned.
  ///
  /// Packets of other tracks are dropped, or not even fetched.
  func setActiveTracks(_ active: Set<Int>)
  /// The next packet of any active track; nil at the end.
  ///
  /// Blocks until a packet is available, or the read is cancelled.
  ///
  /// - Throws: `MediaError`; with the kind `.cancelled` after a cancellation.
  func read() throws(MediaError) -> Packet?
  /// Seeks to a position from which the frame at `time` can be decoded, as far as known: the first packets may still be
  /// later.
  ///
  /// - Parameter track: The index of the track whose sync samples count.
  func seek(to time: CMTime, track: Int) throws(MediaError)
  /// Activates another track and reads it from `time` on. Packets of other tracks may be returned again. `lead`: the
  /// track used for seeking.
  func join(_ track: Int, at time: CMTime, lead: Int) throws(MediaError)
  /// The time of the last sync sample not after `time`, where an index has it without reading.
  ///
  /// Nil if no index is available, or if it has no such sample.
  func indexedSyncTime(notAfter time: CMTime, track: Int) -> CMTime?
  /// Whether packets continue without discontinuities, as one decoder needs them.
  var isContiguous: Bool { get }
  /// Whether a failed read can be retried at the same position.
  var canRetryRead: Bool { get }
  /// The next available packet of the active text track that is due, so that text is also read while the other tracks
  /// are not.
  func takeText() -> Packet?
  /// Whether the interstitials have changed since the last call.
  func takeInterstitialChange() -> Bool
  /// A new estimate of the duration, if reading has shown that the container's own is wrong.
  func takeDuration() -> CMTime?
  /// Does work that needs no read, such as prefetching. Returns the latest time for the next call. `ahead`: seconds of
  /// media that were read but not presented yet.
  func tend(ahead: Double) -> HostTime?
}

extension PacketSource {
  /// None: the source has no text tracks of its own.
  package func takeText() -> Packet? { nil }
  /// False: containers have no interstitials.
  package func takeInterstitialChange() -> Bool { false }
  /// None: the duration does not change.
  package func takeDuration() -> CMTime? { nil }
  /// Seeks to the time, with all tracks: sources whose tracks are interleaved need no more.
  package func join(_ track: Int, at time: CMTime, lead: Int) throws(MediaError) { try seek(to: time, track: lead) }
  /// None: the source has no index.
  package func indexedSyncTime(notAfter time: CMTime, track: Int) -> CMTime? { nil }
  /// False by default: segments may begin on another timeline.
  package var isContiguous: Bool { false }
  /// False by default: the position after a failed read is unknown.
  package var canRetryRead: Bool { false }
}

extension ByteSource {
  /// Returns to the first byte, so that the container can be opened again.
  fileprivate func rewind() throws(DemuxError) {
    do throws(ByteSourceError) {
      try seek(to: 0)
    } catch {
      throw .source(error)
    }
  }
}

/// A packet source that reads one container.
package final class ContainerSource: PacketSource {
  /// The open container.
  fileprivate var demuxer: Demuxer
  /// The item's URL, for errors.
  fileprivate let url: URL
  package let info: MediaInfo
  /// The titles of a radio stream; nil for other sources.
  private var titles: RadioTitles?
  /// The number of discontinuities in the container's timestamps for which the duration has been returned.
  private var discontinuityCount = 0
  /// The encryption scheme of each protected track.
  private let protections: [Int: String]
  /// Opens the file again at the fragment of a time; nil for files in which libavformat seeks.
  private let fragments: FragmentReopening?
  /// Decrypts packets; nil without a connection to a content key session.
  private let decryption: PacketDecryption?

  /// The latest end of any frame or sample; nil if none has a time. Reads all packets.
  private static func measuredEnd(of demuxer: inout Demuxer) throws(DemuxError) -> CMTime? {
    var end: CMTime?
    while let packet = try demuxer.readPacket() {
      guard packet.presentationTime.isNumeric, let track = demuxer.info.track(at: packet.streamIndex),
        track.kind == .audio || track.kind == .video
      else { continue }
      end = max(end ?? .zero, packet.presentationTime + packet.duration)
    }
    return end
  }

  /// Opens a container. Asks for no content key yet.
  ///
  /// - Parameters:
  ///   - control: The control through which the reader waits for content keys; nil: encrypted packets are refused.
  ///   - budget: The opening to which the source's requests belong; measuring reads the whole file and is not part of
  ///     it.
  /// - Throws: `MediaError` if the container cannot be opened.
  package init(
    _ source: any ByteSource, of item: EngineItem, control: ContainerControl? = nil, budget: OpeningBudget? = nil
  ) throws(MediaError) {
    url = item.url
    var demuxer = try MediaOpener.demuxer(source, url: url, options: item.options)
    var info = demuxer.info
    let isMeasured = item.isMeasured && !info.declaresDuration
    if info.isSeekable, isMeasured || item.readsDetails {
      do throws(DemuxError) {
        if isMeasured { budget?.end() }
        if isMeasured, let end = try Self.measuredEnd(of: &demuxer) { info.duration = end }
        if item.readsDetails { info.details = demuxer.readDetails() }
        try source.rewind()
      } catch {
        throw MediaOpener.explain(error, url: url)
      }
      demuxer = try MediaOpener.demuxer(source, url: url, options: item.options)
    }
    if !isMeasured, source.transfer == nil, let duration = Self.correctedDuration(of: &demuxer) {
      info.duration = duration
      info.isDurationEstimated = true
    }
    if let control, let keys = item.options.contentKeys {
      decryption = PacketDecryption(
        keys, control: control, url: url, initializationData: demuxer.initializationData())
    } else {
      decryption = nil
    }
    if EncryptedFragments.mustBeRead(by: demuxer, in: source) {
      let fragments = FragmentReopening(source, url: url, options: item.options)
      // Reading the headers has moved the source.
      demuxer = try fragments.demuxer(at: .zero)
      self.fragments = fragments
    } else {
      fragments = nil
    }
    self.demuxer = demuxer
    self.info = info
    protections = info.tracks.reduce(into: [:]) { $0[$1.index] = $1.protection }
    if source.isEndless { titles = RadioTitles(source, item.timedMetadata) }
  }

  /// The duration according to the last packets, where the container's own is wrong; nil if it is right or cannot be
  /// checked.
  /// Reading reports the same failures later.
  private static func correctedDuration(of demuxer: inout Demuxer) -> CMTime? {
    do throws(DemuxError) { return try demuxer.correctedDuration() } catch { return nil }
  }

  package func describe() throws(MediaError) -> MediaInfo {
    var info = info
    var probe = FormatProbe()
    do throws(DemuxError) {
      try probe.read(&demuxer)
      if let video = info.preferredTrack(.video)?.index {
        info.add(try ClosedCaptionDetector.services(in: &demuxer, track: video, after: probe.packets))
      }
    } catch {
      // A description does not fail because the packets cannot be read.
    }
    info.details = demuxer.readDetails()
    probe.complete(&info)
    return info
  }

  package func parameters(ofTrack index: Int) -> StreamParameters? { demuxer.parameters(ofStream: index) }
  package func setActiveTracks(_ active: Set<Int>) {
    demuxer.setActiveStreams(active)
    fragments?.active = active
  }

  package func read() throws(MediaError) -> Packet? {
    let packet: Packet?
    do throws(DemuxError) {
      packet = try demuxer.readPacket()
    } catch {
      throw MediaOpener.explain(error, url: url)
    }
    guard var packet else { return nil }
    // Decoders would report such packets as damaged, or output noise.
    if let how = protections[packet.streamIndex] { throw MediaError(.isProtected(how), url: url) }
    if let how = packet.encryption {
      guard let decryption else { throw MediaError(.isProtected(how), url: url) }
      packet = try decryption.decrypt(packet, scheme: how)
    }
    titles?.saw(packet)
    return packet
  }

  package func seek(to time: CMTime, track: Int) throws(MediaError) {
    if let fragments {
      demuxer = try fragments.demuxer(at: time)
      return
    }
    do throws(DemuxError) {
      try demuxer.seek(to: time, stream: track)
    } catch {
      throw MediaOpener.explain(error, url: url)
    }
  }

  package func takeDuration() -> CMTime? {
    guard demuxer.discontinuityCount > discontinuityCount else { return nil }
    discontinuityCount = demuxer.discontinuityCount
    return demuxer.estimatedDuration
  }

  package func tend(ahead: Double) -> HostTime? { nil }
  package func indexedSyncTime(notAfter time: CMTime, track: Int) -> CMTime? {
    fragments == nil ? demuxer.indexedSyncTime(notAfter: time, stream: track) : nil
  }
  package var isContiguous: Bool { true }
}

extension ContainerSource: ImageSource {
  package func rewind() throws(MediaError) {
    if fragments != nil { return try seek(to: .zero, track: 0) }
    do throws(DemuxError) {
      try demuxer.rewind()
    } catch {
      throw MediaOpener.explain(error, url: url)
    }
  }

  package func cleanAperture(ofTrack index: Int) -> CleanAperture? { demuxer.cleanAperture(ofStream: index) }
}
