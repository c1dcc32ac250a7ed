import Foundation
import Testing

@testable import AVKit

struct SharedSegmentTests {
  /// The kernel's list: identifier → permissions, in octal digits.
  private func list() throws -> [Int32: String] {
    let text = try String(contentsOfFile: "/proc/sysvipc/shm", encoding: .utf8)
    let rows = text.split(separator: "\n").dropFirst().map { $0.split(separator: " ") }
    return Dictionary(rows.compactMap { row in Int32(row[1]).map { ($0, String(row[2])) } }, uniquingKeysWith: { $1 })
  }

  /// A segment that a killed program leaves behind would stay until the machine is restarted.
  @Test func isRemovedWhenProcessExits() throws {
    var segment = SharedSegment(.numbered, byteCount: 8192)
    let made = try #require(segment)
    made.address.storeBytes(of: 7, as: UInt8.self)
    // 01000: removed with the last process that maps it, <linux/shm.h>.
    #expect(try list()[made.identifier]?.hasSuffix("1600") == true)
    let identifier = made.identifier
    segment = nil
    _ = consume made
    #expect(try list()[identifier] == nil)
  }
}
