import CoreMedia
import Foundation
import PlayheadText
import TestSupport

/// Third-party cases of caption files with their expected results; see Docs/Testing.md. They are not in the repository.
enum TextCases {
  static let folder = RealMedia.manifests

  /// The files of one folder, by name, each with its expectation.
  static func all(_ name: String) throws -> [(name: String, data: Data, expected: [String: Any])] {
    guard let folder = folder?.appendingPathComponent(name) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .filter { $0.hasSuffix(".expected.json") }.map { file in
        let json = try Data(contentsOf: folder.appendingPathComponent(file))
        let media = String(file.dropLast(".expected.json".count))
        let path = media.contains(".") ? media : media + ".vtt"
        let expected = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        return (media, try Data(contentsOf: folder.appendingPathComponent(path)), expected ?? [:])
      }
  }

  static func number(_ value: Any?) -> Double? { (value as? NSNumber)?.doubleValue }
}

extension CMTime {
  var microseconds: Double { (seconds * 1_000_000).rounded() }
}
