/// The arguments of a command line, separated into options and words. `Invocation` interprets them.
struct ScannedArguments: Equatable {
  struct Word: Equatable {
    var text: String
    /// A word after `--` is never a command.
    var isLiteral: Bool
  }
  struct Option: Equatable {
    var option: CommandOption
    var value: String?
  }

  var options: [Option] = []
  var words: [Word] = []
}

/// Splits arguments by GNU conventions: `--name=value`, `--name value`, `-v`, options and words in any order; `--` ends
/// options.
struct ArgumentScanner {
  private var rest: ArraySlice<String>
  private var result = ScannedArguments()

  static func scan(_ arguments: [String]) throws(UsageError) -> ScannedArguments {
    var scanner = ArgumentScanner(rest: arguments[...])
    return try scanner.run()
  }

  private init(rest: ArraySlice<String>) { self.rest = rest }

  private mutating func run() throws(UsageError) -> ScannedArguments {
    while let argument = rest.popFirst() {
      if argument == "--" {
        result.words += rest.map { ScannedArguments.Word(text: $0, isLiteral: true) }
        break
      } else if argument.hasPrefix("--") {
        try takeLongOption(argument)
      } else if argument.hasPrefix("-"), argument.count > 1 {
        try takeLetters(argument)
      } else {
        result.words.append(ScannedArguments.Word(text: argument, isLiteral: false))
      }
    }
    return result
  }

  private mutating func takeLongOption(_ argument: String) throws(UsageError) {
    let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts.first ?? "")
    guard let option = CommandOption(rawValue: name) else { throw Self.unknown("--\(name)", name: name) }
    let attached = parts.count > 1 ? String(parts[1]) : nil
    switch option.value {
    case .none:
      if let attached {
        throw UsageError(
          "“\(option.spelling)” takes no value, but got “\(attached)”", hint: "Write just “\(option.spelling)”.")
      }
      result.options.append(.init(option: option, value: nil))
    case .optional:
      result.options.append(.init(option: option, value: attached))
    case .required(let placeholder):
      guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
        throw UsageError("“\(option.spelling)” needs a value", hint: "Write “\(option.spelling)=\(placeholder)”.")
      }
      result.options.append(.init(option: option, value: value))
    }
  }

  /// `-v`, or several letters in one argument. A letter with a value takes the rest of the argument, or else the next
  /// one.
  private mutating func takeLetters(_ argument: String) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = CommandOption.allCases.first(where: { $0.letter == letter }) else {
        throw Self.unknown(
          argument.count == 2 ? argument : "-\(letter)” in “\(argument)", name: String(argument.dropFirst()))
      }
      guard case .required(let placeholder) = option.value else {
        result.options.append(.init(option: option, value: nil))
        continue
      }
      guard let value = letters.isEmpty ? rest.popFirst() : String(letters), !value.isEmpty else {
        throw UsageError("“-\(letter)” needs a value", hint: "Write “-\(letter) \(placeholder)”.")
      }
      result.options.append(.init(option: option, value: value))
      return
    }
  }

  private static func unknown(_ spelling: String, name: String) -> UsageError {
    let bare = String(name.prefix { $0 != "=" })
    let meant = SimilarWord.best(for: bare, among: CommandOption.allCases.map(\.rawValue))
    return UsageError(
      "unknown option “\(spelling)”",
      hint: meant.map { "Did you mean “--\($0)”?" }
        ?? "“playhead --help” lists the options; a file whose name begins with “-” goes after “--”.")
  }
}
