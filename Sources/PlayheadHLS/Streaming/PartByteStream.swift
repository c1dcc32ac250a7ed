import CoreMedia
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// The bytes of one part: its initialization section, then its segments, decrypted and one after the other. Belongs to
/// the reader's thread.
///
/// The stream advances the fetcher from segment to segment while they belong together. It records why its bytes end
/// early: libavformat reports only that they end.
final class PartByteStream {
  /// The beginning of a part.
  struct Beginning {
    /// The container format of the segments.
    let format: SegmentFormat
    /// The bytes, for a demuxer.
    let source: any PartBytes
    /// The timestamp of the first sample according to the tag before packed audio; nil without one.
    let tagTime: CMTime?
  }

  private let context: StreamContext
  /// The fetcher of the segments.
  private let fetcher: SegmentFetcher
  /// The reader of the present segment's bytes; nil at the end of a part.
  private var reader: SegmentReader?
  /// The remainder of the initialization section that has not been read.
  private var prefix: ArraySlice<UInt8> = []
  /// The complete size of the initialization section of the last part that may have one.
  private(set) var sectionSize = 0
  /// Detects discontinuous timestamps and records where the present part's segments begin among its bytes.
  private var discontinuityDetector = SegmentDiscontinuityDetector()
  /// Finds the timed metadata in the bytes.
  private var metadata: SegmentMetadata
  /// The part being read; nil until its demuxer is open.
  private var part: StreamPart?
  /// Why the bytes end early; nil while they do not.
  private(set) var failure: MediaError?

  /// Creates a stream without bytes.
  init(_ fetcher: SegmentFetcher, context: StreamContext) {
    self.fetcher = fetcher
    self.context = context
    metadata = SegmentMetadata(context.item)
  }

  // MARK: Parts

  /// Begins a part with the present segment of the fetcher, and reads the segment's first bytes.
  ///
  /// - Throws: `DemuxError` if the segment is empty, or cannot be read; `failure` has the cause.
  func begin(_ segment: QueuedSegment) throws(DemuxError) -> Beginning {
    failure = nil
    guard let reader = startReading(segment) else { throw .source(.cancelled) }
    let head: [UInt8]
    do throws(ByteSourceError) {
      head = try reader.head(SegmentFormat.probeLength)
    } catch {
      failure = MediaError(error, url: fetcher.currentURL)
      throw .source(error)
    }
    if head.isEmpty { throw .empty }
    discontinuityDetector = SegmentDiscontinuityDetector()
    discontinuityDetector.begins(segment)
    var format = SegmentFormat(head)
    if segment.segment.map != nil, format != .transportStream { format = .mp4 }
    metadata.begin(format)
    let source = try source(segment, format: format, reader: reader)
    return Beginning(format: format, source: source, tagTime: reader.tag?.timestamp)
  }

  /// Notes that the demuxer of the part is open.
  func opened(_ part: StreamPart) { self.part = part }

  /// Notes that the part is not read any more, and releases it.
  func closed() { part = nil }

  /// Ends the bytes of the part.
  func end() {
    reader = nil
    prefix = []
  }

  /// Notes a seek: the bytes of the part end, and none of its segments is found any more.
  func restart() {
    end()
    discontinuityDetector = SegmentDiscontinuityDetector()
  }

  /// The key with which the container decrypts its samples itself; nil: none.
  ///
  /// - Throws: `DemuxError` if the key is unavailable; `failure` has the cause.
  func sampleKey(of segment: QueuedSegment) throws(DemuxError) -> [UInt8]? {
    try recordFailure { () throws(MediaError) in try fetcher.sampleKey(of: segment) }
  }

  /// Takes the cause of the early end; nil if there was none since.
  func takeFailure() -> MediaError? {
    defer { failure = nil }
    return failure
  }

  /// The bytes of the part: a segment that is a complete MP4 file is read whole, since its index may be at its end.
  private func source(
    _ segment: QueuedSegment, format: SegmentFormat, reader: SegmentReader
  ) throws(DemuxError) -> any PartBytes {
    if format == .mp4, segment.segment.map == nil { return WholePartSource(try whole(reader)) }
    prefix = try recordFailure { () throws(MediaError) in try fetcher.section(of: segment) }[...]
    sectionSize = prefix.count
    return PartSource(control: context.control) { [unowned self] buffer throws(ByteSourceError) in
      try self.nextBytes(into: buffer)
    }
  }

  /// Reads a segment to its end.
  private func whole(_ reader: SegmentReader) throws(DemuxError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    do throws(ByteSourceError) {
      while case let count = try reader.read(into: buffer), count > 0 { bytes += buffer[..<count] }
    } catch {
      failure = MediaError(error, url: fetcher.currentURL)
      throw .source(error)
    }
    return bytes
  }

  /// Runs a fetch. Its error becomes the `failure` and ends the bytes.
  private func recordFailure<Result>(_ fetch: () throws(MediaError) -> Result) throws(DemuxError) -> Result {
    do throws(MediaError) {
      return try fetch()
    } catch {
      failure = error
      throw .source(.cancelled)
    }
  }

  // MARK: Bytes

  /// Starts to read a segment. Returns nil, with the reason in `failure`, if its key is unavailable.
  private func startReading(_ segment: QueuedSegment) -> SegmentReader? {
    do throws(MediaError) {
      let made = try fetcher.reader(of: segment)
      made.onTag = { [item = context.item] in SegmentMetadata.deliver($0, of: segment, to: item) }
      metadata.beginSegment()
      reader = made
      return made
    } catch {
      failure = error
      return nil
    }
  }

  /// The next bytes of the part; 0 at its end.
  private func nextBytes(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    if !prefix.isEmpty {
      let count = min(buffer.count, prefix.count)
      buffer.copyBytes(from: prefix.prefix(count))
      prefix = prefix.dropFirst(count)
      discontinuityDetector.offset += Int64(count)
      return count
    }
    while let reader {
      do throws(ByteSourceError) {
        let count = try reader.read(into: buffer)
        if count > 0 {
          discontinuityDetector.offset += Int64(count)
          if let segment = fetcher.current {
            metadata.scan(UnsafeRawBufferPointer(rebasing: buffer[..<count]), of: segment)
          }
          return count
        }
      } catch {
        failure = MediaError(error, url: fetcher.currentURL)
        throw error
      }
      self.reader = try advanceWithinPart() ? self.reader : nil
    }
    return 0
  }

  /// Whether the next segment belongs to the same part; if so, reading continues with it.
  private func advanceWithinPart() throws(ByteSourceError) -> Bool {
    // An I-frame segment does not continue.
    guard let before = fetcher.current, !fetcher.isReadingKeyframes else { return false }
    do throws(MediaError) {
      guard try fetcher.ensureWaiting(isPartOpen: part != nil), let next = fetcher.firstWaiting,
        next.continues(before), part?.isLong(upTo: next.start) != true
      else { return false }
    } catch {
      failure = error
      throw .cancelled
    }
    guard let next = fetcher.advance() else { return false }
    guard startReading(next) != nil else { throw .cancelled }
    discontinuityDetector.begins(next)
    return true
  }

  // MARK: Packets

  /// Whether a packet's time follows neither from the previous packet nor from the playlist.
  func isDiscontinuity(_ packet: Packet) -> Bool { discontinuityDetector.isDiscontinuity(packet) }

  /// The segment that contains a packet of the part; nil if it is not known any more.
  func segment(of packet: Packet) -> QueuedSegment? {
    packet.fileOffset.flatMap { discontinuityDetector.segment(at: $0) }
  }

  /// Delivers the timed metadata found so far, with the tags that the demuxer has found.
  func deliver(_ tags: [TimedTags]) { metadata.deliver(tags, origins: context.origins) }
}
