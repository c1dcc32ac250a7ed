import CPlayheadText

/// A document of XML as a tree, without namespaces: captions need none to be understood.
final class XMLNode {
  let name: String
  var attributes: [String: String] = [:]
  /// Elements and, between them, their text.
  var children: [Content] = []

  enum Content {
    case element(XMLNode)
    case text(String)
  }

  init(_ name: String) { self.name = name }

  var elements: [XMLNode] {
    children.compactMap { if case .element(let node) = $0 { node } else { nil } }
  }

  func first(_ name: String) -> XMLNode? { elements.first { $0.name == name } }

  // MARK: Reading

  private static let functions: PlayheadXMLFunctions? = {
    var functions = PlayheadXMLFunctions()
    return playhead_xml_load(&functions) ? functions : nil
  }()

  /// Elements within each other beyond this are no captions.
  private static let depthLimit: Int32 = 64

  /// The outermost element; nil for what is no XML, or where libxml2 is not installed. What comes behind a
  /// mistake is left away.
  static func document(_ bytes: [UInt8]) -> XMLNode? {
    guard let functions else { return nil }
    return bytes.withUnsafeBytes { bytes -> XMLNode? in
      let pointer = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      guard
        let reader = functions.for_memory(
          pointer, Int32(clamping: bytes.count), nil, nil, Int32(playhead_xml_options))
      else { return nil }
      defer { functions.free_reader(reader) }
      return tree(reader, functions)
    }
  }

  private static func tree(_ reader: UnsafeMutableRawPointer, _ functions: PlayheadXMLFunctions) -> XMLNode? {
    let root = XMLNode("")
    var open = [root]
    while functions.read(reader) == 1 {
      switch functions.node_type(reader) {
      case 1:
        let node = XMLNode(string(functions.local_name(reader)))
        let isEmpty = functions.is_empty(reader) == 1
        while functions.next_attribute(reader) == 1 {
          node.attributes[string(functions.local_name(reader))] = string(functions.value(reader))
        }
        open.last?.children.append(.element(node))
        if functions.depth(reader) > depthLimit { return root.elements.first }
        if !isEmpty { open.append(node) }
      case 15: if open.count > 1 { open.removeLast() }
      case 3, 4, 14: open.last?.children.append(.text(string(functions.value(reader))))
      default: break
      }
    }
    return root.elements.first
  }

  private static func string(_ pointer: UnsafePointer<UInt8>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
