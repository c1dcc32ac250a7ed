import AVFoundation
import CPlayheadGTK
import Foundation
import PlayheadEngine

/// A view that shows a player's picture, with controls over it. A GTK 4 widget.
///
/// Put `gtkWidget` where any GTK binding takes a widget. GTK has to be started before the first view is made, and everything of a
/// view happens on the thread that GTK runs on, which is the main thread. The view lets GTK's main loop run the main dispatch
/// queue (`installMainLoopIntegrationIfNeeded()`), so that `@MainActor` code and players' callbacks work in any GTK program.
///
/// - Note: Difference from Apple: there the view is an `NSView`; here it holds a `GtkWidget`.
@MainActor open class AVPlayerView: NSObject {
  private let view: ViewWidget
  private let area: PictureArea
  private let controls: ControlsArea
  private var message: Widget?

  /// Makes a view without a player. Stops the program where GTK was not started: without it no widget can be made.
  public nonisolated override init() {
    let parts = MainActor.assumeIsolated { () -> Parts in
      guard gtk_is_initialized() != 0, let view = ViewWidget(), let area = PictureArea() else {
        fatalError("AVPlayerView needs GTK: call gtk_init() or run a GtkApplication before making one.")
      }
      return Parts(view: view, area: area, controls: ControlsArea(view: view))
    }
    (view, area, controls) = (parts.view, parts.area, parts.controls)
    super.init()
    MainActor.assumeIsolated { setUp() }
  }

  private struct Parts {
    let view: ViewWidget
    let area: PictureArea
    let controls: ControlsArea
  }

  isolated deinit {
    player?.session.detach(area.sink)
    view.close()
    g_object_remove_toggle_ref(cast(view.widget), Self.referencesChanged, nil)
  }

  // MARK: Embedding

  /// The `GtkWidget *` to put into a window. A class of its own, `PlayheadPlayerView`; it expands and may become tiny.
  ///
  /// The reference is the view's, not a floating one: a container takes its own, as usual, and while one holds the widget the view
  /// lives as well, whether or not anybody keeps the Swift object.
  public var gtkWidget: UnsafeMutableRawPointer { UnsafeMutableRawPointer(view.widget) }

  private func setUp() {
    installMainLoopIntegrationIfNeeded()
    view.add(area.picture.widget)
    view.onLayout = { [weak self] in self?.layOut(width: $0, height: $1) }
    area.onPicture = { [weak self] in self?.controls.willDrawPicture() }
    area.onReadyChange = { [weak self] isReady in
      self?.isReadyForDisplay = isReady
      if isReady { self?.onReadyForDisplay?() }
    }
    controls.onCovering = { [weak self] in self?.area.setCoveredBelow($0) }
    controls.onPointerVisibility = { [weak self] isVisible in
      guard let self else { return }
      gtk_widget_set_cursor_from_name(self.view.widget, isVisible ? nil : "none")
    }
    if let keys = gtk_event_controller_key_new() {
      Signal.connectKeys(UnsafeMutableRawPointer(keys)) { [weak self] in self?.pressed(key: $0, modifiers: $1) ?? false
      }
      gtk_widget_add_controller(view.widget, keys)
    }
    // The widget keeps the Swift object while somebody besides it holds the widget. Until the last line that is this function.
    g_object_add_toggle_ref(cast(view.widget), Self.referencesChanged, Unmanaged.passRetained(self).toOpaque())
    g_object_unref(view.widget)
  }

  // MARK: Player

  /// What is shown. The view does not start or stop it.
  open var player: AVPlayer? {
    didSet {
      guard player !== oldValue else { return }
      oldValue?.session.detach(area.sink)
      area.clear()
      controls.driver.player = player.map { PlayerControl($0) }
      player?.session.attach(area.sink)
      controls.refresh()
    }
  }

  /// Whether the first picture of the current item has been made visible.
  open private(set) var isReadyForDisplay = false

  /// Called when `isReadyForDisplay` becomes true: the first picture is about to be drawn.
  package var onReadyForDisplay: (() -> Void)?

  /// How the picture fills the view.
  open var videoGravity = AVLayerVideoGravity.resizeAspect {
    didSet { area.gravity = PictureGravity(videoGravity) }
  }

  /// Where the picture is in the view, in GTK's units from the top left corner; zero without one. Reaches beyond the view's edges
  /// under `resizeAspectFill`.
  open var videoBounds: CGRect {
    guard let place = area.picture.place else { return .zero }
    let scale = Double(area.picture.viewport.scale)
    return CGRect(
      x: Double(place.x) / scale, y: Double(place.y) / scale, width: Double(place.width) / scale,
      height: Double(place.height) / scale)
  }

  // MARK: Controls

  /// Which controls appear when the pointer moves over the view.
  open var controlsStyle: AVPlayerViewControlsStyle {
    get { controls.style }
    set { controls.style = newValue }
  }

  /// Whether there is a button that makes the view's window fill the screen; a double click then does the same.
  open var showsFullScreenToggleButton: Bool {
    get { controls.showsFullScreenButton }
    set { controls.showsFullScreenButton = newValue }
  }

  /// Called for the key that ends a program. Views inside other programs have none.
  package var onQuit: (() -> Void)?

  private func pressed(key: String, modifiers: GdkModifierType) -> Bool {
    // Keys with Ctrl, Alt or Super belong to the program and the desktop.
    let others = GDK_CONTROL_MASK.rawValue | GDK_ALT_MASK.rawValue | GDK_SUPER_MASK.rawValue
    guard modifiers.rawValue & others == 0, let command = PlayerKey.command(named: key) else { return false }
    controls.noteActivity()
    defer { controls.refresh() }
    switch command {
    case .toggleFullScreen: controls.toggleFullScreen()
    case .leaveFullScreen:
      guard controls.isFullScreen else { return false }
      controls.setFullScreen(false)
    case .quit:
      guard let onQuit else { return false }
      onQuit()
    default: return controls.driver.perform(command)
    }
    return true
  }

  // MARK: Layout

  /// A sentence in place of the picture; nil takes it away.
  package func showMessage(_ text: String?) {
    if let message {
      gtk_widget_unparent(message)
      self.message = nil
    }
    guard let text, let label = gtk_label_new(text) else { return }
    ControlsStyleSheet.install(for: view.widget)
    gtk_label_set_wrap(OpaquePointer(label), 1)
    gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
    gtk_widget_add_css_class(label, "playhead-message")
    view.add(label)
    message = label
    gtk_widget_queue_allocate(view.widget)
  }

  private func layOut(width: Int, height: Int) {
    view.place(area.picture.widget, x: 0, y: 0, width: width, height: height)
    if let message {
      let wish = view.measure(message, GTK_ORIENTATION_HORIZONTAL)
      view.place(message, x: 0, y: 0, width: max(width, wish.minimum), height: height)
    }
    controls.layOut(width: width, height: height)
  }

  private static let referencesChanged: GToggleNotify = { data, _, isLast in
    guard let data else { return }
    let view = Unmanaged<AVPlayerView>.fromOpaque(data)
    if isLast != 0 { view.release() } else { _ = view.retain() }
  }
}

extension PictureGravity {
  init(_ gravity: AVLayerVideoGravity) {
    switch gravity {
    case .resizeAspectFill: self = .fill
    case .resize: self = .stretch
    default: self = .fit
    }
  }
}
