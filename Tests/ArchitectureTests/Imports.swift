/// The modules that a Swift file imports, with their line numbers.
///
/// This reads text, not syntax: enough for a rule about the first word after `import`, and quick for the whole tree.
func imports(of text: String) -> [(module: String, line: Int)] {
  var found: [(module: String, line: Int)] = []
  var isInComment = false
  var isInString = false
  for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    let isOutside = !isInComment && !isInString
    if line.contains("/*") { isInComment = true }
    if line.contains("*/") { isInComment = false }
    if (line.components(of: "\"\"\"") - 1) % 2 == 1 { isInString.toggle() }
    guard isOutside else { continue }
    // Statements may share a line.
    for statement in line.split(separator: ";") {
      if let module = importedModule(in: statement) { found.append((module, index + 1)) }
    }
  }
  return found
}

/// The module in a statement such as `@testable public import struct Foundation.URL`, or nil.
private func importedModule(in statement: Substring) -> String? {
  let before: Set<Substring> = ["public", "package", "internal", "fileprivate", "private"]
  let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
  var words = statement.split { $0 == " " || $0 == "\t" }[...]
  while let word = words.first, word.hasPrefix("@") || before.contains(word) { words.removeFirst() }
  guard words.popFirst() == "import" else { return nil }
  if words.count > 1, let kind = words.first, kinds.contains(kind) { words.removeFirst() }
  return words.first?.split(separator: ".").first.map(String.init)
}

/// The imports of one file that violate the dependencies, as sentences.
func wrongImports(in text: String, of module: String, file: String, projectModules: Set<String>) -> [String] {
  guard let arrows = ModuleDependencies.all[module] else {
    return ["\(module) has no arrows; add it to Docs/Architecture.md and to ModuleDependencies.swift."]
  }
  return imports(of: text).compactMap { name, line in
    if arrows.project.contains(name) || arrows.system.contains(name) || name == module { return nil }
    let kind = projectModules.contains(name) ? "against the arrows of Docs/Architecture.md" : "a module not in its list"
    return "\(file):\(line): \(module) imports \(name), \(kind)."
  }
}

extension Substring {
  /// The number of parts separated by the separator.
  fileprivate func components(of separator: String) -> Int {
    var count = 1
    var rest = self
    while let range = rest.firstRange(of: separator) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
