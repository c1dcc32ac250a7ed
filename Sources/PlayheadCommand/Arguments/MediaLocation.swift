import Foundation
import PlayheadNetworking

/// A media location as named on the command line.
struct MediaLocation: Equatable, Sendable {
  /// The original argument; never printed.
  let argument: String
  /// The argument without the secrets of a URL, for messages.
  let text: String
  /// The location to open: a file URL for a path, which may contain bytes that are not UTF-8 (`SystemPath`).
  let url: URL
  /// The title in a playlist file; nil if there is none.
  var title: String?

  /// Parses a path or a URL with a scheme. A path that looks like a URL, such as `a:b//c`, is written `./a:b//c`.
  init(_ text: String) {
    argument = text
    self.text = RedactedURL(text: text).description
    url = Self.address(text) ?? SystemPath.url(text)
  }

  /// The title, or else the last path component.
  var name: String {
    if let title { return title }
    let last =
      url.isFileURL ? url.systemPath.split(separator: "/").last.map(String.init) ?? "" : url.lastPathComponent
    return last.isEmpty || last == "/" ? text : last
  }

  /// The URL in an argument; nil if the argument is a path. A scheme follows RFC 3986 §3.1 and, except for `file`, must
  /// be followed by `://`.
  private static func address(_ text: String) -> URL? {
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let scheme = text[..<colon]
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let isFile = scheme.lowercased() == "file"
    guard isScheme, isFile || text[colon...].hasPrefix("://") else { return nil }
    guard let url = URL(string: text) else { return nil }
    // `file:x` and `file://localhost/x` are local files too (RFC 8089); the path of the URL is percent-decoded.
    return isFile && !url.path.isEmpty && [nil, "", "localhost"].contains(url.host)
      ? URL(fileURLWithPath: url.path) : url
  }
}
