import Foundation
import PlayheadSettings
import TestSupport
import Testing

@_spi(Playhead) import AVFoundation

@testable import playhead_window

@Suite("Settings of the window") @MainActor struct SettingsControllerTests {
  @Test("A change applies to the current file and to the next one") func changeAppliesToWholeQueue() throws {
    let items = try ["audio.wav", "audio.mp3"].map { AVPlayerItem(url: try Fixtures.url($0)) }
    let settings = SettingsController(AVQueuePlayer(items: items), isSaved: false)
    settings.change {
      $0.picture.debands = true
      $0.subtitleScale = 1.5
      $0.resources.passthrough = PassthroughCodecs("dts") ?? PassthroughCodecs()
    }
    #expect(items.map(\.videoFilters.debands) == [true, true])
    #expect(items.map(\.captionSettings.scale) == [1.5, 1.5])
    #expect(items.map(\.passthroughCodecs) == [[.dts], [.dts]])
  }
}
