/// The titles that an internet radio has announced, the oldest first. Pure.
struct StreamTitleHistory: Sendable {
  /// The newest titles.
  private(set) var titles: [StreamTitle] = []

  /// Adds a title, unless it repeats the last one as many servers do.
  ///
  /// - Parameter offset: The byte offset in the audio.
  mutating func announce(_ title: String?, _ address: String?, at offset: Int64) {
    guard titles.last?.title != title || titles.last?.address != address || titles.isEmpty else { return }
    titles.append(
      StreamTitle(number: titles.last.map { $0.number + 1 } ?? 0, offset: offset, title: title, address: address))
    if titles.count > Self.limit { titles.removeFirst() }
  }
  /// More than can be ahead of the reader, however short songs are.
  private static let limit = 64
}
