import Testing

@testable import AVKit

@MainActor @Suite struct KeyBindingsTests {
  /// The command of a key with bindings of a file.
  private func command(_ key: String, with text: String) -> PlayerCommand? {
    var bindings = KeyBindings()
    _ = bindings.apply(text)
    return KeyPress(parsing: key).flatMap { bindings.command(for: $0) }
  }

  /// The names are X11's (X11/keysymdef.h), as GDK reports them.
  @Test func keysAreNamedAsInFilesOfMpv() {
    let expected: [String: KeyPress] = [
      "SPACE": KeyPress("space"), "Ctrl+RIGHT": KeyPress("Right", .control), "+": KeyPress("plus"),
      "Ctrl++": KeyPress("plus", .control), "a": KeyPress("a"), "A": KeyPress("A"), "Shift+a": KeyPress("A"),
      "Shift+PGUP": KeyPress("Page_Up", .shift), "Ctrl+Alt+F11": KeyPress("F11", [.control, .alt]),
      ",": KeyPress("comma"), "SHARP": KeyPress("numbersign"), "KP_Add": KeyPress("KP_Add"),
      "ä": KeyPress("adiaeresis"),
    ]
    for (text, press) in expected { #expect(KeyPress(parsing: text) == press, "\(text)") }
    for text in ["", "Ctrl+", "Hyper+a", "nokey", "Ctrl+Ctrl", "aa"] {
      #expect(KeyPress(parsing: text) == nil, "\(text)")
    }
  }

  @Test func linesOfAFileOverrideDefaultBindings() {
    #expect(command("q", with: "q pause") == .pause)
    #expect(command("q", with: "q ignore") == nil)
    #expect(command("q", with: "# q ignore\n\n") == .quit)
    #expect(command("Ctrl+Alt+y", with: "Ctrl+Alt+y\tseek  -17.5 # back") == .skip(seconds: -17.5))
    #expect(command("F5", with: "F5 screenshot\r\nF5 open") == .window(.open))
  }

  @Test func linesThatAreNotBindingsAreReportedAndSkipped() {
    var bindings = KeyBindings()
    let failures = bindings.apply("nokey quit\nq\nq explode\nm mute 3\nm seek\nm seek nan\nm seek 1e99\nm pause")
    #expect(failures.map(\.line) == [1, 2, 3, 4, 5, 6, 7])
    #expect(failures[0].failure == .unknownKey("nokey"))
    #expect(failures[1].failure == .missingCommand)
    #expect(failures[2].failure == .unknownCommand("explode"))
    #expect(failures[3].failure == .unexpectedArgument("mute"))
    #expect(bindings.command(for: KeyPress("q")) == .quit)
    #expect(bindings.command(for: KeyPress("m")) == .pause)
  }

  @Test func readsALimitedNumberOfLines() {
    var bindings = KeyBindings()
    let failures = bindings.apply(String(repeating: "\n", count: 20_000) + "q pause")
    #expect(failures.map(\.failure) == [.tooManyLines])
    #expect(bindings.command(for: KeyPress("q")) == .quit)
  }

  @Test func shiftCountsOnlyWhereItDoesNotChangeTheName() {
    let bindings = KeyBindings()
    #expect(bindings.command(for: KeyPress("question", [.control, .shift])) == .window(.shortcuts))
    #expect(bindings.command(for: KeyPress("Right", [.control, .shift])) == nil)
    #expect(bindings.command(for: KeyPress("braceleft", .shift)) == .multiplyRate(0.5))
  }

  @Test func shortcutsWindowListsEachBindingOnce() {
    var bindings = KeyBindings()
    _ = bindings.apply("F7 seek 17")
    let groups = ShortcutGroups.make(bindings)
    let listed = groups.flatMap(\.rows).flatMap(\.accelerators)
    let expected = bindings.all.map(\.press.accelerator).filter { !$0.hasPrefix("Audio") }
    #expect(listed.sorted() == expected.sorted())
    #expect(groups.last?.rows.map(\.title) == ["seek 17"])
    #expect(groups.dropLast().map(\.title) == ["Playing", "Speed and order", "Audio and subtitles", "Video", "Window"])
  }
}
