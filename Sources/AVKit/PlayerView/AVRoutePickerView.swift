@_spi(Playhead) import AVFoundation
import CPlayheadGTK
import Foundation
import PlayheadAudio

/// Methods called on the main thread when the list of a route picker opens and closes. All are optional.
@preconcurrency @MainActor public protocol AVRoutePickerViewDelegate: NSObjectProtocol {
  /// Called before the list opens.
  func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView)
  /// Called when the list has closed.
  func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView)
}

extension AVRoutePickerViewDelegate {
  /// The default implementation does nothing.
  public func routePickerViewWillBeginPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
  /// The default implementation does nothing.
  public func routePickerViewDidEndPresentingRoutes(_ routePickerView: AVRoutePickerView) {}
}

/// A button with a list of the devices that a player can use: audio outputs, and renderers of the local network.
/// A GTK 4 widget.
///
/// The audio server is queried off the main thread whenever the list opens, and renderers are searched while it is
/// open. An audio device becomes the player's `audioOutputDeviceUniqueID`; the first entry is the system's default
/// device. A renderer plays the items in place of this computer, if the player allows external playback.
///
/// - Note: Difference from Apple: on macOS it is an `NSView` that lists AirPlay devices; here it owns a `GtkWidget`.
@MainActor open class AVRoutePickerView: NSObject {
  /// The player whose device is selected. Without one the button is disabled.
  open var player: AVPlayer? { didSet { show() } }
  /// The object that is notified when the list opens and closes.
  open weak var delegate: (any AVRoutePickerViewDelegate)?

  /// The menu of devices; its first entry is the system's default.
  private let menu: ChoiceMenu
  /// Queries the audio server; tests substitute their own.
  private let source: any AudioDeviceSource
  /// Searches renderers; tests substitute their own.
  private let search: RendererSearcher
  /// The devices of the last query; empty before the first one.
  private var devices: [AudioDevice] = []
  /// The renderers of the last search; empty before the first one.
  private var renderers: [ExternalPlaybackDevice] = []
  /// The searches while the list is open; nil while it is closed.
  private var searches: Task<Void, Never>?

  /// A search for renderers, which lasts some seconds.
  typealias RendererSearcher = @Sendable () async -> [ExternalPlaybackDevice]

  /// Creates a picker without a player. Stops the program if GTK is not initialized, because no widget can be created
  /// then.
  public nonisolated override convenience init() {
    self.init(CubebDevices.shared) { await ExternalPlaybackDevice.search() }
  }

  /// Creates a picker with sources of devices.
  nonisolated init(_ source: any AudioDeviceSource, search: @escaping RendererSearcher = { [] }) {
    menu = MainActor.assumeIsolated {
      guard gtk_is_initialized() != 0, let group = g_simple_action_group_new(),
        let menu = ChoiceMenu(
          "route", title: translated("Play on"), icon: "audio-speakers-symbolic", group: group)
      else { fatalError("AVRoutePickerView needs GTK: call gtk_init() or run a GtkApplication before making one.") }
      gtk_widget_insert_action_group(menu.button, "playback", OpaquePointer(group))
      g_object_unref(group)
      return menu
    }
    self.source = source
    self.search = search
    super.init()
    MainActor.assumeIsolated { setUp() }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Removes the toggle reference. Runs on the main thread.
  private func tearDown() {
    searches?.cancel()
    g_object_remove_toggle_ref(cast(menu.button), Self.referencesChanged, nil)
  }

  /// The `GtkMenuButton *` to put into a window.
  ///
  /// The picker owns the reference, which is not floating; while a container holds the widget the picker lives as well.
  ///
  /// - Note: Not in Apple's API.
  public var gtkWidget: UnsafeMutableRawPointer { UnsafeMutableRawPointer(menu.button) }

  /// Whether the list has renderers. True by default; false for a choice of audio outputs.
  package var listsRenderers = true

  /// Called after the user has selected a device.
  package var onSelect: (() -> Void)?

  /// Whether the button has a frame. False by default.
  open var isRoutePickerButtonBordered: Bool {
    get { gtk_menu_button_get_has_frame(OpaquePointer(menu.button)) != 0 }
    set {
      gtk_menu_button_set_has_frame(OpaquePointer(menu.button), newValue ? 1 : 0)
      if newValue {
        gtk_widget_remove_css_class(menu.button, "flat")
      } else {
        gtk_widget_add_css_class(menu.button, "flat")
      }
    }
  }

  /// Connects the menu and exchanges the initial reference for a toggle reference.
  private func setUp() {
    installMainLoopIntegrationIfNeeded()
    gtk_menu_button_set_has_frame(OpaquePointer(menu.button), 0)
    menu.onChoose = { [weak self] in self?.choose($0) }
    menu.onOpen = { [weak self] in self?.opened($0) }
    Signal.connect(menu.button, "map") { [weak self] in self?.queryDevices() }
    g_object_ref_sink(menu.button)
    // The toggle reference makes the widget retain the Swift object while anything else references the widget. Until
    // the last line that is the reference from the creation.
    g_object_add_toggle_ref(cast(menu.button), Self.referencesChanged, Unmanaged.passRetained(self).toOpaque())
    g_object_unref(menu.button)
    show()
  }

  // MARK: List

  /// Notifies the delegate. Queries the devices when the list opens, and searches renderers until it closes.
  private func opened(_ isOpen: Bool) {
    if isOpen {
      delegate?.routePickerViewWillBeginPresentingRoutes(self)
      queryDevices()
      searchRenderers()
    } else {
      searches?.cancel()
      searches = nil
      delegate?.routePickerViewDidEndPresentingRoutes(self)
    }
  }

  /// Queries the server's devices. The answer may take a while; the list shows the known devices, and changes while it
  /// is open.
  private func queryDevices() {
    DispatchQueue.global(qos: .userInitiated).async { [weak self, source] in
      let devices = source.outputs()
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.found(devices) } }
    }
  }

  /// Searches renderers until the list closes: they appear and disappear in it.
  private func searchRenderers() {
    guard listsRenderers, player?.allowsExternalPlayback == true, searches == nil else { return }
    searches = Task { [weak self, search] in
      while !Task.isCancelled {
        let found = await search()
        guard let self, !Task.isCancelled else { return }
        self.renderers = found
        self.show()
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }

  /// The renderers of the list: those that were found, and the one that plays.
  private var listedRenderers: [ExternalPlaybackDevice] {
    guard listsRenderers, let player, player.allowsExternalPlayback else { return [] }
    guard let current = player.externalPlaybackDevice, !renderers.contains(where: { $0.id == current.id }) else {
      return renderers
    }
    return renderers + [current]
  }

  /// Shows the devices of a query. Called on the main thread.
  private func found(_ devices: [AudioDevice]) {
    self.devices = devices
    show()
  }

  /// Updates the menu and its selection. The button is disabled without a player.
  private func show() {
    gtk_widget_set_sensitive(menu.button, player == nil ? 0 : 1)
    let renderers = listedRenderers
    let current = player?.externalPlaybackDevice
    let chosen =
      current.map { current in renderers.firstIndex { $0.id == current.id }.map { $0 + devices.count } }
      ?? devices.firstIndex { $0.identifier == player?.audioOutputDeviceUniqueID }
    menu.show(
      [translated("Automatic")] + OptionNames.distinct(devices.map(\.name) + renderers.map(\.name)),
      selected: chosen.map { $0 + 1 } ?? 0)
  }

  /// Selects the device of an entry. Index 0 is the system's default audio device.
  private func choose(_ index: Int) {
    let renderers = listedRenderers
    guard let player, index <= devices.count + renderers.count else { return }
    if index > devices.count {
      player.externalPlaybackDevice = renderers[index - devices.count - 1]
    } else {
      player.externalPlaybackDevice = nil
      player.audioOutputDeviceUniqueID = index > 0 ? devices[index - 1].identifier : nil
    }
    show()
    onSelect?()
  }

  /// Retains the picker while the widget has other references than the picker's own (`GToggleNotify`).
  private static let referencesChanged: GToggleNotify = { data, _, isLast in
    guard let data else { return }
    let picker = Unmanaged<AVRoutePickerView>.fromOpaque(data)
    if isLast != 0 { picker.release() } else { _ = picker.retain() }
  }
}
