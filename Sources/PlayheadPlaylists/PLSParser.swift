import Foundation
import PlayheadText

/// Parses PLS, the format of Winamp and of many radio stations.
enum PLSParser {
  /// The values of one number.
  private struct Values {
    var file: String?
    var title: String?
    var duration: Double?
  }

  /// The entries in the order of their numbers; nil without a section `[playlist]`.
  static func entries(_ bytes: [UInt8], _ resolver: LocationResolver) -> [PlaylistEntry]? {
    let lines = TextLines.split(TextDecoding.string(bytes)).map { $0.trimmingCharacters(in: .whitespaces) }
    guard let start = lines.firstIndex(where: { $0.lowercased() == "[playlist]" }) else { return nil }
    var values: [Int: Values] = [:]
    for line in lines[(start + 1)...] {
      guard let equals = line.firstIndex(of: "="), values.count <= PlaylistFile.entryLimit else { continue }
      let value = line[line.index(after: equals)...].trimmingCharacters(in: .whitespaces)
      let key = line[..<equals].trimmingCharacters(in: .whitespaces).lowercased()
      if let number = number(of: key, after: "file") {
        values[number, default: Values()].file = value
      } else if let number = number(of: key, after: "title") {
        values[number, default: Values()].title = PlaylistFile.title(value)
      } else if let number = number(of: key, after: "length") {
        values[number, default: Values()].duration = PlaylistFile.duration(value)
      }
    }
    return values.sorted { $0.key < $1.key }.compactMap { _, value in
      guard let file = value.file, !file.isEmpty, !file.utf8.contains(0) else { return nil }
      return PlaylistEntry(resolver.location(file), title: value.title, duration: value.duration)
    }
  }

  /// The number behind a key's name.
  private static func number(of key: String, after name: String) -> Int? {
    key.hasPrefix(name) ? Int(key.dropFirst(name.count)) : nil
  }
}
