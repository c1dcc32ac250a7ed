import Testing

@testable import AVKit

/// The names are those of GTK 4's own themes and of the aliases that it has for them (gtksettings.c, GTK 4.8).
@Suite("High contrast")
struct ControlsContrastTests {
  @Test(
    "Themes of high contrast, light and dark, by setting and by environment variable",
    arguments: [
      "HighContrast", "HighContrastInverse", "Default-hc", "Default-hc-dark", "Default-hc:dark", "HighContrast:dark",
    ])
  func high(theme: String) { #expect(ControlsContrast.isHigh(theme: theme)) }

  @Test("Others", arguments: ["Default", "Default-dark", "Default:dark", "Adwaita", "Adwaita:dark", "Empty", "", ":"])
  func usual(theme: String) { #expect(!ControlsContrast.isHigh(theme: theme)) }
}
