import CoreMedia
import Foundation
import Glibc
import PlayheadCompositions
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import Synchronization

/// Copies the compressed tracks of a resource, or a range of them, to a new file.
///
/// The file is written under a temporary name in the same folder and renamed when it is complete; a failure or a
/// cancellation removes it.
package final class MediaExport: ExportJob {
  /// The request for a file.
  package struct Request: Sendable {
    /// The URL of the resource.
    package var url: URL
    /// The options of all requests for it.
    package var options: RequestOptions
    /// The tracks to copy.
    package var tracks: [TrackInfo]
    /// The range on the resource's timeline.
    package var range: CMTimeRange
    /// The URL of the new file, at which there is none.
    package var output: URL
    /// FFmpeg's name of the container.
    package var container: String
    /// The metadata with libavformat's key names.
    package var metadata: [String: String]
    /// Whether the index of MP4 precedes the media.
    package var isProgressive: Bool
    /// The chapters and the cover of the resource.
    package var extras = FileExtras()
    /// The largest size of the new file in bytes, at which the media is cut; nil without a limit.
    package var byteLimit: Int64?

    /// Creates a request.
    package init(
      url: URL, options: RequestOptions, tracks: [TrackInfo], range: CMTimeRange, output: URL, container: String,
      metadata: [String: String], isProgressive: Bool
    ) {
      (self.url, self.options, self.tracks, self.range) = (url, options, tracks, range)
      (self.output, self.container, self.metadata) = (output, container, metadata)
      self.isProgressive = isProgressive
    }
  }

  /// Receives the part that is written, from 0 to 1, on the thread of `run`.
  package typealias ProgressHandler = (Double) -> Void

  private let request: Request
  private let control = CompositionControl()

  /// Nothing is opened yet.
  package init(_ request: Request) { self.request = request }

  /// Whether a container, by FFmpeg's name, can store a track without encoding it again.
  package static func canStore(_ track: TrackInfo, in container: String) -> Bool {
    Muxer.canStore(track, in: container)
  }

  /// Ends the export, which then throws. Any thread.
  package func cancel() { control.cancel() }

  /// Writes the file. Blocks until it is complete.
  ///
  /// - Throws: `MediaError` if reading or writing fails, or the export was cancelled. No file remains then.
  package func run(_ progress: ProgressHandler) throws(MediaError) {
    let file = OutputFile(request.output)
    try file.create()
    do throws(MediaError) {
      try write(to: file.temporary, progress)
      try file.publish()
      progress(1)
    } catch {
      file.discard()
      throw error
    }
  }

  private func write(to path: String, _ progress: ProgressHandler) throws(MediaError) {
    let sources = request.tracks.map { _ in SourceTracks(PlaybackEnvironment.current.sources, control: control) }
    var lanes: [Lane] = []
    for (index, info) in request.tracks.enumerated() {
      let source = CompositionDescription.Source(
        url: request.url, options: request.options, trackID: info.trackID, info: info)
      let track = try sources[index].track(source, kind: info.kind, requiresDecoder: false)
      lanes.append(
        Lane(
          track, TrackPackets(track, range: request.range, url: request.url, control: control), range: request.range))
    }
    for index in lanes.indices { try lanes[index].advance() }
    // A header alone has tracks without samples.
    guard lanes.contains(where: { $0.next != nil }) else { throw MediaError(.noPlayableTracks, url: request.url) }
    let muxer = try writing { () throws(FFmpegError) in
      try Muxer(
        path: path, container: request.container, tracks: lanes.map { Muxer.Track($0.track.parameters) },
        metadata: request.metadata, isProgressive: request.isProgressive, extras: request.extras.cut(to: request.range))
    }
    let end = try copy(&lanes, to: muxer, progress)
    try writing { () throws(FFmpegError) in try muxer.finish() }
    // Only edits hide the frames after the end to which others refer.
    guard Muxer.isMovie(request.container), end.isNumeric else { return }
    do {
      try MovieEnd.set((end - request.range.start).seconds, ofFileAt: path)
    } catch {
      throw MediaError(.writeFailed(errno: EIO), url: request.output)
    }
  }

  /// Copies all packets in the order of their decode times, beginning with the next one of each track.
  ///
  /// - Returns: The end of the media: that of the range, or the time at which the limit of the size is reached.
  private func copy(_ lanes: inout [Lane], to muxer: Muxer, _ progress: ProgressHandler) throws(MediaError) -> CMTime {
    var size = ExportSize(request.byteLimit, extras: request.extras)
    let seconds = max(.ulpOfOne, request.range.duration.seconds)
    while let (index, next) = lanes.enumerated().compactMap({ index, lane in lane.next.map { (index, $0) } })
      .min(by: { $0.1.time < $1.1.time })
    {
      if control.isCancelled { throw MediaError(.cancelled, url: request.url) }
      let origin = request.range.start
      // All frames that are displayed before this decode time are written already.
      guard size.add(next.packet.byteCount) else { return max(origin, min(next.time, request.range.end)) }
      try writing { () throws(FFmpegError) in
        try muxer.write(next.packet, track: index, decodeTime: next.time, origin: origin)
      }
      let done = (next.time - origin).seconds / seconds
      if done.isFinite { progress(min(max(0, done), 1)) }
      try lanes[index].advance()
    }
    return request.range.end
  }

  /// Maps a failure of libavformat to one of writing.
  private func writing<Result>(_ body: () throws(FFmpegError) -> Result) throws(MediaError) -> Result {
    do throws(FFmpegError) {
      return try body()
    } catch {
      throw MediaError(writing: error, to: request.output)
    }
  }

  /// A track with its next packets.
  private struct Lane {
    let track: SourceTrack
    private var packets: TrackPackets
    private var times: DecodeTimes
    /// Packets whose decode time is not known yet.
    private var waiting: [Packet] = []
    private var ready: [(packet: Packet, time: CMTime)] = []
    /// The range to which cues are cut.
    private let range: CMTimeRange

    init(_ track: SourceTrack, _ packets: TrackPackets, range: CMTimeRange) {
      (self.track, self.packets, self.range) = (track, packets, range)
      times = DecodeTimes(isReordered: track.parameters.track.kind == .video)
    }

    /// The packet to write next with its decode time; nil at the end.
    var next: (packet: Packet, time: CMTime)? { ready.first }

    /// Moves to the first or the next packet.
    mutating func advance() throws(MediaError) {
      if !ready.isEmpty { ready.removeFirst() }
      while ready.isEmpty {
        guard var packet = try packets.next() else {
          take(times.finish())
          return
        }
        if track.parameters.track.kind == .text {
          guard let cue = packet.cut(to: range) else { continue }
          packet = cue
        }
        waiting.append(packet)
        take(
          times.add(
            DecodeTimes.Entry(
              presentation: packet.presentationTime, decode: packet.decodeTime, duration: packet.duration)))
      }
    }

    private mutating func take(_ known: [CMTime]) {
      for (packet, time) in zip(waiting, known) { ready.append((packet, time.isNumeric ? time : .zero)) }
      waiting.removeFirst(min(known.count, waiting.count))
    }
  }
}
