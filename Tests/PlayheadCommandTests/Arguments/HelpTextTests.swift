import Testing

@testable import PlayheadCommand

@Suite struct HelpTextTests {
  @Test("fits a terminal of 80 columns") func fitsATerminalOf80Columns() {
    for command in [nil] + CommandName.allCases {
      for line in HelpText.text(for: command).split(separator: "\n") {
        #expect(CellText.width(String(line)) <= 80, "\(line)")
      }
    }
  }

  @Test("names every command and option") func namesEveryCommandAndOption() {
    let text = ([nil] + CommandName.allCases).map { HelpText.text(for: $0) }.joined()
    for option in CommandOption.allCases { #expect(text.contains(option.usage)) }
    for command in CommandName.allCases { #expect(text.contains("playhead \(command.rawValue)") || command == .play) }
  }

  @Test("wraps beside term column") func wrapsBesideTermColumn() {
    let lines = HelpText.columns([("-x", "short"), ("--a-term-that-is-rather-long=VALUE", "beneath it")])
    #expect(
      lines == [
        "  -x                      short", "  --a-term-that-is-rather-long=VALUE",
        "                          beneath it",
      ])
  }
}
