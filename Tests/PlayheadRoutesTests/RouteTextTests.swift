import PlayheadRoutes
import Testing

/// Names that devices of the network send.
@Suite struct RouteTextTests {
  @Test(arguments: [
    ("Living Room", "Living Room"), ("  TV \u{1B}[31m red", "TV [31m red"), ("a\nb\u{2028}c", "a b c"),
    ("\u{202E}gnp.exe", "gnp.exe"), ("", ""), ("テレビ 📺", "テレビ 📺"), ("a\u{0}\u{0}\u{0}b", "a b"), ("x   ", "x"),
  ])
  func controlCharactersAreRemoved(text: String, expected: String) {
    #expect(RouteText.cleaned(text, limit: 80) == expected)
  }

  @Test func longNamesAreCut() {
    #expect(RouteText.cleaned(String(repeating: "x", count: 1_000_000), limit: 80).count == 80)
  }

  @Test func characterWithManyMarksIsShortened() {
    let text = "a" + String(repeating: "\u{301}", count: 500) + "b"
    #expect(RouteText.cleaned(text, limit: 80).unicodeScalars.count == 5)
  }

  @Test func modelReplacesEmptyName() {
    #expect(PlaybackRoute(id: "uuid:1", name: " \n", model: "Box 3", kind: .dlna).name == "Box 3")
    #expect(PlaybackRoute(id: "uuid:1", name: "", model: nil, kind: .dlna).name == "Unnamed device")
  }
}
