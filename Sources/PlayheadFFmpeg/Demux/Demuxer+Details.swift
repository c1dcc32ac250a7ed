import CPlayheadFFmpeg
import CoreMedia
import Foundation
import PlayheadMedia
import PlayheadNetworking

extension Demuxer {
  /// Reads the details that playback does not need. Call it before the first packet is read, or if none will be: it
  /// moves the source.
  package func readDetails() -> MediaDetails {
    var reading = DetailsReader(info: info, format: format, source: io.source)
    reading.read()
    return reading.details
  }

  /// The coding of a stream, as far as its parameters declare it.
  package func trackFormat(ofStream index: Int) -> TrackFormat? {
    guard index < format.pointee.nb_streams else { return nil }
    return format.pointee.streams[index].map { TrackFormat($0) }
  }

  /// The clean aperture of a track, if the container stores it outside of the stream. Call it before the first packet
  /// is read; it restores the source's position.
  package func cleanAperture(ofStream index: Int) -> CleanAperture? {
    guard info.containerName.hasPrefix("mov,"), io.source.isSeekable, let size = io.source.size,
      let track = info.track(at: index)
    else { return nil }
    defer { try? io.source.seek(to: io.context.pointee.pos) }
    return BoxReader(io.source).cleanAperture(ofTrack: track.trackID, size: size)
  }

  /// The stored bytes of a cover image that is exposed as a stream; nil if there is none.
  package func attachedPicture(ofStream index: Int) -> [UInt8]? {
    ContainerAttachments(format).attachedPicture(ofStream: index)
  }
}

/// Combines what libavformat reports with the container's own structures.
private struct DetailsReader {
  /// The description of the opened container.
  let info: MediaInfo
  /// libavformat's context, owned by the demuxer.
  let format: UnsafeMutablePointer<AVFormatContext>
  /// The source, whose position is moved.
  let source: any ByteSource
  /// The result.
  var details = MediaDetails()

  /// The names of the demuxer, of which there may be several.
  private var names: Set<Substring> { Set(info.containerName.split(separator: ",")) }

  /// Reads everything into `details`.
  mutating func read() {
    details.chapters = info.chapters
    for track in info.tracks {
      var found = TrackDetails()
      if let stream = format.pointee.streams[track.index] { found.format = TrackFormat(stream) }
      details.tracks[track.index] = found
    }
    if names.contains("mov") {
      readMP4()
    } else if names.contains("matroska") {
      readMatroska()
    } else {
      readOthers()
    }
    addImages()
    details.chapters = ChapterInfo.inOrder(details.chapters, duration: info.duration)
  }

  // MARK: Containers

  /// Reads the boxes of an MP4 file; only libavformat's metadata if the source is not seekable.
  private mutating func readMP4() {
    guard source.isSeekable, source.size != nil else {
      details.tags = ContainerTags.iTunes(info.metadata)
      return
    }
    let movie = MP4Movie(source, isQuickTime: info.metadata["major_brand"]?.hasPrefix("qt") ?? true)
    details.tags = movie.tags
    for track in info.tracks {
      guard var found = movie.tracks[track.trackID]?.details else { continue }
      let aperture = found.format.cleanAperture
      if let format = details.tracks[track.index]?.format { found.format = format }
      found.format.cleanAperture = aperture
      found.byteCount = byteCount(track.index)
      details.tracks[track.index] = found
    }
    let lists = info.tracks.filter { movie.tracks[$0.trackID]?.isChapterList == true }
    if !lists.isEmpty {
      let chapters = MP4Chapters(format: format, reader: BoxReader(source)).read(lists)
      if !chapters.isEmpty { details.chapters = chapters }
    }
    if let creation = movie.creation, !details.tags.contains(where: { $0.key == "com.apple.quicktime.creationdate" }) {
      details.tags.append(MediaTag(.common, "creation_time", .text(Self.date(since1904: creation))))
    }
  }

  /// A date in ISO 8601 from seconds since 1904-01-01 (ISO/IEC 14496-12 §8.2.2).
  private static func date(since1904 seconds: UInt64) -> String {
    Date(timeIntervalSince1970: Double(seconds) - 2_082_844_800).formatted(.iso8601)
  }

  /// The size of a track's samples from the complete sample index of an MP4 file.
  private func byteCount(_ index: Int) -> Int64? {
    guard let stream = format.pointee.streams[index] else { return nil }
    let count = avformat_index_get_entries_count(stream)
    guard count > 0 else { return nil }
    return (0..<count).reduce(Int64(0)) { $0 + Int64(avformat_index_get_entry(stream, $1)?.pointee.size ?? 0) }
  }

  /// Reads the elements of a Matroska file; only libavformat's metadata if the source is not seekable.
  private mutating func readMatroska() {
    guard source.isSeekable, let file = MatroskaFile(source) else {
      details.tags = ContainerTags.matroska(info.metadata)
      return
    }
    details.tags = file.tags
    if let title = info.metadata["title"], !file.tags.contains(where: { $0.key == "TITLE" }) {
      details.tags.insert(MediaTag(.matroska, "TITLE", .text(title)), at: 0)
    }
    if !file.chapters.isEmpty { details.chapters = file.chapters }
    for (track, found) in zip(info.tracks, file.tracks) {
      let tags = file.trackTags[found.uid] ?? []
      details.tracks[track.index]?.extendedLanguage = found.languageTag
      details.tracks[track.index]?.tags = tags
      // mkvmerge writes this tag.
      let count = tags.first { $0.key == "NUMBER_OF_BYTES" }?.text.flatMap { Int64($0) }
      details.tracks[track.index]?.byteCount = count
    }
  }

  /// Reads the tags of other containers: Ogg, FLAC, files with ID3 tags, and audio files with chunks.
  private mutating func readOthers() {
    let reader = BoxReader(source)
    let canProbe = source.isSeekable && source.size != nil
    if names.contains("ogg") {
      details.tags = canProbe ? VorbisTags.ogg(reader) : []
      if details.tags.isEmpty {
        details.tags = ContainerTags.vorbis(
          info.tracks.reduce(into: [:]) { all, track in
            all.merge(track.metadata) { first, _ in first }
          })
      }
    } else if names.contains("flac") {
      let skipped = canProbe ? frontID3(reader) : nil
      details.tags = (canProbe ? VorbisTags.flac(reader, at: Int64(skipped?.length ?? 0)) : []) + (skipped?.tags ?? [])
      if details.tags.isEmpty { details.tags = ContainerTags.vorbis(info.metadata) }
    } else if !names.isDisjoint(with: ["mp3", "aac", "ac3", "eac3", "tta", "mpc", "ape"]) {
      details.tags = canProbe ? frontID3(reader)?.tags ?? endID3(reader) : []
      if details.tags.isEmpty { details.tags = ContainerTags.id3(info.metadata) }
    } else if !names.isDisjoint(with: ["wav", "aiff", "w64", "caf", "au"]) {
      details.tags = ContainerTags.audioFile(
        info.metadata.filter { !($0.key.count == 4 && $0.key.allSatisfy(\.isUppercase)) })
      if canProbe, let tags = IFFChunks(reader, size: source.size ?? 0).id3() { details.tags += tags }
    } else {
      details.tags = ContainerTags.other(info.metadata)
    }
  }

  /// The ID3v2 tag at the start of the file, and its length in bytes; nil if there is none.
  private func frontID3(_ reader: BoxReader) -> (tags: [MediaTag], length: Int)? {
    guard let head = reader.exactBytes(0..<10), let length = ID3Tags.length(head) else { return nil }
    let end = min(Int64(length), source.size ?? 0, Int64(TagLimits.bytes * 2))
    return (reader.exactBytes(0..<end).map(ID3Tags.read) ?? [], length)
  }

  /// The ID3v1 tag in the last 128 bytes. Only for local files: over a network it would cost a request.
  private func endID3(_ reader: BoxReader) -> [MediaTag] {
    guard let size = source.size, size >= 128, source.transfer == nil else { return [] }
    return reader.exactBytes(size - 128..<size).map(ID3Tags.readVersion1) ?? []
  }

  // MARK: Images

  /// Adds cover images that libavformat exposes as streams. Those of MP4 files are in the metadata list already.
  private mutating func addImages() {
    guard !names.contains("mov") else { return }
    let (space, key) = imageKey
    for track in info.tracks where track.isAttachedPicture {
      let value = MediaTag.Value.attachedPicture(stream: track.index, Self.dataType(track.codecName))
      details.tags.append(MediaTag(space, key, value, info: track.metadata["comment"] ?? track.metadata["title"]))
    }
  }

  /// The key of cover images in the container's own tags.
  private var imageKey: (MediaTag.Space, String) {
    if names.contains("matroska") { return (.matroska, "COVER") }
    if names.contains("ogg") || names.contains("flac") { return (.vorbis, "METADATA_BLOCK_PICTURE") }
    return (.id3, "APIC")
  }

  /// The type of an image by the name of its codec.
  private static func dataType(_ codec: String) -> MediaTag.DataType {
    switch codec {
    case "mjpeg": .jpeg
    case "png": .png
    case "bmp": .bmp
    default: .raw
    }
  }
}
