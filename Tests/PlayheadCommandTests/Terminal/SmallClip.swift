import Foundation

/// Clips that need no encoder: an uncompressed video that changes, and silence.
enum SmallClip {
  /// 64 by 36 in YUV4MPEG2, 25 fps.
  static func video(seconds: Int, in folder: URL) throws -> String {
    var data = Data("YUV4MPEG2 W64 H36 F25:1 Ip A1:1 C420jpeg\n".utf8)
    for number in 0..<(seconds * 25) {
      data.append(Data("FRAME\n".utf8))
      for y in 0..<36 {
        data.append(contentsOf: (0..<64).map { x in UInt8(truncatingIfNeeded: x * 3 + y * 5 + number * 4) })
      }
      data.append(contentsOf: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32 * 18))
      data.append(contentsOf: [UInt8](repeating: 128, count: 32 * 18))
    }
    return try write(data, "clip \(seconds) s.y4m", folder)
  }

  static func file(_ name: String, _ content: String, in folder: URL) throws -> String {
    try write(Data(content.utf8), name, folder)
  }

  private static func write(_ data: Data, _ name: String, _ folder: URL) throws -> String {
    let url = folder.appendingPathComponent(name)
    try data.write(to: url)
    return url.path
  }
}
