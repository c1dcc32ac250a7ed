import Glibc

/// The line above the status: a temporary message, and otherwise the name of the file.
struct MessageLine {
  enum Kind: Equatable, Sendable { case keys, information, failure }

  private var title = ""
  /// The message in several lengths, longest first.
  private var choices: [String] = []
  private var end: Int?
  private let now: @Sendable () -> Int

  /// `now` returns milliseconds of a monotonic clock.
  init(now: @escaping @Sendable () -> Int = MessageLine.monotonic) { self.now = now }

  mutating func setTitle(_ title: String) { self.title = title }

  mutating func set(_ choices: [String], for kind: Kind) {
    self.choices = choices
    // Long enough to read: about fifteen characters a second, and time to look down.
    let milliseconds =
      switch kind {
      case .keys: 8000
      case .information: 6000
      case .failure: 6000
      }
    end = now() + milliseconds
  }

  /// Whether a message is shown instead of the title.
  var isFresh: Bool { end.map { now() < $0 } ?? false }

  func text(width: Int, glyphs: GlyphSet) -> String {
    let shown = isFresh ? choices.first { CellText.width($0) <= width } ?? choices.last ?? "" : title
    return CellText.truncated(glyphs.text(shown), to: width, ellipsis: glyphs.ellipsis)
  }

  static func monotonic() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
