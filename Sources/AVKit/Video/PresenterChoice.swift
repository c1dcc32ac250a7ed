import CPlayheadGTK

/// Selects how frames reach the screen. This is the only place that does.
///
/// | GTK draws with | PLAYHEAD_RENDERER | drawn by       | presenter                      |
/// | -------------- | ----------------- | -------------- | ------------------------------ |
/// | cairo          | any               |                | software, to a cairo surface   |
/// | GL             | `gl`              | anything       | GL                             |
/// | GL             | `software`        |                | software, to a texture         |
/// | GL             | not set           | GPU            | GL                             |
/// | GL             | not set           | software (CPU) | software, to a texture         |
///
/// With a cairo surface, and if the program allows it, uncovered areas are shown by a `DirectScreen` instead, unless
/// `PLAYHEAD_RENDERER` is `composited`: an X11 child window or a Wayland subsurface. With `immediate`, the X11 window
/// does not wait for refreshes of the display.
///
/// HDR video on a Wayland display that shows HDR takes a subsurface with each renderer (`PassThroughPresenter`), if the
/// program allows it, and `PLAYHEAD_RENDERER` does not demand another way: GTK's renderers draw sRGB.
enum PresenterChoice: Equatable, Sendable {
  /// On the CPU, delivered as a cairo surface or a texture.
  case software(SoftwarePresenter.Delivery)
  /// With a shader.
  case gl

  /// - Parameters:
  ///   - drawsWithCairo: Whether GTK's renderer of the window is the cairo one.
  ///   - setting: The value of `PLAYHEAD_RENDERER`.
  ///   - driver: Returns the name of the GL renderer; called only if it matters, since it opens a context.
  static func choose(drawsWithCairo: Bool, setting: String?, driver: () -> String?) -> PresenterChoice {
    if drawsWithCairo { return .software(.cairo) }
    if setting == "software" { return .software(.texture) }
    guard let name = driver() else { return .software(.texture) }
    return setting == "gl" || !isSoftwareDriver(name) ? .gl : .software(.texture)
  }

  /// How frames bypass GTK's renderer; nil if they do not.
  static func direct(
    _ choice: PresenterChoice, setting: String?, isRequested: Bool, on display: DirectKind?
  ) -> DirectKind? {
    choice == .software(.cairo) && isRequested && setting != "composited" ? display : nil
  }

  /// Whether HDR video may bypass GTK's renderer, whichever it is.
  static func passesThrough(setting: String?, isRequested: Bool, on display: DirectKind?) -> Bool {
    isRequested && display == .subsurface && (setting == nil || setting == "immediate")
  }

  /// Whether it is one of Mesa's CPU drivers. Conversion there takes several times as long as in libswscale.
  static func isSoftwareDriver(_ name: String) -> Bool {
    let name = name.lowercased()
    return ["llvmpipe", "softpipe", "swrast", "software rasterizer", "swiftshader"].contains { name.contains($0) }
  }

  /// The presenter for a widget's window. Call it once the widget is realized.
  @MainActor static func makePresenter(for widget: Widget, requestsDirect: Bool) -> any FramePresenter {
    let base = makeBasePresenter(for: widget, requestsDirect: requestsDirect)
    let passes = passesThrough(
      setting: RenderingEnvironment.setting, isRequested: requestsDirect, on: DirectKind(of: widget))
    return passes ? PassThroughPresenter(base: base) : base
  }

  /// The presenter of frames that GTK draws.
  @MainActor private static func makeBasePresenter(for widget: Widget, requestsDirect: Bool) -> any FramePresenter {
    let renderer = gtk_widget_get_native(widget).flatMap { gtk_native_get_renderer($0) }
    let type =
      renderer.map { String(cString: g_type_name(playhead_gtk_type_of(UnsafeMutableRawPointer($0)))) }
      ?? "GskCairoRenderer"
    var opened: GLPresenter?
    let setting = RenderingEnvironment.setting
    let choice = choose(drawsWithCairo: type == "GskCairoRenderer", setting: setting) {
      opened = gtk_widget_get_display(widget).flatMap { GLPresenter(display: $0) }
      return opened?.rendererName
    }
    if choice == .gl, let opened { return opened }
    if case .software(let delivery) = choice {
      return SoftwarePresenter(
        delivery: delivery,
        direct: direct(choice, setting: setting, isRequested: requestsDirect, on: DirectKind(of: widget)))
    }
    return SoftwarePresenter(delivery: .texture)
  }

  /// The region for direct presentation; nil if the widget's window does not support one.
  @MainActor static func makeDirectScreen(for widget: Widget) -> (any DirectScreen)? {
    switch DirectKind(of: widget) {
    case .window: DirectWindow(in: widget, isSynchronized: RenderingEnvironment.setting != "immediate")
    case .subsurface: DirectSubsurface(in: widget)
    case nil: nil
    }
  }
}

/// A method of bypassing GTK's renderer, one for each kind of display.
enum DirectKind: Sendable {
  /// An X11 child window.
  case window
  /// A Wayland subsurface.
  case subsurface

  /// The kind for the display of a widget; nil if it supports neither.
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

  /// The kind of memory that both processes map.
  var memory: SharedSegment.Kind { self == .window ? .numbered : .file }
}
