import CoreGraphics
import Foundation

// Values computed by expected.py.
extension Scenes {
  /// Rows of pixels by scene, computed by expected.py.
  private static let expected: [String: [[Int]]] = {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("expected.txt")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    var scenes: [String: [[Int]]] = [:]
    var name = ""
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("scene ") {
        name = String(line.dropFirst(6))
      } else {
        let digits = Array(line.utf8)
        scenes[name, default: []].append(
          stride(from: 0, to: digits.count, by: 2).map {
            Int(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
          })
      }
    }
    return scenes
  }()

  /// The distance of pixels from those of a scene: the mean difference of a component, and the number of pixels that
  /// differ by more than two coverage algorithms may differ at an edge. Nil for another size or an unknown scene.
  public static func difference(of pixels: Pixels, from name: String) -> (mean: Double, far: Int)? {
    guard let rows = expected[name], pixels.image.width == 48, pixels.image.height == 32, rows.count == 32 else {
      return nil
    }
    var (sum, far) = (0, 0)
    for y in 0..<32 {
      for x in 0..<48 {
        let difference = zip(pixels[x, y], rows[y][(x * 4)..<(x * 4 + 4)]).map { abs($0 - $1) }
        sum += difference.reduce(0, +)
        if (difference.max() ?? 0) > 12 { far += 1 }
      }
    }
    return (Double(sum) / Double(48 * 32 * 4), far)
  }
}
