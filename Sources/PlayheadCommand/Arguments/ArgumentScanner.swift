/// The arguments of a command line, separated into options and words. `Invocation` interprets them.
struct ScannedArguments: Equatable {
  /// An argument that is neither an option nor the value of one: a command, a topic of the help or a file.
  struct Word: Equatable {
    /// The argument as the shell passed it.
    var text: String
    /// A word after `--` is never a command.
    var isLiteral: Bool
  }
  /// One occurrence of an option. An option that is given twice appears twice.
  struct Option: Equatable {
    /// The recognized option. Whether the command accepts it is checked by `Invocation`.
    var option: CommandOption
    /// The text after the equals sign, or the next argument; nil for an option that takes no value, or whose optional
    /// value is missing. Never empty for a required value.
    var value: String?
  }

  /// The options in the order of the command line, which decides between repeated ones.
  var options: [Option] = []
  /// The words in the order of the command line, the command first.
  var words: [Word] = []
}

/// Splits arguments by GNU conventions: `--name=value`, `--name value`, `-v`, options and words in any order; `--` ends
/// options.
struct ArgumentScanner {
  /// The arguments that have not been read yet.
  private var rest: ArraySlice<String>
  /// The options and words found so far.
  private var result = ScannedArguments()

  /// Splits the arguments of a command line.
  ///
  /// - Parameter arguments: The arguments without the name of the program.
  /// - Throws: A `UsageError` for an unknown option, a required value that is missing or empty, or a value that the
  ///   option does not take.
  static func scan(_ arguments: [String]) throws(UsageError) -> ScannedArguments {
    var scanner = ArgumentScanner(rest: arguments[...])
    return try scanner.run()
  }

  /// Creates a scanner for one pass; `scan(_:)` is the entry point.
  private init(rest: ArraySlice<String>) { self.rest = rest }

  /// Reads all arguments. A lone `-` is a word, which `Invocation` rejects later.
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

  /// Reads `--name`, `--name=value` or `--name value`. Only a required value is taken from the next argument: an
  /// optional value must follow an equals sign, so that a file name is not mistaken for it.
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

  /// The error of an unknown option, with the most similar known option as a suggestion.
  ///
  /// - Parameters:
  ///   - spelling: The option as shown in the message, with its dashes.
  ///   - name: The name to compare, without dashes; a value after an equals sign is ignored.
  private static func unknown(_ spelling: String, name: String) -> UsageError {
    let bare = String(name.prefix { $0 != "=" })
    let meant = SimilarWord.best(for: bare, among: CommandOption.allCases.map(\.rawValue))
    return UsageError(
      "unknown option “\(spelling)”",
      hint: meant.map { "Did you mean “--\($0)”?" }
        ?? "“playhead --help” lists the options; a file whose name begins with “-” goes after “--”.")
  }
}
