import Testing

@testable import playhead_window

@Suite("Writing directions")
struct WritingDirectionTests {
  @Test("Right to left", arguments: ["he", "ar", "ar_EG.UTF-8", "he_IL", "fa_IR.UTF-8", "ur", "yi"])
  func rightToLeft(language: String) { #expect(WritingDirection.isRightToLeft(language)) }

  @Test("Left to right", arguments: ["C", "C.UTF-8", "en_US.UTF-8", "de", "zh_CN", "ja", "hi", "", "no language"])
  func leftToRight(language: String) { #expect(!WritingDirection.isRightToLeft(language)) }
}
