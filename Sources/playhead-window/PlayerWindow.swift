import AVKit
import CPlayheadGTK
import Foundation

/// The window with the view in it.
@MainActor final class PlayerWindow {
  let view: AVPlayerView
  var onClose: (() -> Void)?
  private let window: UnsafeMutablePointer<GtkWidget>
  private let options: WindowOptions

  init?(_ options: WindowOptions) {
    guard let window = gtk_window_new() else { return nil }
    self.window = window
    self.options = options
    view = AVPlayerView()
    view.showsFullScreenToggleButton = true
    dropBackground()
    gtk_window_set_child(top, view.gtkWidget.assumingMemoryBound(to: GtkWidget.self))
    GtkSignal.connect(window, "close-request") { [weak self] in self?.onClose?() }
    gtk_window_set_decorated(top, options.geometry == nil ? 1 : 0)
    gtk_widget_grab_focus(view.gtkWidget.assumingMemoryBound(to: GtkWidget.self))
  }

  private var top: UnsafeMutablePointer<GtkWindow> {
    UnsafeMutableRawPointer(window).assumingMemoryBound(to: GtkWindow.self)
  }

  var title: String = "" { didSet { gtk_window_set_title(top, title) } }

  var isShown: Bool { gtk_widget_get_visible(window) != 0 }

  /// Puts the window on the screen. `picture` is the size of the video in square pixels, zero where there is none.
  func show(picture: CGSize) {
    let size =
      options.geometry.map { (width: $0.width, height: $0.height) }
      ?? WindowSize.size(forPicture: picture, screen: screenSize)
    gtk_window_set_default_size(top, Int32(size.width), Int32(size.height))
    if options.isFullScreen { gtk_window_fullscreen(top) }
    if options.geometry?.position != nil {
      gtk_widget_realize(window)
      move()
    }
    gtk_window_present(top)
    // A window manager places new windows itself and moves them afterwards when asked.
    move()
  }

  private func move() {
    guard let position = options.geometry?.position else { return }
    playhead_gtk_move_window(OpaquePointer(window), Int32(position.x), Int32(position.y))
  }

  func close() {
    view.player = nil
    gtk_window_destroy(top)
  }

  /// The view covers the window. A background below it would only be drawn to be painted over, and keep the picture from being
  /// copied without a look at what lies there.
  private func dropBackground() {
    guard let provider = gtk_css_provider_new(), let display = gtk_widget_get_display(window) else { return }
    gtk_widget_add_css_class(window, "playhead-window")
    gtk_css_provider_load_from_data(provider, "window.playhead-window { background: none; }", -1)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }

  /// Of the first monitor, in GTK's units; nil where there is none to ask.
  private var screenSize: (width: Int, height: Int)? {
    guard let monitors = gtk_widget_get_display(window).flatMap({ gdk_display_get_monitors($0) }),
      let monitor = g_list_model_get_item(monitors, 0)
    else { return nil }
    defer { g_object_unref(monitor) }
    var area = GdkRectangle()
    gdk_monitor_get_geometry(OpaquePointer(monitor), &area)
    return (Int(area.width), Int(area.height))
  }
}

/// Signals without arguments that matter here.
@MainActor enum GtkSignal {
  private final class Handler {
    let body: @MainActor () -> Void
    init(_ body: @escaping @MainActor () -> Void) { self.body = body }
  }

  static func connect(_ object: UnsafeMutableRawPointer, _ signal: String, _ body: @escaping @MainActor () -> Void) {
    let thunk: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> gboolean = { _, data in
      guard let data else { return 0 }
      nonisolated(unsafe) let pointer = data
      return MainActor.assumeIsolated {
        Unmanaged<Handler>.fromOpaque(pointer).takeUnretainedValue().body()
        // The program decides when the window goes.
        return 1
      }
    }
    g_signal_connect_data(
      object, signal, unsafeBitCast(thunk, to: GCallback.self), Unmanaged.passRetained(Handler(body)).toOpaque(),
      { data, _ in data.map { Unmanaged<AnyObject>.fromOpaque($0).release() } }, GConnectFlags(rawValue: 0))
  }
}
