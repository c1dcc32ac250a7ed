/// The synchronised lyrics of an ID3 tag (`SYLT`, id3v2.3 §4.10, id3v2.4 §4.9), as text with a time before each line:
/// the LRC format.
struct ID3Lyrics {
  /// The content descriptor; empty if there is none.
  private(set) var description: String
  /// The lyrics, one line for each entry.
  private(set) var text = ""

  /// `bytes`: the frame after its language field. nil if nothing can be parsed.
  init?(_ bytes: inout TagBytes, encoding: UInt8) {
    guard let format = bytes.number(1), bytes.skip(1) else { return nil }
    var rest: ArraySlice<UInt8>
    (description, rest) = ID3Tags.split(bytes.rest, encoding: encoding)
    var lines: [String] = []
    while lines.count < TagLimits.count, !rest.isEmpty {
      let (words, behind) = ID3Tags.split(rest, encoding: encoding)
      var next = TagBytes(behind)
      guard let time = next.number(4) else { break }
      rest = next.rest
      // A new line is marked by a line feed before its text.
      let line = words.drop(while: \.isNewline)
      // Times may count MPEG audio frames, whose duration the tag does not declare.
      lines.append(format == Self.milliseconds ? Self.stamp(time) + line : String(line))
    }
    guard !lines.isEmpty else { return nil }
    text = lines.joined(separator: "\n")
  }

  /// The time stamp format of milliseconds; the other one counts MPEG audio frames.
  private static let milliseconds: UInt64 = 2

  /// A time in the LRC format, `[mm:ss.xx]`.
  private static func stamp(_ milliseconds: UInt64) -> String {
    func padded(_ number: UInt64) -> String { (number < 10 ? "0" : "") + "\(number)" }
    let hundredths = milliseconds / 10
    return "[\(padded(hundredths / 6000)):\(padded(hundredths / 100 % 60)).\(padded(hundredths % 100))]"
  }
}
