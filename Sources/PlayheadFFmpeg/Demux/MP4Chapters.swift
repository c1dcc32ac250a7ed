import CPlayheadFFmpeg
import CoreMedia
import PlayheadBasics
import PlayheadMedia

/// Chapters that an MP4 or QuickTime file stores as tracks: one text track for each language, and one of images.
struct MP4Chapters {
  /// libavformat's context, whose index lists the samples.
  let format: UnsafeMutablePointer<AVFormatContext>
  /// Reads the text of samples.
  let reader: BoxReader

  /// A chapter as stored in a track.
  private struct Sample {
    /// The start on the asset's timeline.
    var start: CMTime
    /// The start of the next sample, or the end of the track.
    var end: CMTime
    /// The bytes of the sample in the file.
    var range: Range<Int64>
  }

  /// `lists`: the tracks that others reference as their chapters.
  func read(_ lists: [TrackInfo]) -> [ChapterInfo] {
    var chapters: [ChapterInfo] = []
    for list in lists where list.kind != .video && list.kind != .audio {
      for sample in samples(list) {
        guard let text = title(sample) else { continue }
        let title = ChapterTitle(text: text, language: list.language)
        // The same chapter in another language.
        if let index = chapters.firstIndex(where: { $0.timeRange.start == sample.start }) {
          chapters[index].titles.append(title)
        } else {
          chapters.append(ChapterInfo(timeRange: CMTimeRange(start: sample.start, end: sample.end), titles: [title]))
        }
      }
    }
    for list in lists where list.kind == .video {
      let type: MediaTag.DataType = list.codecName == "png" ? .png : .jpeg
      for sample in samples(list) {
        guard let index = chapters.firstIndex(where: { $0.timeRange.start == sample.start }) else { continue }
        chapters[index].artwork = MediaTag(
          .quickTimeMetadata, "com.apple.quicktime.artwork", .stored(sample.range, type))
      }
    }
    return chapters
  }

  /// The samples of a track in time order, from libavformat's index; at most `TagLimits.count`.
  private func samples(_ list: TrackInfo) -> [Sample] {
    guard let stream = format.pointee.streams[list.index] else { return [] }
    let mapping = TimeMapping(stream.pointee.time_base, origin: .zero)
    let count = min(Int(avformat_index_get_entries_count(stream)), TagLimits.count)
    let samples = (0..<count).compactMap { index -> Sample? in
      guard let entry = avformat_index_get_entry(stream, Int32(index))?.pointee, entry.size > 0, entry.pos >= 0 else {
        return nil
      }
      let start = mapping.time(ofTicks: entry.timestamp)
      guard start.isNumeric else { return nil }
      let end = max(start, list.timeRange.end.isNumeric ? list.timeRange.end : start)
      return Sample(start: start, end: end, range: entry.pos..<entry.pos.addingSaturated(Int64(entry.size)))
    }
    return samples.indices.map { index in
      var sample = samples[index]
      if index + 1 < samples.count { sample.end = max(sample.start, samples[index + 1].start) }
      return sample
    }
  }

  /// QuickTime File Format “Text Sample Data”: the length in bytes, the text, and atoms that may declare its encoding.
  private func title(_ sample: Sample) -> String? {
    guard sample.range.count <= 1 << 16, let data = reader.exactBytes(sample.range) else { return nil }
    var bytes = TagBytes(data)
    guard let length = bytes.number(2), let text = bytes.take(Int(length)) else { return nil }
    return TagBytes.marked(text).unpadded
  }
}
