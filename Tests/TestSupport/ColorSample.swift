import Foundation

/// A sample of a video, and the colors that another program makes of it.
public struct ColorSample: Sendable {
  /// Luma or intensity, and the two color differences, in 10 bits.
  public var sample: [Int]
  /// Red, green and blue in sRGB, for each way in which the sample can be declared.
  public var colors: [[Int]]

  /// The samples of a table with a line for each: groups of three numbers, separated by `|`, the sample first.
  static func samples(_ table: String) -> [ColorSample] {
    table.split(separator: "\n").map { line in
      let groups = line.split(separator: "|").map { $0.split(separator: " ").compactMap { Int($0) } }
      return ColorSample(sample: groups[0], colors: Array(groups[1...]))
    }
  }

  /// A frame in yuv444p10le with a square for each sample, in lines of `columns` squares of `side` pixels. Other pixels
  /// are 512.
  public static func frame(
    of samples: [ColorSample], columns: Int, side: Int, width: Int, height: Int
  ) -> Data {
    var words = [UInt16](repeating: 512, count: 3 * width * height)
    for plane in 0..<3 {
      for (index, row) in samples.enumerated() {
        for y in 0..<side {
          let first = (plane * height + index / columns * side + y) * width + index % columns * side
          for x in first..<first + side { words[x] = UInt16(row.sample[plane]) }
        }
      }
    }
    return words.withUnsafeBytes { Data($0) }
  }
}
