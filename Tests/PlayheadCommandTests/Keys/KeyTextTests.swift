import Testing

@testable import PlayheadCommand

/// The bytes of terminals become the names of files of key bindings.
@Suite struct KeyTextTests {
  @Test(
    arguments: [
      ("q", "q"), ("Q", "Q"), (" ", "SPACE"), ("#", "#"), ("\u{1B}[C", "RIGHT"), ("\u{1B}[1;2D", "Shift+LEFT"),
      ("\u{1B}[1;5A", "Ctrl+UP"), ("\u{1B}[5~", "PGUP"), ("\u{1B}x", "Alt+x"), ("\r", "ENTER"), ("\u{7F}", "BS"),
      ("\u{1B}OP", "F1"), ("é", "é"), ("\u{5}", "Ctrl+e"),
    ])
  func keysHaveNamesOfBindings(bytes: String, name: String) {
    var decoder = KeyDecoder()
    let events = decoder.decode(bytes.utf8)
    guard events.count == 1, case .key(let key, let modifiers) = events[0] else {
      Issue.record("\(events)")
      return
    }
    #expect(KeyText.text(key, modifiers) == name)
  }

  @Test func controlCharactersHaveNoName() {
    #expect(KeyText.text(.character("\u{1}"), []) == nil)
  }
}
