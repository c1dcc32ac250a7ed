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

  @Test("A changed choice of codecs replaces that of the command line; another change does not")
  func changedPassthroughReplacesCommandLine() throws {
    let item = AVPlayerItem(url: try Fixtures.url("audio.wav"))
    let settings = SettingsController(AVQueuePlayer(items: [item]), isSaved: false)
    settings.requestedPassthrough = PassthroughCodecs("ac3,truehd")
    settings.change { $0.resumes.toggle() }
    #expect(item.passthroughCodecs == [.ac3, .truehd])
    settings.change { $0.resources.passthrough.set("dts", isPermitted: true) }
    #expect(item.passthroughCodecs == [.dts])
    settings.change { $0.resources.passthrough.set("dts", isPermitted: false) }
    #expect(item.passthroughCodecs.isEmpty)
  }
}
