import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// Adds chapters and a cover to a context for writing, as far as its container stores them.
struct MuxerExtras {
  private let format: UnsafeMutablePointer<AVFormatContext>
  /// libavformat's name of the container.
  private let container: String

  /// Chapters and cover of a context whose header is not written yet.
  init(_ format: UnsafeMutablePointer<AVFormatContext>, container: String) {
    (self.format, self.container) = (format, container)
  }

  /// Ten microseconds, exact enough for seconds, milliseconds and frames.
  private static let timescale: Int32 = 90_000
  /// The containers that store a cover as a stream with an attached picture.
  private static let pictures: Set<String> = ["mp4", "ipod", "mp3", "flac"]
  /// The containers whose chapters libavformat writes.
  private static let chapters: Set<String> = ["mp4", "mov", "ipod", "matroska", "webm", "ogg", "mp3"]

  // MARK: Chapters

  /// Adds the chapters. Those without a positive duration are left out.
  ///
  /// - Throws: `FFmpegError` if memory is exhausted.
  func add(_ chapters: [ChapterInfo]) throws(FFmpegError) {
    let valid = chapters.prefix(TagLimits.count).filter { $0.timeRange.isValid && $0.timeRange.duration > .zero }
    guard !valid.isEmpty, Self.chapters.contains(container) else { return }
    let size = MemoryLayout<UnsafeMutablePointer<AVChapter>?>.stride
    guard let memory = av_malloc(valid.count * size) else { throw .outOfMemory(.write) }
    let list = memory.bindMemory(to: UnsafeMutablePointer<AVChapter>?.self, capacity: valid.count)
    // libavformat frees the list and its elements with the context.
    format.pointee.chapters = list
    for (index, chapter) in valid.enumerated() {
      guard let memory = av_malloc(MemoryLayout<AVChapter>.size) else { throw .outOfMemory(.write) }
      memory.initializeMemory(as: UInt8.self, repeating: 0, count: MemoryLayout<AVChapter>.size)
      let made = memory.assumingMemoryBound(to: AVChapter.self)
      list[index] = made
      format.pointee.nb_chapters = UInt32(index + 1)
      made.pointee.id = Int64(index + 1)
      made.pointee.time_base = AVRational(num: 1, den: Self.timescale)
      made.pointee.start = Self.ticks(chapter.timeRange.start)
      made.pointee.end = Self.ticks(chapter.timeRange.end)
      if let title = chapter.title, !title.isEmpty { av_dict_set(&made.pointee.metadata, "title", title, 0) }
      if let language = chapter.titles.first?.language { av_dict_set(&made.pointee.metadata, "language", language, 0) }
    }
  }

  private static func ticks(_ time: CMTime) -> Int64 {
    let scaled = time.convertScale(timescale, method: .default)
    return scaled.isNumeric ? scaled.value : 0
  }

  // MARK: Cover

  /// Adds the stream or the attachment of a cover.
  ///
  /// - Returns: The packet to write after the header; nil if the container needs none, or stores no such image.
  /// - Throws: `FFmpegError` if memory is exhausted.
  func add(cover bytes: [UInt8]) throws(FFmpegError) -> CoverPacket? {
    guard Self.pictures.contains(container) || container == "matroska", let image = CoverImage(bytes) else {
      return nil
    }
    guard let stream = avformat_new_stream(format, nil), let parameters = stream.pointee.codecpar else {
      throw .outOfMemory(.write)
    }
    parameters.pointee.codec_id = image.codec
    parameters.pointee.width = Int32(clamping: image.width)
    parameters.pointee.height = Int32(clamping: image.height)
    guard container == "matroska" else {
      parameters.pointee.codec_type = AVMEDIA_TYPE_VIDEO
      stream.pointee.disposition = AV_DISPOSITION_ATTACHED_PIC
      stream.pointee.time_base = AVRational(num: 1, den: Self.timescale)
      av_dict_set(&stream.pointee.metadata, "comment", "Cover (front)", 0)
      return CoverPacket(stream: stream.pointee.index, bytes: bytes)
    }
    // An attachment's bytes are its configuration.
    parameters.pointee.codec_type = AVMEDIA_TYPE_ATTACHMENT
    av_dict_set(&stream.pointee.metadata, "filename", image.fileName, 0)
    av_dict_set(&stream.pointee.metadata, "mimetype", image.mimeType, 0)
    guard StreamParameters.setConfiguration(bytes, of: parameters) else { throw .outOfMemory(.write) }
    return nil
  }

  /// The packet with a cover.
  struct CoverPacket {
    let stream: Int32
    let bytes: [UInt8]

    /// Writes the packet after the header.
    ///
    /// - Throws: `FFmpegError` if it cannot be written.
    func write(to format: UnsafeMutablePointer<AVFormatContext>) throws(FFmpegError) {
      guard let packet = av_packet_alloc() else { throw .outOfMemory(.write) }
      defer {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
      }
      guard av_new_packet(packet, Int32(clamping: bytes.count)) >= 0 else { throw .outOfMemory(.write) }
      bytes.withUnsafeBytes { source in
        if let base = source.baseAddress {
          UnsafeMutableRawPointer(packet.pointee.data).copyMemory(from: base, byteCount: source.count)
        }
      }
      packet.pointee.stream_index = stream
      packet.pointee.flags = AV_PKT_FLAG_KEY
      (packet.pointee.pts, packet.pointee.dts) = (0, 0)
      let code = av_interleaved_write_frame(format, packet)
      guard code >= 0 else { throw FFmpegError(.write, code: code) }
    }
  }
}
