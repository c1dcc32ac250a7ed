import CoreMedia

/// The chapters and the cover of a new file.
package struct FileExtras: Sendable, Equatable {
  /// The chapters in the order of time, without overlaps.
  package var chapters: [ChapterInfo] = []
  /// The stored bytes of the cover, a JPEG, PNG or BMP image; empty without one.
  package var cover: [UInt8] = []

  /// Neither chapters nor a cover.
  package init() {}

  /// The extras of a file that contains only a range: the chapters within it, relative to its start.
  package func cut(to range: CMTimeRange) -> FileExtras {
    var result = self
    result.chapters = chapters.compactMap { chapter in
      var chapter = chapter
      let visible = chapter.timeRange.intersection(range)
      guard visible.duration > .zero else { return nil }
      chapter.timeRange = CMTimeRange(start: visible.start - range.start, duration: visible.duration)
      return chapter
    }
    return result
  }
}
