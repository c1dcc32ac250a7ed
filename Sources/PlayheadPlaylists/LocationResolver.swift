import Foundation
import PlayheadNetworking

/// Turns the references of a playlist file into paths and URLs.
struct LocationResolver {
  /// The folder of the playlist, without a slash at its end unless it is the root.
  var folder: String

  /// The location for a path or URL as written in M3U and PLS. Programs differ in how they write paths: relative or
  /// absolute, with the separators of Windows, percent-encoded, or in an old encoding. The first form that exists is
  /// used, else the reference as it is.
  ///
  /// - Parameter original: The bytes of the reference, if it was not UTF-8.
  func location(_ reference: String, original: [UInt8]? = nil) -> String {
    if let scheme = Self.scheme(of: reference) {
      guard scheme == "file" else { return reference }
      return URL(string: reference)?.systemPath ?? String(reference.dropFirst("file://".count))
    }
    let path = absolute(reference)
    // Most references need no look at the disk.
    guard original != nil || reference.contains("%") || reference.contains("\\") else { return path }
    var forms = [path]
    if let original { forms.append(absolute(SystemPath.text(of: original))) }
    if let decoded = reference.removingPercentEncoding { forms.append(absolute(decoded)) }
    let slashed = reference.replacingOccurrences(of: "\\", with: "/")
    forms.append(absolute(slashed))
    // "C:/Music/a.mp3" is only a name within the playlist's folder here.
    if let last = slashed.split(separator: "/").last { forms.append(absolute(String(last))) }
    return forms.first { LocalFile.kind($0) != nil } ?? path
  }

  /// The location for a URI reference of XML, which is relative to the folder and percent-encoded (RFC 3986 §4.1).
  func location(uri reference: String) -> String {
    if Self.scheme(of: reference) != nil || reference.contains("\\") { return location(reference) }
    guard let path = reference.removingPercentEncoding else { return location(reference) }
    return absolute(path)
  }

  /// A path below the folder, unless it is absolute.
  private func absolute(_ path: String) -> String {
    if path.hasPrefix("/") { return path }
    return folder == "/" ? "/" + path : folder + "/" + path
  }

  /// The scheme before `://`, in lower case (RFC 3986 §3.1); nil for a path.
  static func scheme(of reference: String) -> String? {
    guard let mark = reference.range(of: "://") else { return nil }
    let scheme = reference[..<mark.lowerBound].lowercased()
    let isScheme =
      scheme.first?.isLetter == true
      && scheme.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    return isScheme ? scheme : nil
  }
}
