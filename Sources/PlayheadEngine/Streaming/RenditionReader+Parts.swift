import CoreMedia
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming

/// Combines segments into parts: bytes in order, and the demuxer that reads them.
extension RenditionReader {
  /// Opens the next part without placing it on the timeline yet. False at the end.
  ///
  /// A segment that cannot be opened is skipped or requested again, as `explain` decides.
  ///
  /// - Throws: `MediaError` if no further segment can be opened.
  func openPart() throws(MediaError) -> Bool {
    while true {
      guard let segment = try nextSegment() else { return false }
      do throws(DemuxError) {
        part = try makePart(segment)
        return true
      } catch {
        try explain(error)
        endPart()
      }
    }
  }

  /// Creates the demuxer of the part that begins with a segment, from its format and keys.
  private func makePart(_ segment: QueuedSegment) throws(DemuxError) -> StreamPart {
    failure = nil
    guard let reader = startReading(segment) else { throw .source(.cancelled) }
    let head: [UInt8]
    do throws(ByteSourceError) {
      head = try reader.head(SegmentFormat.probeLength)
    } catch {
      failure = MediaError(error, url: segment.segment.url ?? feed.url)
      throw .source(error)
    }
    if head.isEmpty { throw .empty }
    discontinuityDetector = SegmentDiscontinuityDetector()
    discontinuityDetector.begins(segment)
    var format = SegmentFormat(head)
    if segment.segment.map != nil, format != .transportStream { format = .mp4 }
    events = format == .mp4 ? EventMessages() : nil
    let source = try partSource(segment, format: format, reader: reader)
    let number = segment.segment.discontinuitySequence
    if ownOrigins?.discontinuity != number { ownOrigins = nil }
    let demuxer = try demuxer(
      of: source, PartOptions(formatName: format.demuxerName, sampleKey: try sampleKey(of: segment), look: .brief))
    return try StreamPart(
      demuxer, format: format, kinds: kinds, tagTime: reader.tag?.timestamp,
      discontinuity: number,
      expectedStart: (ownOrigins?.origins ?? context.origins).isKnown(number)
        ? segment.start : lastEnd ?? segment.start)
  }

  /// The bytes of the part: a segment that is a complete MP4 file is read whole, since its index may be at its end.
  private func partSource(
    _ segment: QueuedSegment, format: SegmentFormat, reader: SegmentReader
  ) throws(DemuxError) -> any PartBytes {
    if format == .mp4, segment.segment.map == nil { return WholePartSource(try whole(reader)) }
    prefix = try section(of: segment)[...]
    sectionSize = prefix.count
    return PartSource(control: context.control) { [unowned self] buffer throws(ByteSourceError) in
      try self.nextBytes(into: buffer)
    }
  }

  /// A demuxer with brief probing, which shows the first frame sooner; if that finds no streams, the same bytes are
  /// probed again thoroughly.
  private func demuxer(of source: any PartBytes, _ options: PartOptions) throws(DemuxError) -> Demuxer {
    let brief = try Demuxer(source: source, part: options)
    guard !brief.knowsStreams else {
      source.discardBeginning()
      return brief
    }
    var thorough = options
    thorough.look = .thorough
    return try Demuxer(source: source.fromBeginning(), part: thorough)
  }

  /// Reads a segment to its end.
  private func whole(_ reader: SegmentReader) throws(DemuxError) -> [UInt8] {
    var bytes: [UInt8] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    do throws(ByteSourceError) {
      while case let count = try reader.read(into: buffer), count > 0 { bytes += buffer[..<count] }
    } catch {
      failure = MediaError(error, url: queue.current?.segment.url ?? feed.url)
      throw .source(error)
    }
    return bytes
  }

  /// The bytes of a segment's initialization section; empty if it has none.
  private func section(of segment: QueuedSegment) throws(DemuxError) -> [UInt8] {
    guard let map = segment.segment.map else { return [] }
    do throws(MediaError) {
      return try context.bytes(of: map)
    } catch {
      failure = error
      throw .source(.cancelled)
    }
  }

  /// The key with which the container itself decrypts its samples.
  private func sampleKey(of segment: QueuedSegment) throws(DemuxError) -> [UInt8]? {
    do throws(MediaError) {
      return try SegmentKeys.sampleKey(of: segment.segment, context)
    } catch {
      failure = error
      throw .source(.cancelled)
    }
  }

  /// Starts to read a segment. Returns nil, with the reason in `failure`, if its key is unavailable.
  private func startReading(_ segment: QueuedSegment) -> SegmentReader? {
    do throws(MediaError) {
      let cipher = try SegmentKeys.cipher(of: segment.segment, context)
      if isVariant { context.journal.begins(segment) }
      let made = SegmentReader(
        segment.load, control: context.control, cipher: cipher,
        samples: try SegmentKeys.samples(of: segment.segment, context))
      made.onTag = { [unowned self] in deliver($0, of: segment) }
      if events != nil { events = EventMessages() }
      reader = made
      return made
    } catch {
      failure = error
      return nil
    }
  }

  // MARK: Bytes

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
          findEvents(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
          return count
        }
      } catch {
        failure = MediaError(error, url: queue.current?.segment.url ?? feed.url)
        throw error
      }
      self.reader = try advanceWithinPart() ? self.reader : nil
    }
    return 0
  }

  /// Whether the next segment belongs to the same part; if so, reading continues with it.
  private func advanceWithinPart() throws(ByteSourceError) -> Bool {
    // An I-frame segment does not continue.
    guard let before = queue.current, before.feed.timeline?.playlist.isIFramesOnly != true else { return false }
    do throws(MediaError) {
      guard try ensureWaiting(), let next = queue.waiting.first, next.continues(before), !isLong(upTo: next.start)
      else { return false }
    } catch {
      failure = error
      throw .cancelled
    }
    guard let next = queue.advance() else { return false }
    guard startReading(next) != nil else { throw .cancelled }
    discontinuityDetector.begins(next)
    return true
  }

  /// Whether a part of fragmented MP4 should end. libavformat retains an index entry for every sample it has ever read:
  /// megabytes an hour. A new demuxer continues at the same place and feeds the same decoders.
  private func isLong(upTo time: CMTime) -> Bool {
    guard let part, part.format == .mp4 else { return false }
    return time - part.expectedStart >= Self.longestPart
  }
  /// A few hundred kilobytes of index entries.
  private static let longestPart = CMTime(value: 120, timescale: 1)
}
