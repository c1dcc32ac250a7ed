import PlayheadBasics
import PlayheadMedia
import PlayheadSettings

/// Parses the values of options. Each function throws an error that names the option and the value.
enum OptionValue {
  /// Seconds, optionally preceded by hours and minutes: `90`, `1:30`, `1:02:03.5`.
  static func seconds(_ text: String, of option: CommandOption) throws(UsageError) -> Double {
    let wrong = UsageError(
      "“\(option.spelling)=\(text)” is not a time", hint: "Write seconds, such as 90 or 1.5, or 1:30, or 1:02:03.")
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count) else { throw wrong }
    var total = 0.0
    for (index, part) in parts.enumerated() {
      guard let number = decimal(part), number >= 0 else { throw wrong }
      // Only the first part may exceed 59, and only the last one may have a fraction.
      if index > 0, number >= 60 { throw wrong }
      if index < parts.count - 1, number != number.rounded(.down) { throw wrong }
      total = total * 60 + number
    }
    return total
  }

  /// A decimal number within a range, including its ends.
  static func number(
    _ text: String, in range: ClosedRange<Double>, of option: CommandOption
  ) throws(UsageError) -> Double {
    guard let number = decimal(text[...]) else {
      throw UsageError("“\(option.spelling)=\(text)” is not a number", hint: "Write a number such as 1 or 1.5.")
    }
    guard range.contains(number) else {
      throw UsageError(
        "“\(option.spelling)=\(text)” is out of range",
        hint: "Write a number from \(plain(range.lowerBound)) to \(plain(range.upperBound)).")
    }
    return number
  }

  /// A whole number within a range: ASCII digits only, without a sign.
  static func whole(_ text: String, in range: ClosedRange<Int>, of option: CommandOption) throws(UsageError) -> Int {
    // Nine digits suffice for every range and cannot overflow.
    guard text.allSatisfy(\.isASCIIDigit), (1...9).contains(text.count), let number = Int(text), range.contains(number)
    else {
      throw UsageError(
        "“\(option.spelling)=\(text)” is not a valid number",
        hint: "Write a whole number from \(range.lowerBound) to \(range.upperBound).")
    }
    return number
  }

  /// All given track numbers.
  static func tracks(_ options: [ScannedArguments.Option]) throws(UsageError) -> [Int] {
    var tracks: [Int] = []
    for option in options where option.option == .track {
      tracks.append(try whole(option.value ?? "", in: 1...999_999_999, of: .track))
    }
    return tracks
  }

  /// A size and a position in X geometry notation: `960x540` or `960x540+20+20`.
  static func geometry(_ text: String) throws(UsageError) -> String {
    let parts = text.split(separator: "+", omittingEmptySubsequences: false)
    let size = parts[0].split(separator: "x", omittingEmptySubsequences: false)
    guard size.count == 2, [1, 3].contains(parts.count), (size + parts.dropFirst()).allSatisfy(isLength) else {
      throw UsageError(
        "“--geometry=\(text)” is not a size and position", hint: "Write, for example, 960x540 or 960x540+20+20.")
    }
    return text
  }

  /// A graphics protocol by its name.
  ///
  /// - Throws: A `UsageError` with the most similar name, or else with all names.
  static func graphics(_ text: String) throws(UsageError) -> TerminalGraphics {
    if let graphics = TerminalGraphics(rawValue: text) { return graphics }
    let names = TerminalGraphics.allCases.map(\.rawValue)
    let meant = SimilarWord.best(for: text, among: names).map { "Did you mean “--terminal=\($0)”?" }
    throw UsageError(
      "“--terminal=\(text)” is not a kind of terminal graphics",
      hint: meant ?? "Write one of \(names.joined(separator: ", ")).")
  }

  /// The decoders of video by their name.
  ///
  /// - Throws: A `UsageError` with the most similar name, or else with all names.
  static func hardwareDecoding(_ text: String) throws(UsageError) -> HardwareDecoding {
    if let choice = HardwareDecoding(rawValue: text) { return choice }
    let names = HardwareDecoding.allCases.map(\.rawValue)
    let meant = SimilarWord.best(for: text, among: names).map { "Did you mean “--hwdec=\($0)”?" }
    throw UsageError(
      "“--hwdec=\(text)” is not a hardware decoder", hint: meant ?? "Write one of \(names.joined(separator: ", ")).")
  }

  /// The audio codecs that the device decodes.
  ///
  /// - Throws: A `UsageError` with all names.
  static func passthrough(_ text: String) throws(UsageError) -> PassthroughCodecs {
    if let codecs = PassthroughCodecs(text) { return codecs }
    let names = PassthroughCodecs.known.joined(separator: ", ")
    throw UsageError(
      "“--passthrough=\(text)” is not a list of codecs", hint: "Write no, or some of \(names), separated by commas.")
  }

  /// The treatment of interlaced video by its name.
  ///
  /// - Throws: A `UsageError` with all names.
  static func deinterlacing(_ text: String) throws(UsageError) -> VideoFilterSettings.Deinterlacing {
    if let mode = VideoFilterSettings.Deinterlacing(rawValue: text) { return mode }
    throw UsageError(
      "“--deinterlace=\(text)” is not a treatment of interlaced video", hint: "Write one of \(deinterlacingNames).")
  }

  /// The names of the treatments of interlaced video.
  static var deinterlacingNames: String {
    VideoFilterSettings.Deinterlacing.allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// The names of the interfaces to hardware, for the help.
  static var hardwareNames: String { HardwareInterface.allCases.map(\.rawValue).joined(separator: ", ") }

  /// Digits with at most one point. `Double.init` alone also accepts `nan`, `0x1p3` and `1e9`.
  private static func decimal(_ text: Substring) -> Double? {
    let body = text.hasPrefix("-") ? text.dropFirst() : text
    guard body.contains(where: \.isASCIIDigit), body.allSatisfy({ $0.isASCIIDigit || $0 == "." }) else { return nil }
    return Double(text)
  }

  /// The number for a message: without a fraction if it is whole.
  private static func plain(_ number: Double) -> String {
    number == number.rounded() ? String(Int(saturating: number)) : String(number)
  }

  /// Five digits suffice for every screen and cannot overflow.
  private static func isLength(_ text: Substring) -> Bool {
    (1...5).contains(text.count) && text.allSatisfy(\.isASCIIDigit)
  }
}

extension Character {
  /// Whether the character is a digit from 0 to 9. `Character.isNumber` also accepts other scripts and fractions.
  fileprivate var isASCIIDigit: Bool { ("0"..."9").contains(self) }
}
