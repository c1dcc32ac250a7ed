import Foundation
import Testing

@testable import PlayheadCommand

/// The repair of libchafa 1.12's base64: the last byte of a block of 512 bytes loses two bits.
@Suite struct Base64RepairTests {
  private func repaired(_ text: String) -> String {
    var bytes = Array(text.utf8)
    bytes.withUnsafeMutableBufferPointer { ChafaCanvas.repairBase64($0) }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("restores last alpha value") func restoresLastAlphaValue() {
    let pixels = Data((0..<512).map { $0 % 4 == 3 ? 255 : UInt8(truncatingIfNeeded: $0) })
    let right = pixels.base64EncodedString()
    // 0xFF became 0xF3: its low four bits are “8” in base64, and “M” without two of them.
    let wrong = right.dropLast(2) + "M="
    #expect(repaired("\u{1B}_Gm=1;\(wrong)\u{1B}\\") == "\u{1B}_Gm=1;\(right)\u{1B}\\")
    #expect(repaired("\u{1B}_Gm=1;\(right)\u{1B}\\") == "\u{1B}_Gm=1;\(right)\u{1B}\\")
  }

  @Test(
    "leaves other text unchanged",
    arguments: [
      "", "=", "==", "\u{1B}_Ga=T,f=32,m=1\u{1B}\\", "\u{1B}_Gm=1;AAAA\u{1B}\\", "\u{1B}_Gm=1;/w==\u{1B}\\", "x=",
      "=\u{1B}",
    ])
  func leavesOtherTextUnchanged(text: String) {
    #expect(repaired(text) == text)
  }
}
