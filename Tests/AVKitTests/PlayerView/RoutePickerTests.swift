@_spi(Playhead) import AVFoundation
import CPlayheadGTK
import Foundation
import PlayheadAudio
import PlayheadDLNA
import Testing

@testable import AVKit

@MainActor
@Suite(
  "The list of audio devices", .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["DISPLAY"] != nil, "there is no display; run under Xvfb to see these pass"))
struct RoutePickerTests {
  private struct Devices: AudioDeviceSource {
    func outputs() -> [AudioDevice] {
      [
        AudioDevice(identifier: "sink.hall", name: "Hall", channelCount: 2, sampleRate: 48_000),
        AudioDevice(identifier: "sink.study", name: "Study", channelCount: 2, sampleRate: 48_000, isDefault: true),
      ]
    }
    func observe(_ call: @escaping @Sendable (AudioDeviceEvent) -> Void) {}
  }

  private func wait(_ condition: () -> Bool) async throws {
    let end = Date().addingTimeInterval(20)
    while !condition(), Date() < end {
      _ = g_main_context_iteration(nil, 0)
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  @Test("The selected entry sets the player's device, and the first entry resets it")
  func choosing() async throws {
    try #require(gtk_init_check() != 0)
    let picker = AVRoutePickerView(Devices())
    let player = AVPlayer()
    let button: Widget = cast(picker.gtkWidget)
    #expect(gtk_widget_get_sensitive(button) == 0, "there is nothing to choose without a player")
    picker.player = player
    let window = try #require(gtk_window_new())
    gtk_window_set_child(cast(window), button)
    gtk_window_present(cast(window))
    #expect(gtk_widget_get_sensitive(button) != 0)
    let model = try #require(gtk_menu_button_get_menu_model(OpaquePointer(button)))
    try await wait { g_menu_model_get_n_items(model) == 3 }
    #expect(g_menu_model_get_n_items(model) == 3)
    for (index, device) in [(1, "sink.hall"), (2, "sink.study"), (0, nil)] as [(Int32, String?)] {
      _ = gtk_widget_activate_action_variant(button, "playback.route", g_variant_new_int32(index))
      #expect(player.audioOutputDeviceUniqueID == device)
    }
    gtk_window_destroy(cast(window))
  }

  @Test("An open list has the renderers that are found, and one of them plays in place of this computer")
  func renderers() async throws {
    try #require(gtk_init_check() != 0)
    let location = try #require(RendererURL("http://127.0.0.1:9/description.xml"))
    let text = """
      <root><device><deviceType>urn:schemas-upnp-org:device:MediaRenderer:1</deviceType>
      <friendlyName>Living room</friendlyName><UDN>uuid:1</UDN><serviceList><service>
      <serviceType>urn:schemas-upnp-org:service:AVTransport:1</serviceType><controlURL>/c</controlURL></service>
      </serviceList></device></root>
      """
    let device = ExternalPlaybackDevice(try #require(DeviceDescription(Array(text.utf8), at: location)))
    let picker = AVRoutePickerView(Devices()) { [device] }
    let player = AVPlayer()
    picker.player = player
    let button: Widget = cast(picker.gtkWidget)
    let window = try #require(gtk_window_new())
    gtk_window_set_child(cast(window), button)
    gtk_window_present(cast(window))
    let model = try #require(gtk_menu_button_get_menu_model(OpaquePointer(button)))
    try await wait { g_menu_model_get_n_items(model) == 3 }
    gtk_menu_button_popup(OpaquePointer(button))
    try await wait { g_menu_model_get_n_items(model) == 4 }
    _ = gtk_widget_activate_action_variant(button, "playback.route", g_variant_new_int32(3))
    #expect(player.externalPlaybackDevice == device && player.isExternalPlaybackActive)
    _ = gtk_widget_activate_action_variant(button, "playback.route", g_variant_new_int32(0))
    #expect(player.externalPlaybackDevice == nil && !player.isExternalPlaybackActive)
    picker.listsRenderers = false
    gtk_menu_button_popdown(OpaquePointer(button))
    gtk_window_destroy(cast(window))
  }

  @Test("The button is flat unless it has a frame")
  func frame() throws {
    try #require(gtk_init_check() != 0)
    let picker = AVRoutePickerView(Devices())
    #expect(!picker.isRoutePickerButtonBordered)
    picker.isRoutePickerButtonBordered = true
    #expect(picker.isRoutePickerButtonBordered)
  }
}
