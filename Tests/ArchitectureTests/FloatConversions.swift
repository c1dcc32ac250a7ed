import Foundation

/// Finds conversions from floating-point numbers to integers that trap for NaN and for numbers out of range.
///
/// This reads text, not types. A conversion counts as one from a floating-point number if its argument has a decimal
/// literal, a call such as `.rounded()`, a member such as `.seconds`, or a name declared as floating-point.
struct FloatConversions {
  struct Finding: Equatable {
    var line: Int
    var text: String
  }

  private static let floats: Set<String> = ["Double", "Float", "Float32", "Float64", "CGFloat", "TimeInterval"]
  private static let integers: Set<String> = [
    "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "CInt", "CLong", "gint",
    "guint", "gsize", "gint64", "CMTimeValue", "CMTimeScale", "off_t", "suseconds_t", "useconds_t",
  ]
  private static let calls: Set<String> = [
    "rounded", "squareRoot", "truncatingRemainder", "timeIntervalSince", "timeIntervalSince1970",
  ]

  /// Names declared as floating-point numbers in some file, and as nothing else in any other.
  let names: Set<String>

  init(tree texts: [String]) {
    var floating: Set<String> = []
    var other: Set<String> = []
    for text in texts {
      for (name, type) in Self.declarations(in: text) {
        if Self.floats.contains(type) { floating.insert(name) } else { other.insert(name) }
      }
    }
    names = floating.subtracting(other)
  }

  /// `name: Type` and `func name(…) -> Type`.
  private static func declarations(in text: String) -> [(name: String, type: String)] {
    let tokens = tokens(of: code(text))
    var found: [(String, String)] = []
    for index in tokens.indices.dropLast(2) where isName(tokens[index]) {
      if tokens[index + 1] == ":" {
        found.append((tokens[index], tokens[index + 2]))
      } else if tokens[index] == "func", isName(tokens[index + 1]), let close = closing(tokens, from: index + 2) {
        let rest = tokens[(close + 1)...].prefix(8)
        if let arrow = rest.firstIndex(of: "->"), arrow + 1 < tokens.count {
          found.append((tokens[index + 1], tokens[arrow + 1]))
        }
      }
    }
    return found
  }

  /// The unchecked conversions of the file.
  func findings(in text: String) -> [Finding] {
    let code = Self.code(text)
    let local = Self.localNames(code)
    var found: [Finding] = []
    for (number, first, line) in Self.statements(code) {
      let tokens = Self.tokens(of: line)
      let own = Self.tokens(of: first).count
      for index in tokens.indices.dropLast().prefix(own)
      where Self.integers.contains(tokens[index]) && tokens[index + 1] == "(" {
        if index > 0, [".", "func"].contains(tokens[index - 1]) { continue }
        guard let close = Self.closing(tokens, from: index + 1) else { continue }
        let argument = tokens[(index + 2)..<close]
        // With a label it is another conversion: exactly, clamping, saturating and so on.
        if argument.count > 1, argument[argument.startIndex + 1] == ":" { continue }
        guard isFloating(Self.withoutConversions(Array(argument)), local) else { continue }
        found.append(Finding(line: number, text: tokens[index] + "(" + argument.joined() + ")"))
      }
    }
    return found
  }

  /// Whether an expression is a floating-point number, as far as its tokens show.
  private func isFloating(_ tokens: [String], _ local: (floating: Set<String>, other: Set<String>)) -> Bool {
    for (index, token) in tokens.enumerated() {
      if token == "?" || token == "==" || token == "<" || token == ">" { return false }
      if Self.floats.contains(token) || Self.calls.contains(token) || Self.isDecimal(token) { return true }
      guard Self.isName(token) else { continue }
      // A member of a number is not a number of that kind: `rate.bitPattern`, `times.count`.
      if index + 1 < tokens.count, tokens[index + 1] == "." { continue }
      if index > 0, tokens[index - 1] == "." {
        // A member is independent of the names of the file.
        if names.contains(token) || token == "seconds" { return true }
      } else if local.floating.contains(token) || names.contains(token) && !local.other.contains(token) {
        return true
      }
    }
    return false
  }

  /// Names that one file declares as, or assigns, a floating-point number.
  private static func localNames(_ code: String) -> (floating: Set<String>, other: Set<String>) {
    var floating: Set<String> = []
    var other: Set<String> = []
    for (name, type) in declarations(in: code) {
      if floats.contains(type) { floating.insert(name) } else { other.insert(name) }
    }
    for (_, _, line) in statements(code) {
      let tokens = tokens(of: line)
      for index in tokens.indices.dropLast(3) where tokens[index] == "let" || tokens[index] == "var" {
        guard tokens[index + 2] == "=", isName(tokens[index + 1]) else { continue }
        let value = Array(tokens[(index + 3)...])
        let first = value.first { $0 != "(" && $0 != "-" } ?? ""
        if integers.contains(first) {
          other.insert(tokens[index + 1])
        } else if makesFloat(value) || isDecimal(first)
          || withoutConversions(value).contains(where: calls.contains)
        {
          floating.insert(tokens[index + 1])
        }
      }
    }
    return (floating.subtracting(other), other)
  }

  /// Whether one of the tokens is a conversion to a floating-point number.
  private static func makesFloat(_ tokens: [String]) -> Bool {
    zip(tokens, tokens.dropFirst()).contains { floats.contains($0) && $1 == "(" }
  }

  /// Removes the arguments of conversions to integers: the result outside is an integer.
  private static func withoutConversions(_ tokens: [String]) -> [String] {
    var result: [String] = []
    var index = 0
    while index < tokens.count {
      if integers.contains(tokens[index]), index + 1 < tokens.count, tokens[index + 1] == "(",
        let close = closing(tokens, from: index + 1)
      {
        result.append("0")
        index = close + 1
      } else {
        result.append(tokens[index])
        index += 1
      }
    }
    return result
  }

  // MARK: Text

  /// Without comments.
  private static func code(_ text: String) -> String {
    var result: [UInt8] = []
    var isComment = false
    let bytes = Array(text.utf8)
    for index in bytes.indices {
      if bytes[index] == 0x0A {
        isComment = false
      } else if bytes[index] == 0x2F, index + 1 < bytes.count, bytes[index + 1] == 0x2F {
        // The slashes of a URL in a string are no comment.
        isComment = isComment || index == 0 || bytes[index - 1] != 0x3A
      }
      if !isComment { result.append(bytes[index]) }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Lines that may contain a conversion, each with those that follow until its brackets are closed.
  private static func statements(_ code: String) -> [(number: Int, first: String, text: String)] {
    let lines = code.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      guard lines[index].contains(0x28) || lines[index].contains(0x3D) else { return nil }
      var text = Array(lines[index])
      var depth = balance(lines[index])
      var next = index + 1
      while next < lines.count, next < index + 6, depth > 0 {
        text += [0x20] + Array(lines[next])
        depth += balance(lines[next])
        next += 1
      }
      return (index + 1, String(decoding: Array(lines[index]), as: UTF8.self), String(decoding: text, as: UTF8.self))
    }
  }

  private static func balance(_ line: Substring.UTF8View.SubSequence) -> Int {
    line.reduce(0) { $0 + ($1 == 0x28 ? 1 : $1 == 0x29 ? -1 : 0) }
  }

  /// Names, numbers and punctuation.
  static func tokens(of text: String) -> [String] {
    var tokens: [String] = []
    let bytes = Array(text.utf8)
    var start: Int?
    func isWord(_ byte: UInt8) -> Bool {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x80...: true
      default: false
      }
    }
    for (index, byte) in bytes.enumerated() {
      // The point of `0.5` is part of the number, that of `0.description` is not.
      let isDecimalPoint =
        byte == 0x2E && tokens.last != "$" && tokens.last != "."
        && start.map { bytes[$0..<index].allSatisfy { 0x30...0x39 ~= $0 || $0 == 0x5F } } ?? false
      if isWord(byte) || isDecimalPoint {
        if start == nil { start = index }
        continue
      }
      if let start { tokens.append(String(decoding: bytes[start..<index], as: UTF8.self)) }
      start = nil
      if byte == 0x20 || byte == 0x0A || byte == 0x09 { continue }
      if byte == 0x3F, index > 0, bytes[index - 1] == 0x3F {
        tokens[tokens.count - 1] = "??"
        continue
      }
      if byte == 0x3E, tokens.last == "-" {
        tokens[tokens.count - 1] = "->"
      } else {
        tokens.append(String(decoding: CollectionOfOne(byte), as: UTF8.self))
      }
    }
    return start.map { tokens + [String(decoding: bytes[$0...], as: UTF8.self)] } ?? tokens
  }

  private static func closing(_ tokens: [String], from open: Int) -> Int? {
    guard open < tokens.count, tokens[open] == "(" else { return nil }
    var depth = 0
    for index in open..<tokens.count {
      if tokens[index] == "(" { depth += 1 }
      if tokens[index] == ")" { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  private static func isName(_ token: String) -> Bool { token.first.map { $0.isLetter || $0 == "_" } ?? false }

  /// `0.5` and `1e9`, but neither `0x1E` nor the `1` of `$0.1`.
  private static func isDecimal(_ token: String) -> Bool {
    guard let first = token.first, first.isNumber, !token.hasPrefix("0x") else { return false }
    return token.contains(".") ? !token.hasSuffix(".") : token.contains("e")
  }
}
