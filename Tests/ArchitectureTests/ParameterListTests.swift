import Foundation
import Testing

/// A doc comment describes all parameters of a public function or none: DocC reports a partial list as an error.
@Suite struct ParameterListTests {
  /// The list items that describe something else.
  private static let standard: Set = ["Parameters", "Returns", "Throws", "Note", "Important", "SeeAlso", "Warning"]

  /// The parameters that the comment of a public declaration omits, if it describes others.
  static func missingParameters(in source: String) -> [String] {
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.trimmingPrefix(while: \.isWhitespace))
    }
    var (described, missing): (Set<String>, [String]) = ([], [])
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("///") {
        let words = line.dropFirst(3).split(separator: " ", maxSplits: 2)
        guard words.first == "-", words.count > 1 else { continue }
        let name = words[1] == "Parameter" ? words[2].prefix { $0 != ":" } : words[1].dropLast()
        if words[1] == "Parameter" || words[1].hasSuffix(":"), !standard.contains(String(name)) {
          described.insert(String(name))
        }
        continue
      }
      guard !described.isEmpty, !line.hasPrefix("@"), !line.hasPrefix("#") else { continue }
      let names = described
      if line.contains(/\b(public|open)\b.*\b(func \S+|init[?!]?(<.*>)?)\(/) {
        let declaration = lines[index...].prefix(12).joined(separator: " ")
        missing += parameters(of: declaration).filter { !names.contains($0) }
      }
      described = []
    }
    return missing
  }

  /// The internal names of a function's parameters.
  private static func parameters(of declaration: String) -> [String] {
    guard let start = declaration.firstIndex(of: "(") else { return [] }
    var (depth, part, parts): (Int, String, [String]) = (0, "", [])
    for character in declaration[start...].dropFirst().replacing("->", with: "") {
      if "([{<".contains(character) { depth += 1 }
      if ")]}>".contains(character) { depth -= 1 }
      if depth < 0 { break }
      if character == ",", depth == 0 {
        parts.append(part)
        part = ""
      } else {
        part.append(character)
      }
    }
    return (parts + [part]).compactMap { part in
      part.split(separator: ":").first?.split(separator: " ").last.map(String.init)
    }
  }

  @Test func commentsDescribeAllParametersOrNone() throws {
    let tree = SourceTree()
    for file in tree.files(under: "Sources") where file.pathExtension == "swift" {
      let missing = Self.missingParameters(in: try String(contentsOf: file, encoding: .utf8))
      #expect(missing.isEmpty, "\(tree.path(of: file)): \(missing)")
    }
  }

  @Test func omittedParameterIsFound() {
    let source = """
      /// Seeks.
      ///
      /// - Parameter time: The target.
      /// - Returns: Nothing.
      @discardableResult
      public func seek(
        to time: CMTime, _ tolerance: (CMTime, Int) -> Void = { _ in }
      ) {}
      /// - Parameters:
      ///   - a: One.
      ///   - c: Another.
      open func complete(a: Int, b c: [Int: String]) {}
      /// None is described.
      public init(url: URL) {}
      """
    #expect(Self.missingParameters(in: source) == ["tolerance"])
  }
}
