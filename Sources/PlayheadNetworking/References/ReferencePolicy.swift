import Foundation

/// The document that named an address.
package struct Referrer: Sendable, Hashable {
  /// Where it was, after redirections.
  package var url: URL
  /// The resource that the user named, which led to it: local files are looked for in and below its folder.
  package var root: URL

  package init(url: URL, root: URL) {
    self.url = url
    self.root = root
  }

  /// The folder that local files must lie in.
  package var folder: String? {
    root.isFileURL ? ReferencePolicy.normalized(root.systemPath)?.folder : nil
  }
}

/// The document in which an address was found, beside the address. It is no part of what is compared: the same
/// address is the same wherever it was found.
package struct AddressBase: Sendable, Hashable {
  package var url: URL?
  package init(_ url: URL?) { self.url = url }
  package static func == (a: Self, b: Self) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
}

/// Why an address that a document named is not asked for.
package enum ReferenceRefusal: Error, Sendable, Equatable {
  /// Nothing here reads addresses with that scheme.
  case unknownScheme(String)
  /// Something that came over the network names a file of this machine.
  case localFile
  /// A local playlist names a file that lies neither beside nor below it.
  case outsideFolder
  /// It is a device, a pipe or a socket.
  case specialFile
  /// Something that came over a secure connection leads to one that is not.
  case insecure(host: String)
  /// A host leads to an address that is closer to this machine than itself.
  case localNetwork(host: String)
}

/// Which resources may lead to which others. What the user or the program names itself is not asked about.
///
/// | from | http, https | file | data | a scheme of the program's delegate | another scheme |
/// | --- | --- | --- | --- | --- | --- |
/// | http, https | yes; from https only https; nowhere closer to this machine | no | yes | yes | no |
/// | file | yes | in or below the folder | yes | yes | no |
/// | data | as from a public host over https | no | yes | yes | no |
/// | a delegate's | yes | no | yes | yes | no |
///
/// A redirection follows the same rules, and leads to http or https only.
package struct ReferencePolicy: Sendable, Equatable {
  /// What a program has allowed beyond the rules.
  package struct Permissions: OptionSet, Sendable, Hashable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// A host may lead to addresses of the local network and of this machine.
    package static let localNetwork = Permissions(rawValue: 1)
    /// What came over a secure connection may lead to one that is not.
    package static let insecure = Permissions(rawValue: 2)
  }

  package var permissions: Permissions

  package init(_ permissions: Permissions = []) { self.permissions = permissions }

  /// Why a document may not lead to an address; nil if it may. What a name stands for is known only when it is
  /// connected to (`refusal(connecting:to:allowed:)`).
  ///
  /// - Parameters:
  ///   - referrer: nil for what the user or the program has named.
  ///   - hasDelegate: Whether the program has said that it gives the target's scheme.
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

  /// Of hosts that are written as addresses.
  private func literalRefusal(_ host: String, source: String, _ referrer: Referrer) -> ReferenceRefusal? {
    guard !permissions.contains(.localNetwork), ["http", "https", "data"].contains(source),
      let zone = NetworkZone(host: host)
    else { return nil }
    let own = source == "data" ? .everywhere : referrer.url.host().flatMap { NetworkZone(host: $0) }
    // Of a name only the network's thread knows what it stands for.
    guard let own else { return nil }
    return zone < own ? .localNetwork(host: host) : nil
  }

  /// Why nothing may be sent to an address; nil if it may. `narrowest`: the zone of the document that leads there,
  /// nil for any.
  func refusal(connecting zone: NetworkZone, to host: String, allowed narrowest: NetworkZone?) -> ReferenceRefusal? {
    guard let narrowest, !permissions.contains(.localNetwork), zone < narrowest else { return nil }
    return .localNetwork(host: host)
  }

  /// A path without `.` and `..`, by its folders.
  struct Place {
    var parts: [Substring]
    var folder: String { "/" + parts.dropLast().joined(separator: "/") }

    func isWithin(_ folder: String) -> Bool {
      let outer = folder.split(separator: "/")
      return parts.count > outer.count && zip(parts, outer).allSatisfy { $0 == $1 }
    }
  }

  /// nil for a path that is none: the system ends it at a zero.
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
    case .unknownScheme(let scheme): "addresses with “\(scheme)” cannot be read"
    case .localFile: "a resource of the network leads to a file of this machine"
    case .outsideFolder: "a playlist leads to a file outside its folder"
    case .specialFile: "a playlist leads to a device or a pipe"
    case .insecure(let host): "a secure address leads to “\(host)” without a secure connection"
    case .localNetwork(let host): "a host leads to “\(host)”, which is closer to this machine than itself"
    }
  }
}
