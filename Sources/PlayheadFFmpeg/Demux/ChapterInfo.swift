import CoreMedia

/// One chapter of a container.
package struct ChapterInfo: Sendable, Equatable {
  package var timeRange: CMTimeRange
  /// In as many languages as there are; empty where it has no name.
  package var titles: [ChapterTitle]
  /// A picture that goes with it.
  package var artwork: MediaTag?

  package init(timeRange: CMTimeRange, titles: [ChapterTitle], artwork: MediaTag? = nil) {
    self.timeRange = timeRange
    self.titles = titles
    self.artwork = artwork
  }

  package var title: String? { titles.first?.text }

  /// Chapters as a list that can be shown: in the order of their beginning, none beyond the end, each at most up to the next.
  ///
  /// Files name chapters that overlap, that come in any order, or that have no end: each of them ends where the next begins.
  static func inOrder(_ chapters: [ChapterInfo], duration: CMTime) -> [ChapterInfo] {
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

/// The name of a chapter in one language.
package struct ChapterTitle: Sendable, Equatable {
  package var text: String
  /// As the container has it; nil where it says nothing.
  package var language: String?

  package init(text: String, language: String?) {
    self.text = text
    self.language = language
  }
}
