import CPlayheadChafa
import Testing

@testable import PlayheadCommand

@Suite(.enabled(if: ChafaLibrary.shared != nil, "libchafa is not installed"))
struct ChafaTerminalTests {
  /// The values are libchafa's (`ChafaCanvasMode`): 4 and 5 draw with the terminal's own foreground and background.
  @Test func monochromeTerminalUsesItsOwnTwoColours() throws {
    let library = try #require(ChafaLibrary.shared)
    let terminal = try #require(ChafaTerminal(library: library, isMonochrome: true))
    #expect([4, 5].contains(terminal.canvasMode))
    #expect(terminal.isMonochrome)
  }
}
