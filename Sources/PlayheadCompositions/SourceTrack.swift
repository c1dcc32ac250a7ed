import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline

/// An opened track of a source: a container of which only this track is read. Belongs to the reader's thread.
package final class SourceTrack {
  /// The open container.
  package let container: ContainerSource
  /// The decoder parameters of the track.
  package let parameters: StreamParameters
  /// The control of the container's bytes.
  fileprivate let bytes: any TransferControl

  /// The index of the track within its container.
  package var index: Int { parameters.track.index }

  /// Takes an opened container.
  fileprivate init(_ container: ContainerSource, _ parameters: StreamParameters, bytes: any TransferControl) {
    self.container = container
    self.parameters = parameters
    self.bytes = bytes
  }

  /// The next packet of the track; nil at the end.
  package func read() throws(MediaError) -> Packet? {
    while let packet = try container.read() {
      if packet.streamIndex == index { return packet }
    }
    return nil
  }
}

/// Opens the sources of one track of a composition, and keeps the last ones open: a composition often returns to the
/// same file. Belongs to the reader's thread.
package final class SourceTracks {
  /// The number of containers that one track keeps open.
  private static let limit = 4
  /// The provider of byte sources.
  private let provider: any ByteSourceProvider
  /// Cancels the reads of all sources.
  private let control: CompositionControl
  /// The open tracks, the one used last at the end.
  private var opened: [(source: CompositionDescription.Source, track: SourceTrack)] = []

  /// Opens nothing yet.
  package init(_ provider: any ByteSourceProvider, control: CompositionControl) {
    self.provider = provider
    self.control = control
  }

  deinit { for (_, track) in opened { control.remove(track.bytes) } }

  /// The opened track of a source. Blocks while it is opened. `requiresDecoder`: whether its packets are decoded.
  ///
  /// - Throws: `MediaError` if the resource cannot be opened, or does not have such a track with a decoder.
  package func track(
    _ source: CompositionDescription.Source, kind: TrackInfo.Kind, requiresDecoder: Bool = true
  ) throws(MediaError) -> SourceTrack {
    if let index = opened.firstIndex(where: { $0.source.url == source.url && $0.source.trackID == source.trackID }) {
      let found = opened.remove(at: index)
      opened.append(found)
      return found.track
    }
    let track = try open(source, kind: kind, requiresDecoder: requiresDecoder)
    if opened.count >= Self.limit { control.remove(opened.removeFirst().track.bytes) }
    opened.append((source, track))
    return track
  }

  /// Opens the container of a source.
  private func open(
    _ source: CompositionDescription.Source, kind: TrackInfo.Kind, requiresDecoder: Bool
  ) throws(MediaError) -> SourceTrack {
    let budget = OpeningBudget()
    defer { budget.end() }
    var options = source.options
    options.opening = budget
    let bytes = try MediaOpener.source(for: source.url, options: options, from: provider)
    control.add(bytes)
    do throws(MediaError) {
      if try MediaOpener.isPlaylist(bytes, url: source.url, options: options) {
        throw MediaError(.refusedContainer("hls"), url: source.url)
      }
      let container = try ContainerSource(bytes, of: EngineItem(url: source.url, options: options), budget: budget)
      guard let info = container.info.tracks.first(where: { $0.trackID == source.trackID && $0.kind == kind }),
        let parameters = container.parameters(ofTrack: info.index)
      else { throw MediaError(kind == .video ? .noVideoTrack : .noPlayableTracks, url: source.url) }
      guard info.isDecodable || !requiresDecoder else {
        throw MediaError(.noDecoder(codec: info.codecName), url: source.url)
      }
      container.setActiveTracks([info.index])
      return SourceTrack(container, parameters, bytes: bytes)
    } catch {
      control.remove(bytes)
      throw error
    }
  }
}

extension CompositionDescription {
  /// A composition of all video and audio tracks of a resource, from beginning to end. Only one of several audio tracks
  /// is heard, as when the resource is played. Blocks while the resource is opened.
  ///
  /// - Throws: `MediaError` if it cannot be opened, or is a stream.
  package static func whole(
    _ url: URL, _ options: RequestOptions, _ provider: any ByteSourceProvider, _ control: CompositionControl
  ) throws(MediaError) -> CompositionDescription {
    let budget = OpeningBudget()
    defer { budget.end() }
    var opening = options
    opening.opening = budget
    let bytes = try MediaOpener.source(for: url, options: opening, from: provider)
    control.add(bytes)
    defer { control.remove(bytes) }
    if try MediaOpener.isPlaylist(bytes, url: url, options: opening) {
      throw MediaError(.refusedContainer("hls"), url: url)
    }
    let info = try ContainerSource(bytes, of: EngineItem(url: url, options: opening), budget: budget).info
    let audio = info.preferredTrack(.audio)?.index
    let tracks = info.tracks.compactMap { track -> Track? in
      let isVideo = track.kind == .video && !track.isAttachedPicture
      let end = info.timeRange(of: track).end
      guard isVideo || track.index == audio, track.isDecodable, end.isNumeric, end > .zero else { return nil }
      var track = track
      track.isDefault = true
      let range = CMTimeRange(start: .zero, end: end)
      let source = Source(url: url, options: options, trackID: track.trackID, info: track)
      return Track(info: track, segments: [Segment(source, range: range, target: range)])
    }
    return CompositionDescription(tracks: tracks)
  }
}
