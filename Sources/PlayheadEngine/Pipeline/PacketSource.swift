import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking

/// Where an item's packets come from: a container, or a stream in segments. Used by one thread; a read that blocks ends when its
/// `TransferControl` is cancelled.
protocol PacketSource: AnyObject {
  var info: MediaInfo { get }
  /// `info` with all that playing does not need. Nothing is read afterwards.
  func describe() throws(MediaError) -> MediaInfo
  func parameters(ofTrack index: Int) -> StreamParameters?
  /// Packets of other tracks are not wanted.
  func setActiveTracks(_ active: Set<Int>)
  /// The next packet of any active track; nil at the end.
  func read() throws(MediaError) -> Packet?
  /// Goes to a place from which the picture at `time` can be decoded, as well as is known: the first packets may still lie later.
  func seek(to time: CMTime, track: Int) throws(MediaError)
  /// Another track is active from now on: reads it from a time on. What others have got may come again. `lead`: the track by which
  /// places are found.
  func join(_ track: Int, at time: CMTime, lead: Int) throws(MediaError)
  /// The time of the last sync sample not after `time`, where an index tells it without reading.
  func indexedSyncTime(notAfter time: CMTime, track: Int) -> CMTime?
  /// Whether reading goes on from packet to packet as one decoder wants it.
  var isOneFlow: Bool { get }
  /// Whether a read that has failed may be tried again at the same place.
  var canReadAgain: Bool { get }
  /// A packet of an active text that is at hand and whose time has come, so that text is read also while nothing else is.
  func takeText() -> Packet?
  /// Whether something was learnt since the last time that the session has to look at: what else is played at which place.
  func takeNews() -> Bool
  /// A new estimate of the duration, where reading has shown that the container's own is wrong.
  func takeDuration() -> CMTime?
  /// Does what need not wait for a read, such as fetching ahead. Returns when to call again at the latest. `ahead`: seconds of media
  /// that were read and have not been seen yet.
  func tend(ahead: Double) -> HostTime?
}

extension PacketSource {
  func takeText() -> Packet? { nil }
  func takeNews() -> Bool { false }
  func takeDuration() -> CMTime? { nil }
  func join(_ track: Int, at time: CMTime, lead: Int) throws(MediaError) { try seek(to: time, track: lead) }
  func indexedSyncTime(notAfter time: CMTime, track: Int) -> CMTime? { nil }
  var isOneFlow: Bool { false }
  var canReadAgain: Bool { false }
}

extension ByteSource {
  fileprivate func rewind() throws(DemuxError) {
    do throws(ByteSourceError) {
      try seek(to: 0)
    } catch {
      throw .source(error)
    }
  }
}

/// The packets of one container.
final class ContainerSource: PacketSource {
  fileprivate var demuxer: Demuxer
  fileprivate let url: URL
  let info: MediaInfo
  private var titles: RadioTitles?
  private var discontinuityCount = 0
  /// What tracks are encrypted with.
  private let protections: [Int: String]

  /// `budget`: the opening that the source's requests belong to; measuring reads all of the file and does not.
  init(_ source: any ByteSource, of item: EngineItem, budget: OpeningBudget? = nil) throws(MediaError) {
    url = item.url
    var demuxer = try MediaOpener.demuxer(source, url: url, options: item.options)
    var info = demuxer.info
    let isMeasured = item.isMeasured && !info.statesItsLength
    if info.isSeekable, isMeasured || item.wantsDetails {
      do throws(DemuxError) {
        if isMeasured { budget?.end() }
        if isMeasured, let end = try demuxer.measure() { info.duration = end }
        if item.wantsDetails { info.details = demuxer.readDetails() }
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
    self.demuxer = demuxer
    self.info = info
    protections = info.tracks.reduce(into: [:]) { $0[$1.index] = $1.protection }
    if source.isEndless { titles = RadioTitles(source, item.timedMetadata) }
  }

  /// Failures are met again by reading.
  private static func correctedDuration(of demuxer: inout Demuxer) -> CMTime? {
    do throws(DemuxError) { return try demuxer.correctedDuration() } catch { return nil }
  }

  func describe() throws(MediaError) -> MediaInfo {
    var info = info
    var survey = FormatSurvey()
    do throws(DemuxError) {
      try survey.read(&demuxer)
      if let picture = info.preferredTrack(.video)?.index {
        info.add(try ClosedCaptionSearch.services(in: &demuxer, track: picture, after: survey.packets))
      }
    } catch {
      // Who describes a film does not fail because of its pictures.
    }
    info.details = demuxer.readDetails()
    survey.complete(&info)
    return info
  }

  func parameters(ofTrack index: Int) -> StreamParameters? { demuxer.parameters(ofStream: index) }
  func setActiveTracks(_ active: Set<Int>) { demuxer.setActiveStreams(active) }

  func read() throws(MediaError) -> Packet? {
    let packet: Packet?
    do throws(DemuxError) {
      packet = try demuxer.readPacket()
    } catch {
      throw MediaOpener.explain(error, url: url)
    }
    guard let packet else { return nil }
    // Decoders take it for damaged, or make noise of it.
    if let how = protections[packet.streamIndex] { throw MediaError(.isProtected(how), url: url) }
    if let how = packet.encryption { throw MediaError(.isProtected(how), url: url) }
    titles?.saw(packet)
    return packet
  }

  func seek(to time: CMTime, track: Int) throws(MediaError) {
    do throws(DemuxError) {
      try demuxer.seek(to: time, stream: track)
    } catch {
      throw MediaOpener.explain(error, url: url)
    }
  }

  func takeDuration() -> CMTime? {
    guard demuxer.discontinuityCount > discontinuityCount else { return nil }
    discontinuityCount = demuxer.discontinuityCount
    return demuxer.estimatedDuration
  }

  func tend(ahead: Double) -> HostTime? { nil }
  func indexedSyncTime(notAfter time: CMTime, track: Int) -> CMTime? {
    demuxer.indexedSyncTime(notAfter: time, stream: track)
  }
  var isOneFlow: Bool { true }
}

extension ContainerSource: ImageSource {
  func rewind() throws(MediaError) {
    do throws(DemuxError) {
      try demuxer.rewind()
    } catch {
      throw MediaOpener.explain(error, url: url)
    }
  }

  func cleanAperture(ofTrack index: Int) -> CleanAperture? { demuxer.cleanAperture(ofStream: index) }
}
