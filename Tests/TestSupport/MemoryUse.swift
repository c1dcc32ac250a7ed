import Foundation

/// The current memory use of this process, in MiB.
public struct MemoryUse: Sendable {
  /// Pages in memory: the second number of proc(5)'s statm.
  public let resident: Double
  /// Bytes that are allocated and not freed, as malloc_info(3) counts them: growth beyond it is fragmentation.
  public let live: Double

  /// Measures the current memory use.
  public static func now() throws -> MemoryUse {
    let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
    let resident = Double((Int(words[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE))) / 1_048_576
    return MemoryUse(resident: resident, live: Self.live())
  }

  /// Swift does not import malloc.h.
  private static func live() -> Double {
    typealias Information = @convention(c) (Int32, UnsafeMutablePointer<FILE>) -> Int32
    guard let symbol = dlsym(nil, "malloc_info"), let file = tmpfile() else { return 0 }
    defer { fclose(file) }
    guard unsafeBitCast(symbol, to: Information.self)(0, file) == 0 else { return 0 }
    rewind(file)
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { text += buffer[..<count] }
    // The totals of all arenas come last.
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
    func size(_ start: String) -> Double {
      let line = lines.last { $0.hasPrefix(start) } ?? ""
      return line.split(separator: " ").last { $0.hasPrefix("size=") }
        .flatMap { Double($0.split(separator: "\"")[1]) } ?? 0
    }
    let used =
      size("<system type=\"current\"") - size("<total type=\"fast\"") - size("<total type=\"rest\"")
      + size("<total type=\"mmap\"")
    return used / 1_048_576
  }
}
