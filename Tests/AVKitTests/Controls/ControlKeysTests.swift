import Testing

@testable import AVKit

@Suite("Keyboard access to controls")
struct ControlKeysTests {
  @Test func everyCommandOfAControlHasADefaultKey() {
    let bindings = KeyBindings()
    for control in Control.allCases {
      for command in ControlKeys.commands(of: control) {
        #expect(!bindings.presses(for: command).isEmpty, "\(control)")
      }
    }
  }

  @Test("Tooltips show keys in brackets after the name, and omit unnamed keys")
  func hints() {
    let labels = ["space": "Space", "9": "9", "0": "0"]
    func hint(_ name: String, for control: Control) -> String {
      ControlKeys.hint(name, for: control, KeyBindings()) { labels[$0.name] }
    }
    #expect(hint("Play", for: .play) == "Play (Space)")
    #expect(hint("Volume", for: .volume) == "Volume (9 0)")
    #expect(hint("Next", for: .next) == "Next")
    #expect(hint("Quality", for: .quality) == "Quality")
  }
}
