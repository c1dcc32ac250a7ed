import CPlayheadGTK
import Glibc

/// Decides how pictures reach the screen. The only place that does.
///
/// | GTK draws with | PLAYHEAD_RENDERER | drawn by       | presenter                      |
/// | -------------- | ----------------- | -------------- | ------------------------------ |
/// | cairo          | any               |                | software, to a cairo surface   |
/// | GL             | `gl`              | anything       | GL                             |
/// | GL             | `software`        |                | software, to a texture         |
/// | GL             | not set           | a processor    | GL                             |
/// | GL             | not set           | software (CPU) | software, to a texture         |
///
/// Where a cairo surface is the way and the program allows it, what nothing lies over goes to a `DirectScreen` instead, unless
/// `PLAYHEAD_RENDERER` is `composited`: a window of the X server's, or a surface of the Wayland compositor's.
enum PresenterChoice: Equatable, Sendable {
  case software(SoftwarePresenter.Delivery)
  case gl

  /// - Parameters:
  ///   - drawsWithCairo: GTK's renderer of the window is the cairo one.
  ///   - setting: the value of `PLAYHEAD_RENDERER`.
  ///   - driver: the name of what draws GL; asked for only where it matters, since finding out opens a context.
  static func choose(drawsWithCairo: Bool, setting: String?, driver: () -> String?) -> PresenterChoice {
    if drawsWithCairo { return .software(.cairo) }
    if setting == "software" { return .software(.texture) }
    guard let name = driver() else { return .software(.texture) }
    return setting == "gl" || !isSoftwareDriver(name) ? .gl : .software(.texture)
  }

  /// How pictures go past GTK's renderer; nil: they do not.
  static func direct(
    _ choice: PresenterChoice, setting: String?, isWanted: Bool, on display: DirectKind?
  ) -> DirectKind? {
    choice == .software(.cairo) && isWanted && setting != "composited" ? display : nil
  }

  /// Mesa's drivers that draw on the CPU. Converting there costs several times what libswscale takes.
  static func isSoftwareDriver(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["llvmpipe", "softpipe", "swrast", "software rasterizer", "swiftshader"].contains { name.contains($0) }
  }

  /// The presenter for the window a widget is in. Call once the widget is realized.
  @MainActor static func makePresenter(for widget: Widget, wantsDirect: Bool) -> any FramePresenter {
    let renderer = gtk_widget_get_native(widget).flatMap { gtk_native_get_renderer($0) }
    let type =
      renderer.map { String(cString: g_type_name(playhead_gtk_type_of(UnsafeMutableRawPointer($0)))) }
      ?? "GskCairoRenderer"
    var opened: GLPresenter?
    let setting = getenv("PLAYHEAD_RENDERER").map { String(cString: $0) }
    let choice = choose(drawsWithCairo: type == "GskCairoRenderer", setting: setting) {
      opened = gtk_widget_get_display(widget).flatMap { GLPresenter(display: $0) }
      return opened?.rendererName
    }
    if choice == .gl, let opened { return opened }
    if case .software(let delivery) = choice {
      return SoftwarePresenter(
        delivery: delivery,
        direct: direct(choice, setting: setting, isWanted: wantsDirect, on: DirectKind(of: widget)))
    }
    return SoftwarePresenter(delivery: .texture)
  }

  /// The piece of screen for pictures that go past GTK's renderer; nil where the widget's window can have none.
  @MainActor static func makeDirectScreen(for widget: Widget) -> (any DirectScreen)? {
    switch DirectKind(of: widget) {
    case .window: DirectWindow(in: widget)
    case .subsurface: DirectSubsurface(in: widget)
    case nil: nil
    }
  }
}

/// A way past GTK's renderer: each kind of display has one.
enum DirectKind: Sendable {
  /// X11's.
  case window
  /// Wayland's.
  case subsurface

  @MainActor init?(of widget: Widget) {
    guard let display = gtk_widget_get_display(widget) else { return nil }
    if playhead_subsurface_is_wayland(display) {
      self = .subsurface
    } else if playhead_direct_is_x11(display) {
      self = .window
    } else {
      return nil
    }
  }

  /// The memory that both sides see.
  var memory: SharedSegment.Kind { self == .window ? .numbered : .file }
}
