import Glibc

/// The line above the status: a temporary message, and otherwise the name of the file.
struct MessageLine {
  /// The content of a message, which determines how long it is shown.
  enum Kind: Equatable, Sendable { case keys, information, failure }

  /// The text while there is no message: the name of the file.
  private var title = ""
  /// The message in several lengths, longest first.
  private var choices: [String] = []
  /// The time at which the message ends, in milliseconds of the clock; nil before the first message.
  private var end: Int?
  /// The clock, replaceable in tests.
  private let now: @Sendable () -> Int

  /// `now` returns milliseconds of a monotonic clock.
  init(now: @escaping @Sendable () -> Int = MessageLine.monotonic) { self.now = now }

  /// Sets the text between messages. A current message remains.
  mutating func setTitle(_ title: String) { self.title = title }

  /// Shows a message at once, for six or eight seconds.
  ///
  /// - Parameters:
  ///   - choices: The message in several lengths, longest first.
  ///   - kind: The kind of content, which determines the duration.
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

  /// The line for a width in cells: the longest choice that fits, or else the last one, truncated.
  func text(width: Int, glyphs: GlyphSet) -> String {
    let shown = isFresh ? choices.first { CellText.width($0) <= width } ?? choices.last ?? "" : title
    return CellText.truncated(glyphs.text(shown), to: width, ellipsis: glyphs.ellipsis)
  }

  /// Milliseconds of the system's monotonic clock.
  static func monotonic() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}
