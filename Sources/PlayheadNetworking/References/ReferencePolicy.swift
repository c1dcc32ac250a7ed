import Foundation

/// The document that references a URL.
package struct Referrer: Sendable, Hashable {
  /// Its URL, after redirections.
  package var url: URL
  /// The resource that the user opened, which led to it: local files must be in or below its folder.
  package var root: URL

  /// Creates a referrer; for a document that the user opened, both URLs are the same.
  package init(url: URL, root: URL) {
    self.url = url
    self.root = root
  }

  /// The folder that must contain local files.
  package var folder: String? {
    root.isFileURL ? ReferencePolicy.normalized(root.systemPath)?.folder : nil
  }
}

/// The base document of a URL, stored with the URL but ignored in comparisons: the same URL is equal wherever it was
/// found.
package struct ReferenceBase: Sendable, Hashable {
  /// The URL of the document; nil if there is none.
  package var url: URL?
  package init(_ url: URL?) { self.url = url }
  package static func == (a: Self, b: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// The reason why a referenced URL is not requested.
package enum ReferenceRefusal: Error, Sendable, Equatable {
  /// URLs with this scheme are not supported.
  case unknownScheme(String)
  /// A network resource references a local file.
  case localFile
  /// A local playlist references a file outside of its folder.
  case outsideFolder
  /// The file is a device, a pipe or a socket.
  case specialFile
  /// A resource from a secure connection references an insecure one.
  case insecure(host: String)
  /// A host references an address with a smaller scope than its own.
  case localNetwork(host: String)
  /// The program's options exclude the network that is in use.
  case network(NetworkRefusal)
}

/// Decides which resources may reference which others. URLs from the user or the application are not subject to it.
///
/// | from | http, https | file | data | a delegate's scheme | another scheme |
/// | --- | --- | --- | --- | --- | --- |
/// | http, https | yes; from https only https; nowhere closer to this machine | no | yes | yes | no |
/// | file | yes | in or below the folder | yes | yes | no |
/// | data | as from a public host over https | no | yes | yes | no |
/// | a delegate's | yes | no | yes | yes | no |
///
/// Redirections follow the same rules, and may lead to http or https only.
package struct ReferencePolicy: Sendable, Equatable {
  /// The application's exceptions from the rules.
  package struct Permissions: OptionSet, Sendable, Hashable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// Hosts may reference addresses of the local network and of this machine.
    package static let localNetwork = Permissions(rawValue: 1)
    /// Resources from secure connections may reference insecure ones.
    package static let insecure = Permissions(rawValue: 2)
  }

  /// The application's exceptions.
  package var permissions: Permissions

  package init(_ permissions: Permissions = []) { self.permissions = permissions }

  /// The reason why a document may not reference a URL; nil if it may. The address of a host name is checked when
  /// connecting (`refusal(connecting:to:allowed:)`).
  ///
  /// - Parameters:
  ///   - referrer: nil for URLs from the user or the application.
  ///   - hasDelegate: Whether a delegate handles the target's scheme.
  package func refusal(of target: URL, from referrer: Referrer?, hasDelegate: Bool = false) -> ReferenceRefusal? {
    guard let referrer else { return nil }
    let scheme = target.scheme?.lowercased() ?? ""
    let source = referrer.url.scheme?.lowercased() ?? "file"
    switch scheme {
    case "data": return nil
    case "http", "https":
      let host = target.host() ?? ""
      if scheme == "http", ["https", "data"].contains(source), !permissions.contains(.insecure) {
        return .insecure(host: host)
      }
      return literalRefusal(host, source: source, referrer)
    case "file":
      guard source == "file" else { return .localFile }
      guard ["", "localhost"].contains(target.host()?.lowercased() ?? ""), let folder = referrer.folder,
        let place = Self.normalized(target.systemPath), place.isWithin(folder)
      else { return .outsideFolder }
      return nil
    default: return hasDelegate ? nil : .unknownScheme(scheme)
    }
  }

  /// Checks hosts written as IP addresses.
  private func literalRefusal(_ host: String, source: String, _ referrer: Referrer) -> ReferenceRefusal? {
    guard !permissions.contains(.localNetwork), ["http", "https", "data"].contains(source),
      let zone = NetworkZone(host: host)
    else { return nil }
    let own = source == "data" ? .everywhere : referrer.url.host().flatMap { NetworkZone(host: $0) }
    // Host names are resolved later, on the network thread.
    guard let own else { return nil }
    return zone < own ? .localNetwork(host: host) : nil
  }

  /// The reason why a connection is not permitted; nil if it is. `narrowest`: the zone of the referencing document, nil
  /// for any.
  func refusal(connecting zone: NetworkZone, to host: String, allowed narrowest: NetworkZone?) -> ReferenceRefusal? {
    guard let narrowest, !permissions.contains(.localNetwork), zone < narrowest else { return nil }
    return .localNetwork(host: host)
  }

  /// A path without `.` and `..`, as components.
  struct Place {
    var parts: [Substring]
    var folder: String { "/" + parts.dropLast().joined(separator: "/") }

    func isWithin(_ folder: String) -> Bool {
      let outer = folder.split(separator: "/")
      return parts.count > outer.count && zip(parts, outer).allSatisfy { $0 == $1 }
    }
  }

  /// nil for an invalid path: the system would end it at a zero byte.
  static func normalized(_ path: String) -> Place? {
    guard path.hasPrefix("/"), !path.utf8.contains(0) else { return nil }
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return Place(parts: parts)
  }
}

extension ReferenceRefusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownScheme(let scheme): "the scheme “\(scheme)” is not supported"
    case .localFile: "a network resource refers to a local file"
    case .outsideFolder: "a playlist refers to a file outside its folder"
    case .specialFile: "a playlist refers to a device or a pipe"
    case .insecure(let host): "a secure resource refers to “\(host)” without a secure connection"
    case .localNetwork(let host): "a host refers to “\(host)”, which is in a more private network"
    case .network(.cellular): "its options do not permit a mobile connection"
    case .network(.expensive): "its options do not permit a metered network"
    case .network(.constrained): "its options do not permit a network that the user has marked as metered"
    }
  }
}
