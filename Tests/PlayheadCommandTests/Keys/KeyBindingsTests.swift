import Testing

@testable import PlayheadCommand

/// The keys of the specification, with mpv's meaning.
@Suite struct KeyBindingsTests {
  @Test(
    arguments: [
      (" ", .togglePause), ("[", .multiplyRate(1 / 1.1)), ("]", .multiplyRate(1.1)), ("{", .multiplyRate(0.5)),
      ("}", .multiplyRate(2)), ("9", .changeVolume(-2)), ("/", .changeVolume(-2)), ("0", .changeVolume(2)),
      ("*", .changeVolume(2)), ("m", .toggleMute), (".", .step(1)), (",", .step(-1)), (">", .nextFile),
      ("<", .previousFile),
      ("j", .cycleCaptions(1)),
      ("J", .cycleCaptions(-1)), ("i", .showInformation), ("q", .quit),
    ] as [(Unicode.Scalar, PlayerAction)])
  func bindsCharactersToActions(character: Unicode.Scalar, action: PlayerAction) {
    #expect(KeyBindings.action(for: .character(character), []) == action)
  }

  @Test(
    arguments: [
      (.right, [], .seek(seconds: 5, isExact: false)), (.left, [], .seek(seconds: -5, isExact: false)),
      (.up, [], .seek(seconds: 60, isExact: false)), (.down, [], .seek(seconds: -60, isExact: false)),
      (.right, .shift, .seek(seconds: 1, isExact: true)), (.left, .shift, .seek(seconds: -1, isExact: true)),
      (.home, [], .seekToStart), (.backspace, [], .resetRate), (.character("c"), .control, .quit),
      (.character("z"), .control, .suspend),
    ] as [(Key, KeyModifiers, PlayerAction)])
  func bindsOtherKeysToActions(key: Key, modifiers: KeyModifiers, action: PlayerAction) {
    #expect(KeyBindings.action(for: key, modifiers) == action)
  }

  @Test("unbound keys do nothing") func unboundKeysDoNothing() {
    #expect(KeyBindings.action(for: .escape, []) == nil)
    #expect(KeyBindings.action(for: .character("q"), .alt) == nil)
    #expect(KeyBindings.action(for: .character("x"), []) == nil)
    #expect(KeyBindings.action(for: .function(1), []) == nil)
  }

  @Test("hint lines are sorted by length") func hintLinesAreSortedByLength() {
    let widths = KeyBindings.lines.map(CellText.width)
    #expect(widths == widths.sorted(by: >))
    #expect((widths.last ?? 99) <= 20)
  }
}
