import CPlayheadText

/// An XML document as a tree, without namespaces, which captions and playlists do not need.
package final class XMLNode {
  /// The local name, without namespace prefix.
  package let name: String
  /// The values by local name. Of two attributes with the same local name the later one remains.
  package var attributes: [String: String] = [:]
  /// Elements and the text between them.
  package var children: [Content] = []

  package enum Content {
    case element(XMLNode)
    /// Characters between elements, including whitespace, with character references resolved.
    case text(String)
  }

  /// Creates an element without attributes and children.
  init(_ name: String) { self.name = name }

  /// The child elements without the text between them.
  package var elements: [XMLNode] {
    children.compactMap { if case .element(let node) = $0 { node } else { nil } }
  }

  /// The first child element with a local name; nil if there is none.
  package func first(_ name: String) -> XMLNode? { elements.first { $0.name == name } }

  // MARK: Reading

  /// The functions of libxml2, loaded at first use; nil if the library is not installed.
  private static let functions: PlayheadXMLFunctions? = {
    var functions = PlayheadXMLFunctions()
    return playhead_xml_load(&functions) ? functions : nil
  }()

  /// The maximum nesting of elements.
  private static let depthLimit: Int32 = 64

  /// Parses a document and returns its root element; nil if it is not XML, or if libxml2 is not installed. Content
  /// after an error is dropped.
  package static func document(_ bytes: [UInt8]) -> XMLNode? {
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

  /// Builds the tree from a reader. Stops where the reader fails, or at an element that is nested too deeply.
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

  /// Copies a string of libxml2; empty for a null pointer.
  private static func string(_ pointer: UnsafePointer<UInt8>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
