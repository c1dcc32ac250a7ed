import Foundation
import Glibc
import PlayheadNetworking

/// A file or an address of a batch run.
package struct BatchSource: Equatable, Sendable {
  /// The path or URL to open. A URL may contain secrets: it is never printed.
  package let location: String
  /// The identity in the journal and in result lines: an absolute path, or a URL without secrets and with a hash of the
  /// whole.
  package let key: String
  /// The preferred name of its outputs below the output folder; another source may have it already.
  package let name: String
  /// Whether the location is a URL, which has neither a size nor a time.
  package let isRemote: Bool

  /// Creates a source from a path or URL of a list.
  ///
  /// - Parameters:
  ///   - text: A path, in which bytes that are not UTF-8 are escaped (`SystemPath`), or a URL with a scheme.
  ///   - folder: The absolute path that relative paths belong to.
  ///   - root: The folder that the name is relative to; nil: the name repeats the whole path.
  package init(_ text: String, relativeTo folder: String, root: String? = nil) {
    if let scheme = Self.scheme(of: text), scheme != "file" {
      (location, isRemote) = (text, true)
      let shown = RedactedURL(text: text).description
      let hash = XXH64.hexadecimal(Array(text.utf8))
      key = "\(shown) \(hash)"
      name = OutputName.name(ofAddress: shown, hash: hash)
      return
    }
    let path = Self.scheme(of: text) == nil ? text : URL(string: text)?.systemPath ?? text
    let absolute = Self.withoutDots(path.hasPrefix("/") ? path : folder + "/" + path)
    (location, key, isRemote) = (absolute, absolute, false)
    let prefix = root.map { $0.hasSuffix("/") ? $0 : $0 + "/" } ?? "/"
    name = OutputName.name(ofPath: String(absolute.dropFirst(absolute.hasPrefix(prefix) ? prefix.count : 1)))
  }

  /// The scheme before `://`, in lower case (RFC 3986 §3.1); nil for a path.
  private static func scheme(of text: String) -> String? {
    guard let mark = text.range(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound]
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return isScheme ? scheme.lowercased() : nil
  }

  /// The path without empty components and `.`. A path with `..` is resolved by the system, since a link before it
  /// leads elsewhere.
  static func withoutDots(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard parts.contains("..") else { return "/" + parts.joined(separator: "/") }
    if let resolved = realPath(path) { return resolved }
    var plain: [Substring] = []
    for part in parts { if part == ".." { _ = plain.popLast() } else { plain.append(part) } }
    return "/" + plain.joined(separator: "/")
  }

  /// The path without links; nil if it does not exist.
  package static func realPath(_ path: String) -> String? {
    guard let resolved = SystemPath.withBytes(of: path, { realpath($0, nil) }) else { return nil }
    defer { free(resolved) }
    return SystemPath.text(of: UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }
}

/// The names of output folders.
package enum OutputName {
  /// The folder of the command's own files within the output folder.
  package static let reserved = ".playhead"
  /// Longer components of addresses are cut: file systems permit 255 bytes.
  private static let longestComponent = 180

  /// The name for a path relative to the library's folder, or for an absolute one without its first slash.
  static func name(ofPath path: String) -> String {
    let parts = path.split(separator: "/")
    guard let first = parts.first else { return "_" }
    // The command's own files are in the same folder.
    let isReserved = parts.count == 1 && first == ResultFile.name || first == reserved
    return (isReserved ? "_" : "") + parts.joined(separator: "/")
  }

  /// The name for an address: its host and path, and a part of the hash, since the query may tell addresses apart.
  static func name(ofAddress shown: String, hash: String) -> String {
    let body = shown.range(of: "://").map { shown[$0.upperBound...] } ?? shown[...]
    let parts = body.prefix { $0 != "?" }.split(separator: "/").map { part -> String in
      let safe = part.unicodeScalars.map { $0.value < 0x20 || $0.value == 0x7F ? "_" : String($0) }.joined()
      return safe == "." || safe == ".." ? "_" : cut(safe)
    }
    return (parts.isEmpty ? "_" : parts.joined(separator: "/")) + "~" + hash.prefix(8)
  }

  /// The name for a source whose preferred one belongs to another source.
  package static func alternative(_ name: String, key: String) -> String {
    name + "~" + XXH64.hexadecimal(Array(key.utf8))
  }

  /// The first bytes of a component, as whole characters.
  private static func cut(_ text: String) -> String {
    var (result, count) = ("", 0)
    for character in text {
      count += character.utf8.count
      guard count <= longestComponent else { break }
      result.append(character)
    }
    return result
  }
}
