import CoreMedia

/// One chapter of a container.
package struct ChapterInfo: Sendable, Equatable {
  /// The range on the asset's timeline.
  package var timeRange: CMTimeRange
  /// The titles by language; empty if the chapter has no name.
  package var titles: [ChapterTitle]
  /// The image of the chapter.
  package var artwork: MediaTag?

  /// Creates a chapter.
  package init(timeRange: CMTimeRange, titles: [ChapterTitle], artwork: MediaTag? = nil) {
    self.timeRange = timeRange
    self.titles = titles
    self.artwork = artwork
  }

  /// The first title.
  package var title: String? { titles.first?.text }

  /// Normalizes chapters for display: sorted by start, none beyond the end, none overlapping the next.
  ///
  /// Files may declare chapters that overlap, are out of order or have no end: each one ends at the latest where the
  /// next begins.
  package static func inOrder(_ chapters: [ChapterInfo], duration: CMTime) -> [ChapterInfo] {
    let sorted = chapters.filter {
      $0.timeRange.start.isNumeric && !(duration.isNumeric && $0.timeRange.start > duration)
    }
    .enumerated().sorted { ($0.element.timeRange.start, $0.offset) < ($1.element.timeRange.start, $1.offset) }
    .map(\.element)
    return sorted.enumerated().map { index, chapter in
      var chapter = chapter
      let start = max(chapter.timeRange.start, .zero)
      let next = index + 1 < sorted.count ? sorted[index + 1].timeRange.start : duration
      let own = chapter.timeRange.duration.isNumeric ? chapter.timeRange.end : next
      let end = [own, next, duration].filter(\.isNumeric).min() ?? start
      chapter.timeRange = CMTimeRange(start: start, end: max(start, end))
      return chapter
    }
  }
}

/// The title of a chapter in one language.
package struct ChapterTitle: Sendable, Equatable {
  /// The title without padding; may be empty.
  package var text: String
  /// The language tag as stored; nil if there is none.
  package var language: String?

  /// Creates a title.
  package init(text: String, language: String?) {
    self.text = text
    self.language = language
  }
}
