import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import Synchronization

/// Writes the samples of a program to a new file: encodes each track on the thread that appends its samples.
///
///     append ─► WriterLane (decode, convert, encode) ─► packets ─► Muxer ─► temporary file ─► file
///
/// The header is written when each track has its first sample, because only then its coding is known. The file appears
/// under its name when it is complete; with fragments it is written under its name, so that an interrupted file can be
/// played. Any thread.
package final class MediaWriter: @unchecked Sendable {
  // Sendable: each lane is used only while its lock is held, the output only while `lock` is held.

  /// The request for a file.
  package struct Request: Sendable {
    /// The URL of the new file, at which there is none.
    package var output: URL
    /// FFmpeg's name of the container.
    package var container: String
    /// The metadata with libavformat's key names.
    package var metadata: [String: String] = [:]
    /// Whether the index of MP4 precedes the media.
    package var isProgressive = false
    /// The duration of the fragments of MP4; nil for a file without fragments.
    package var fragmentDuration: CMTime?
    /// The chapters and the cover, on the timeline of the file.
    package var extras = FileExtras()
    /// Where segments begin; nil for a file.
    package var boundaries: SegmentBoundaries?
    /// Receives segments, on the thread that appends samples. Must not call the writer.
    package var deliver: @Sendable (WrittenSegment) -> Void = { _ in }
    /// The limit in bytes for packets that wait for samples of other tracks: tracks that take turns need far less.
    package var pendingLimit = 256 << 20

    /// Creates a request.
    package init(output: URL, container: String) { (self.output, self.container) = (output, container) }
  }

  /// A lane with its lock and the state that the output uses.
  private struct Entry {
    let lane: WriterLane
    let lock = NSLock()
  }

  /// The part that all tracks share.
  private struct Output {
    var session: WriterSession?
    var muxer: Muxer?
    /// The packets before the header is written, by track.
    var pending: [[Packet]]
    /// The end of what was appended, by track; nil before the first sample.
    var ends: [CMTime?]
    /// The latest presentation time of what was appended, by track; nil before the first sample.
    var starts: [CMTime?]
    var isFinished: [Bool]
    /// The number of each track in the file; nil for tracks without samples.
    var numbers: [Int?]
    var isEnded = false
    /// The size of the packets that wait.
    var pendingBytes = 0
    /// Cuts segments; nil for a file.
    var cutter: SegmentCutter?
    /// The size of all packets with their entries in the index.
    var bytes: Int64 = 0
    /// The end of the packets, by track; nil before the first one.
    var packetEnds: [CMTime?]
  }

  private let request: Request
  private let file: OutputFile
  private let entries: [Entry]
  private let lock = NSLock()
  private var output: Output

  /// A track may be ahead of the slowest one by this time: the packets between them are held in memory.
  private static let lead = CMTime(value: 1, timescale: 1)
  /// The bytes of the index for each packet of MP4, approximately.
  private static let indexBytes: Int64 = 24

  /// Whether a codec, by libavcodec's name, can be encoded.
  package static func hasEncoder(of codec: String) -> Bool { EncoderCatalog.hasEncoder(of: codec) }

  /// Whether a container, by FFmpeg's name, can store a codec, by libavcodec's name.
  package static func canStore(_ codec: String, in container: String) -> Bool {
    Muxer.canStore(codec, in: container)
  }

  /// Whether a container, by FFmpeg's name, can store compressed samples of a format.
  package static func canStore(_ format: CMFormatDescription, in container: String) -> Bool {
    let codec =
      format.audioStreamBasicDescription.map { AudioSampleReader.codecName($0) }
      ?? MediaSubTypes.codecName(of: format.mediaSubType.rawValue)
    return codec.map { canStore($0, in: container) } ?? false
  }

  /// Creates a writer of tracks. Opens nothing.
  package init(_ request: Request, tracks: [WriterTrack]) {
    self.request = request
    file = OutputFile(request.output, isInPlace: request.fragmentDuration != nil)
    entries = tracks.map { Entry(lane: WriterLane($0)) }
    let lead = tracks.firstIndex { $0.kind == .video } ?? 0
    output = Output(
      pending: tracks.map { _ in [] }, ends: tracks.map { _ in nil }, starts: tracks.map { _ in nil },
      isFinished: tracks.map { _ in false },
      numbers: tracks.map { _ in nil }, cutter: request.boundaries.map { SegmentCutter($0, lead: lead) },
      packetEnds: tracks.map { _ in nil })
  }

  /// The bytes of all packets so far, and the end of those of the slowest track on the timeline of the file's zero; an
  /// invalid time before each track has a packet.
  package var encoded: (bytes: Int64, end: CMTime) {
    lock.withLock {
      let ends = output.packetEnds.compactMap { $0 }
      let start = output.session?.start ?? .zero
      return (output.bytes, ends.count == entries.count ? (ends.min() ?? .invalid) + start : .invalid)
    }
  }

  /// Checks that the file can be created.
  ///
  /// - Throws: `MediaError` if there is a file already, or none can be written.
  package func start() throws(MediaError) {
    guard request.boundaries == nil else { return }
    try file.create()
  }

  /// Ends the present segment before the next sample of the track that decides where segments end: a frame that is
  /// encoded becomes a keyframe, a copied one must be a sync sample.
  package func endSegment() {
    for entry in entries { entry.lock.withLock { entry.lane.beginSegment() } }
    lock.withLock {
      let lead = entries.firstIndex { $0.lane.track.kind == .video } ?? 0
      let time = output.starts[lead] ?? .negativeInfinity
      output.cutter?.request(at: time)
    }
  }

  /// Sets the time that becomes zero in the file.
  package func begin(at time: CMTime) { lock.withLock { output.session = WriterSession(start: time) } }

  /// Sets the end of the file.
  package func end(at time: CMTime) { lock.withLock { output.session?.end = time } }

  /// Whether a track may be appended to: it is not far ahead of the others.
  package func isReady(_ track: Int) -> Bool {
    lock.withLock {
      guard !output.isFinished[track], !output.isEnded, let session = output.session else { return false }
      guard let own = output.ends[track] else { return true }
      let others = output.ends.indices.filter { $0 != track && !output.isFinished[$0] }
      return others.allSatisfy { own <= (output.ends[$0] ?? session.start) + Self.lead }
    }
  }

  /// Appends samples to a track. Blocks while they are encoded and written.
  ///
  /// - Throws: `MediaError` if they cannot be encoded or written, or their times do not ascend.
  package func append(_ buffer: CMSampleBuffer, to track: Int) throws(MediaError) {
    let entry = entries[track]
    entry.lock.lock()
    defer { entry.lock.unlock() }
    guard let session = lock.withLock({ output.session }) else {
      throw MediaError(.invalidSamples("a sample was appended before the start of the session"), url: request.output)
    }
    let packets = try making { () throws(WriterLane.Failure) in try entry.lane.packets(of: buffer, session) }
    let time = buffer.presentationTimeStamp
    let end = buffer.duration.isNumeric ? time + buffer.duration : time
    try locked { (output: inout Output) throws(MediaError) in
      if end.isNumeric { output.ends[track] = max(output.ends[track] ?? end, end) }
      if time.isNumeric { output.starts[track] = max(output.starts[track] ?? time, time) }
      try write(packets, of: track, &output)
    }
  }

  /// Declares that a track has no more samples.
  package func finish(_ track: Int) throws(MediaError) {
    let entry = entries[track]
    entry.lock.lock()
    defer { entry.lock.unlock() }
    let (isFinished, session) = lock.withLock { (output.isFinished[track], output.session) }
    guard !isFinished, let session else { return }
    let packets = try making { () throws(WriterLane.Failure) in try entry.lane.finish(session) }
    try locked { (output: inout Output) throws(MediaError) in
      output.isFinished[track] = true
      try write(packets, of: track, &output)
    }
  }

  /// Finishes all tracks, and completes the file. Blocks.
  ///
  /// - Throws: `MediaError` if it cannot be written, or no track has samples. No file remains then.
  package func finish() throws(MediaError) {
    do throws(MediaError) {
      for track in entries.indices { try finish(track) }
      try locked { (output: inout Output) throws(MediaError) in
        guard let muxer = output.muxer else { throw MediaError(.noPlayableTracks, url: request.output) }
        if output.cutter?.isEmpty == false { try cut(muxer, &output) }
        try writing { () throws(FFmpegError) in try muxer.finish() }
        (output.muxer, output.isEnded) = (nil, true)
      }
      guard request.boundaries == nil else { return }
      try cutEnd()
      try file.publish()
    } catch {
      cancel()
      throw error
    }
  }

  /// Ends writing, and removes the file.
  package func cancel() {
    lock.withLock {
      (output.muxer, output.isEnded) = (nil, true)
      if request.boundaries == nil { file.discard() }
    }
  }

  // MARK: Writing

  /// Shortens copied tracks to the session.
  private func cutEnd() throws(MediaError) {
    let session = lock.withLock { output.session }
    guard let session, session.end.isNumeric, Muxer.isMovie(request.container), request.fragmentDuration == nil else {
      return
    }
    do {
      try MovieEnd.set((session.end - session.start).seconds, ofFileAt: file.temporary)
    } catch {
      throw MediaError(.writeFailed(errno: EIO), url: request.output)
    }
  }

  /// Writes packets and those before them, once the coding of each track is known.
  private func write(_ packets: [Packet], of track: Int, _ output: inout Output) throws(MediaError) {
    guard !output.isEnded else { throw MediaError(.cancelled, url: request.output) }
    output.pending[track] += packets
    for packet in packets {
      output.pendingBytes += packet.byteCount
      output.bytes += Int64(packet.byteCount) + Self.indexBytes
      let end = packet.presentationTime + packet.duration
      if end.isNumeric { output.packetEnds[track] = max(output.packetEnds[track] ?? end, end) }
    }
    if output.muxer == nil {
      let isKnown = entries.indices.allSatisfy { !output.pending[$0].isEmpty || output.isFinished[$0] }
      guard isKnown, output.pending.contains(where: { !$0.isEmpty }) else { return try checkPending(output) }
      output.muxer = try openMuxer(&output)
    }
    guard let muxer = output.muxer else { return }
    // In the order of their times: the first packets of several tracks are pending together.
    var next = entries.map { _ in 0 }
    while let track = entries.indices.filter({ next[$0] < output.pending[$0].count }).min(by: {
      time(output.pending[$0][next[$0]], $0) < time(output.pending[$1][next[$1]], $1)
    }) {
      // A segment has all samples of its time: those of a slower track come first.
      if output.cutter != nil,
        entries.indices.contains(where: {
          !output.isFinished[$0] && next[$0] >= output.pending[$0].count
        })
      {
        break
      }
      let packet = output.pending[track][next[track]]
      next[track] += 1
      output.pendingBytes -= packet.byteCount
      guard let number = output.numbers[track] else { continue }
      let origin = entries[track].lane.origin
      try addToSegment(packet, of: track, number, muxer, &output)
      try writing { () throws(FFmpegError) in
        let time = packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
        try muxer.write(packet, track: number, decodeTime: time, origin: origin)
      }
    }
    for track in entries.indices { output.pending[track].removeFirst(next[track]) }
    try checkPending(output)
  }

  /// Checks that the packets that wait for other tracks are within the limit.
  private func checkPending(_ output: Output) throws(MediaError) {
    guard output.pendingBytes > request.pendingLimit else { return }
    throw MediaError(.invalidSamples("one track has no samples while the others have many"), url: request.output)
  }

  /// Ends the segment before a packet if it has to, and adds the packet to the present one.
  private func addToSegment(
    _ packet: Packet, of track: Int, _ number: Int, _ muxer: Muxer, _ output: inout Output
  ) throws(MediaError) {
    guard output.cutter != nil else { return }
    let lane = entries[track].lane
    // Times on the timeline of the samples: encoded packets begin at zero.
    let start = output.session?.start ?? .zero
    let time = packet.presentationTime - lane.origin + start
    if output.cutter?.ends(before: packet, at: time, of: track, lane.track.kind) == true { try cut(muxer, &output) }
    output.cutter?.add(packet, at: time, number: number, lane.track.kind)
    guard output.cutter?.isTooLarge == true else { return }
    throw MediaError(.tooLarge("a segment has more than \(SegmentCutter.sizeLimit) bytes"), url: request.output)
  }

  /// Ends the present segment and delivers it.
  private func cut(_ muxer: Muxer, _ output: inout Output) throws(MediaError) {
    let bytes = try writing { () throws(FFmpegError) in try muxer.cut() }
    for segment in output.cutter?.take(bytes) ?? [] { request.deliver(segment) }
  }

  private func time(_ packet: Packet, _ track: Int) -> CMTime {
    let time = packet.decodeTime.isNumeric ? packet.decodeTime : packet.presentationTime
    return time.isNumeric ? time - entries[track].lane.origin : .zero
  }

  private func openMuxer(_ output: inout Output) throws(MediaError) -> Muxer {
    var tracks: [Muxer.Track] = []
    for (index, entry) in entries.enumerated() where !output.pending[index].isEmpty {
      guard let parameters = entry.lane.parameters else { continue }
      output.numbers[index] = tracks.count
      tracks.append(Muxer.Track(parameters, as: entry.lane.track, timescale: entry.lane.timescale))
    }
    return try writing { () throws(FFmpegError) in
      try Muxer(
        path: request.boundaries == nil ? file.temporary : nil, container: request.container, tracks: tracks,
        metadata: request.metadata,
        isProgressive: request.isProgressive, fragmentDuration: request.fragmentDuration, extras: request.extras)
    }
  }

  // MARK: Errors

  private func locked(_ body: (inout Output) throws(MediaError) -> Void) throws(MediaError) {
    lock.lock()
    defer { lock.unlock() }
    try body(&output)
  }

  private func writing<Result>(_ body: () throws(FFmpegError) -> Result) throws(MediaError) -> Result {
    do throws(FFmpegError) {
      return try body()
    } catch {
      throw MediaError(writing: error, to: request.output)
    }
  }

  private func making(_ body: () throws(WriterLane.Failure) -> [Packet]) throws(MediaError) -> [Packet] {
    do throws(WriterLane.Failure) {
      return try body()
    } catch {
      let kind: MediaError.Kind
      var cause: FFmpegError?
      switch error {
      case .invalidSample: kind = .invalidSamples("a sample has no data, or a format that the track does not accept")
      case .times: kind = .invalidSamples("the times of the samples do not ascend")
      case .gap: kind = .invalidSamples("there is a gap of more than a day between samples")
      case .decoder: kind = .invalidSamples("a sample cannot be decoded")
      case .encoder(let codec, let error): (kind, cause) = (.encodeFailed(codec: codec), error)
      }
      throw MediaError(kind, url: request.output, cause: cause)
    }
  }
}

extension Muxer.Track {
  /// A track with the properties that a program declares.
  fileprivate init(_ parameters: StreamParameters, as track: WriterTrack, timescale: CMTimeScale?) {
    var info = parameters.track
    info.language = track.language
    info.isDefault = track.isEnabled
    info.video?.transform = track.transform
    self.init(parameters, info: info, timescale: timescale)
  }
}
