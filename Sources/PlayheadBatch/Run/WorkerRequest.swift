import Foundation
import PlayheadBasics
import PlayheadNetworking

/// A line that a worker reads: a source to process. A line that is no JSON object is a path or an address.
package struct WorkerRequest: Equatable, Sendable {
  /// A path or a URL.
  package var location: String
  /// The name of the outputs; nil for the one that follows from the location.
  package var name: String?
  /// The hash of contents that need not be processed.
  package var expectedHash: String?

  /// Creates a request.
  package init(location: String, name: String? = nil, expectedHash: String? = nil) {
    (self.location, self.name, self.expectedHash) = (location, name, expectedHash)
  }

  private struct Members: Decodable {
    var source: String
    var name: String?
    var hash: String?
  }

  /// Parses a line without its line feed.
  package init(line: [UInt8]) {
    if line.first == UInt8(ascii: "{"), let members = try? ExternalJSON.decode(Members.self, from: Data(line)) {
      self.init(location: members.source, name: members.name.flatMap(Self.safe), expectedHash: members.hash)
    } else {
      self.init(location: SystemPath.text(of: line))
    }
  }

  /// The line, with its line feed.
  package var line: String {
    JSONValue.object([
      ("source", .string(location)), ("name", .optional(name)), ("hash", .optional(expectedHash)),
    ]).line + "\n"
  }

  /// A name that stays within the output folder; nil for any other.
  private static func safe(_ name: String) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    let isSafe = parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }
    return isSafe && parts.first.map(String.init) != OutputName.reserved ? name : nil
  }
}
