import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadNetworking

/// The priming and length of the audio of an MP4 file that iTunes declares in the tag `iTunSMPB` instead of in an edit
/// list: the part of the samples that is heard.
///
/// The tag contains hexadecimal numbers: an unused one, the samples of priming, the samples of padding at the end, and
/// the samples that remain. Only files whose single track is audio have it; an edit list takes precedence.
struct MP4Gapless {
  /// The identifier of the audio track.
  let track: Int32
  /// The media time at which the timeline begins: the end of the priming.
  let origin: CMTime
  /// The end of the audio on the asset's timeline.
  let end: CMTime

  /// Larger values are damage; libavformat ignores them too.
  private static let primingLimit: Int64 = 16_384

  /// The priming and length that an MP4 file with a single audio stream declares; nil for other files.
  static func declared(by format: UnsafeMutablePointer<AVFormatContext>, _ source: any ByteSource) -> MP4Gapless? {
    let streams = format.streamPointers.filter { $0.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0 }
    guard let name = format.pointee.iformat?.pointee.name, String(cString: name).hasPrefix("mov,"),
      source.isSeekable, streams.count == 1, let parameters = streams[0].pointee.codecpar?.pointee,
      parameters.codec_type == AVMEDIA_TYPE_AUDIO
    else { return nil }
    return MP4Gapless(source, sampleRate: parameters.sample_rate)
  }

  /// Reads the boxes; nil if the tag does not apply. Moves the source's position.
  ///
  /// - Parameter sampleRate: The sample rate of the audio, which the media must count in.
  init?(_ source: any ByteSource, sampleRate: Int32) {
    guard let size = source.size else { return nil }
    let reader = BoxReader(source)
    guard let movie = reader.boxes(in: 0..<size, through: "moov").last, movie.type == "moov" else { return nil }
    let parts = reader.boxes(in: movie.content)
    let tracks = parts.filter { $0.type == "trak" }
    guard tracks.count == 1, let box = tracks.first, !parts.contains(where: { $0.type == "mvex" }) else { return nil }
    let inner = reader.boxes(in: box.content)
    guard !inner.contains(where: { $0.type == "edts" }),
      let identifier = inner.first(where: { $0.type == "tkhd" }).flatMap(reader.trackIdentifier),
      let media = inner.first(where: { $0.type == "mdia" }),
      let length = reader.boxes(in: media.content).first(where: { $0.type == "mdhd" }).flatMap(reader.header),
      length.timescale == Int64(sampleRate), sampleRate > 0,
      let tag = Self.tag(in: parts, reader), let range = Self.samples(tag, of: length.duration)
    else { return nil }
    track = identifier
    origin = CMTime(value: range.lowerBound, timescale: sampleRate)
    end = CMTime(value: Int64(range.count), timescale: sampleRate)
  }

  /// The samples that are heard, according to a tag; nil if it is damaged or declares no priming.
  ///
  /// - Parameter duration: The number of samples in the file.
  static func samples(_ tag: String, of duration: Int64) -> Range<Int64>? {
    let numbers = tag.split(whereSeparator: \.isWhitespace).prefix(4).map { Int64($0, radix: 16) }
    guard numbers.count == 4, let priming = numbers[1], let padding = numbers[2], let count = numbers[3],
      priming > 0, priming < primingLimit, padding >= 0, padding < duration, count >= 0
    else { return nil }
    let rest = duration - priming
    // Older encoders write no count.
    let end = count > 0 ? priming + min(count, rest) : duration - padding
    return end > priming ? priming..<end : nil
  }

  /// The text of `iTunSMPB` (`udta` › `meta` › `ilst` › `----` with `mean`, `name` and `data`).
  private static func tag(in movie: [BoxReader.Box], _ reader: BoxReader) -> String? {
    guard let user = movie.first(where: { $0.type == "udta" }),
      let meta = reader.boxes(in: user.content).first(where: { $0.type == "meta" }), meta.content.count > 4,
      let list = reader.boxes(in: meta.content.lowerBound + 4..<meta.content.upperBound).first(where: {
        $0.type == "ilst"
      })
    else { return nil }
    for item in reader.boxes(in: list.content).prefix(TagLimits.count) where item.type == "----" {
      let parts = reader.boxes(in: item.content)
      // Four bytes of version and flags; with the data, also four of the locale.
      guard let name = parts.first(where: { $0.type == "name" }), name.content.count == 12,
        reader.exactBytes(name.content)?.dropFirst(4) == ArraySlice(Array("iTunSMPB".utf8)),
        let data = parts.first(where: { $0.type == "data" }), data.content.count > 8, data.content.count < 1024,
        let bytes = reader.exactBytes(data.content)
      else { continue }
      return String(decoding: bytes.dropFirst(8), as: UTF8.self)
    }
    return nil
  }
}
