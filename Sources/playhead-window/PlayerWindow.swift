import AVKit
import CPlayheadGTK
import Foundation
import PlayheadBasics
import PlayheadSettings

/// The window: the player view, or the start page while no file is open.
@MainActor final class PlayerWindow {
  let view: AVPlayerView
  /// The list of files beside the video; nil in a plain window.
  private(set) var playlistPanel: PlaylistPanel?
  /// The list of audio devices in the title bar; nil in a plain window.
  private(set) var devicePicker: AVRoutePickerView?
  /// The page without a file; nil until it is first shown.
  private var startPage: StartPage?
  /// Called when the user closes the window. The window stays until `close()`.
  var onClose: (() -> Void)?
  /// Called with files that the user selected or dropped.
  var onOpen: (([String]) -> Void)?
  /// Called with a recent file that the user removes from the list; nil: with all of them.
  var onForget: ((String?) -> Void)?
  /// Called when the user asks for the preferences.
  var onPreferences: (() -> Void)?
  /// The GTK window; it lives until `close()`.
  private let window: Widget
  /// The options of the command line, for size and style.
  private let options: WindowOptions
  /// Contains the view and the start page; nil in a plain window, which has the view only.
  private var stack: Widget?
  /// The file chooser, of which one can be open.
  private let openDialog = OpenDialog()
  /// The actions of the menu.
  let actions = MenuActions()
  /// The menu buttons of the view's title bar and of the start page.
  private var menuButtons: [Widget] = []
  /// Whether the window is kept above others.
  private var isAbove = false

  /// Creates a hidden window with a view. nil if GTK cannot create a window.
  init?(_ options: WindowOptions) {
    guard let window = gtk_window_new() else { return nil }
    self.window = window
    self.options = options
    view = AVPlayerView()
    view.showsFullScreenToggleButton = true
    view.allowsDirectPresentation = true
    view.movesWindow = true
    view.showsNavigation = !options.isPlain
    // Before the first frame: afterwards it would hold up the second one by more than a refresh.
    StyleSheetLoading.load(prefersDark: !options.isPlain)
    dropBackground()
    if options.isPlain {
      gtk_window_set_child(top, viewWidget)
      gtk_window_set_decorated(top, options.geometry == nil ? 1 : 0)
    } else {
      addContent()
    }
    GtkSignal.connect(window, "close-request") { [weak self] in self?.onClose?() }
    DropArea.install(on: window) { [weak self] in self?.onOpen?($0) }
    gtk_widget_grab_focus(viewWidget)
  }

  /// The view's widget.
  private var viewWidget: Widget { cast(view.gtkWidget) }
  /// The window in the form that GTK's window functions take.
  var top: UnsafeMutablePointer<GtkWindow> { cast(window) }
  /// Whether the window has been shown. A minimized window counts as shown.
  var isShown: Bool { gtk_widget_get_visible(window) != 0 }
  /// The title for the window list of the desktop.
  var title: String {
    get { gtk_window_get_title(top).map { String(cString: $0) } ?? "" }
    set { gtk_window_set_title(top, newValue) }
  }

  // MARK: Content

  /// The title bar belongs to the view: it fades with the controls.
  private func addContent() {
    guard let stack = gtk_stack_new(), let bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0) else { return }
    self.stack = stack
    gtk_widget_set_visible(bar, 0)
    gtk_window_set_titlebar(top, bar)
    view.hasWindowControls = true
    // The titles are the names of the pages for screen readers.
    gtk_stack_add_titled(OpaquePointer(stack), makeViewPage() ?? viewWidget, "view", translated("Video"))
    gtk_window_set_child(top, stack)
    if let playlistPanel { view.addToTopBar(UnsafeMutableRawPointer(playlistPanel.button)) }
    let picker = AVRoutePickerView()
    gtk_menu_button_set_direction(OpaquePointer(picker.gtkWidget), GTK_ARROW_DOWN)
    view.addToTopBar(picker.gtkWidget)
    devicePicker = picker
    if let menu = makeMenuButton() { view.addToTopBar(UnsafeMutableRawPointer(menu)) }
    view.onOpenAnother = { [weak self] in self?.askForFiles() }
    view.onContextMenu = { [weak self] x, y in
      guard let self else { return }
      WindowMenus.showContextMenu(on: self.viewWidget, x: x, y: y)
    }
    addActions()
    WindowShortcuts.install(on: window) { [weak self] in self?.view.onWindowCommand?($0) }
  }

  /// The view with the playlist panel at its side.
  private func makeViewPage() -> Widget? {
    guard let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0), let panel = PlaylistPanel() else { return nil }
    gtk_widget_set_hexpand(viewWidget, 1)
    gtk_box_append(cast(row), viewWidget)
    gtk_box_append(cast(row), panel.widget)
    panel.onClose = { [weak self] in
      guard let self else { return }
      gtk_widget_grab_focus(self.viewWidget)
    }
    playlistPanel = panel
    return row
  }

  /// Creates the start page on first use, so that it does not delay opening a file.
  private func makeStartPage() {
    guard startPage == nil, let stack, let page = StartPage(), let framed = frame(page.widget) else { return }
    gtk_stack_add_titled(OpaquePointer(stack), framed, "start", "Playhead")
    page.onOpen = { [weak self] in self?.askForFiles() }
    page.onChoose = { [weak self] in self?.onOpen?([$0]) }
    page.onForget = { [weak self] in self?.onForget?($0) }
    startPage = page
  }

  /// The start page with a header bar.
  private func frame(_ page: Widget) -> Widget? {
    guard let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0), let bar = gtk_header_bar_new() else { return nil }
    gtk_widget_add_css_class(column, "playhead-start")
    gtk_widget_add_css_class(bar, "flat")
    WindowMenu.attach(to: UnsafeMutableRawPointer(bar))
    if let menu = makeMenuButton() { gtk_header_bar_pack_end(OpaquePointer(bar), menu) }
    gtk_widget_set_vexpand(page, 1)
    gtk_box_append(cast(column), bar)
    gtk_box_append(cast(column), page)
    return column
  }

  /// Shows the start page with the files of earlier sessions. No effect in a plain window.
  func showStart(_ recent: [SavedPlayerState.Entry]) {
    guard let stack else { return }
    makeStartPage()
    startPage?.show(recent)
    title = "Playhead"
    gtk_stack_set_visible_child_name(OpaquePointer(stack), "start")
  }

  /// Applies the user's settings to the controls.
  func apply(_ settings: PlayerSettings) { view.maximumVolume = settings.maximumVolume }

  /// Shows a message on the visible page.
  func notify(_ text: String) {
    let page = stack.flatMap { gtk_stack_get_visible_child_name(OpaquePointer($0)) }.map { String(cString: $0) }
    if page == "start" { startPage?.notify(text) } else { view.notify(text) }
  }

  /// Shows the view in place of the start page, and gives it the keyboard focus.
  func showView() {
    if let stack { gtk_stack_set_visible_child_name(OpaquePointer(stack), "view") }
    gtk_widget_grab_focus(viewWidget)
  }

  // MARK: Menu and keys

  /// Creates a menu button. The view's title bar and the start page have one each.
  private func makeMenuButton() -> Widget? {
    guard let button = gtk_menu_button_new(), let model = WindowMenus.model(WindowMenus.main) else { return nil }
    gtk_menu_button_set_icon_name(OpaquePointer(button), "open-menu-symbolic")
    gtk_menu_button_set_menu_model(OpaquePointer(button), model)
    g_object_unref(UnsafeMutableRawPointer(model))
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_set_tooltip_text(button, translated("Menu"))
    playhead_gtk_set_name(button, translated("Menu"))
    MenuNames.set(translated("Menu"), ofMenuOf: button)
    menuButtons.append(button)
    return button
  }

  /// Adds the actions that menus and keys refer to.
  private func addActions() {
    let commands: [(String, WindowCommand)] = [
      ("open", .open), ("preferences", .preferences), ("location", .openLocation), ("subtitles", .addSubtitles),
      ("save", .saveFrame), ("information", .information), ("adjustments", .adjustments), ("quit", .close),
      ("keys", .shortcuts),
    ]
    for (name, command) in commands {
      actions.add(name) { [weak self] in self?.view.onWindowCommand?(command) }
    }
    actions.add("pause") { [weak self] in self?.view.togglePlaying() }
    actions.add("previous") { [weak self] in self?.view.queue?.previous() }
    actions.add("next") { [weak self] in self?.view.queue?.next() }
    actions.add("fullscreen") { [weak self] in self?.toggleFullScreen() }
    actions.add("about") { [weak self] in
      guard let self else { return }
      AboutWindow.show(for: self.top)
    }
    actions.install(in: window)
  }

  /// Carries out a command of a key that concerns the window alone. The program carries out the others.
  func perform(_ command: WindowCommand) {
    switch command {
    case .open: askForFiles()
    case .openLocation: LocationDialog.show(for: top) { [weak self] in self?.onOpen?([$0]) }
    case .addSubtitles: askForSubtitles()
    case .preferences: onPreferences?()
    case .shortcuts: ShortcutsWindow.show(for: top)
    case .playlist:
      playlistPanel?.toggle()
    case .menu:
      view.showControls()
      // The title bar is mapped when the main loop runs next.
      Timeout.after(milliseconds: 50) { [weak self] in
        guard let button = self?.menuButtons.first(where: { gtk_widget_get_mapped($0) != 0 }) else { return }
        gtk_menu_button_popup(OpaquePointer(button))
      }
    case .contextMenu:
      guard gtk_widget_get_mapped(viewWidget) != 0 else { return perform(.menu) }
      WindowMenus.showContextMenu(
        on: viewWidget, x: Double(gtk_widget_get_width(viewWidget)) / 2,
        y: Double(gtk_widget_get_height(viewWidget)) / 2)
    case .close: onClose?()
    case .scale, .toggleOnTop, .saveFrame, .information, .adjustments: break
    }
  }

  /// Shows the file chooser; the selected files are passed to `onOpen`.
  func askForFiles() { openDialog.run(for: top) { [weak self] in self?.onOpen?($0) } }
  /// Shows the file chooser; the selected files are passed to `body`.
  func askForFilesToAdd(_ body: @escaping @MainActor ([String]) -> Void) { openDialog.run(for: top, body) }
  /// Shows the dialog to save a file with a suggested name; its path is passed to `body`.
  func askForTarget(title: String, name: String, _ body: @escaping @MainActor (String) -> Void) {
    openDialog.runToSave(for: top, title: title, name: name, body)
  }
  /// Enters full screen.
  func enterFullScreen() { setFullScreen(true) }
  /// Whether the window fills the screen.
  var isFullScreen: Bool { gtk_window_is_fullscreen(top) != 0 }
  /// Enters or leaves full screen.
  func setFullScreen(_ isFullScreen: Bool) {
    if isFullScreen { gtk_window_fullscreen(top) } else { gtk_window_unfullscreen(top) }
  }
  /// Calls `onChange` when the window has entered or left full screen.
  func observeFullScreen(_ onChange: @escaping @MainActor () -> Void) {
    GtkSignal.connect(object: window, "notify::fullscreened") { _ in onChange() }
  }
  /// Enters or leaves full screen.
  private func toggleFullScreen() {
    setFullScreen(!isFullScreen)
  }
  /// Shows the file chooser for caption files, which are opened in the same way.
  private func askForSubtitles() {
    openDialog.run(for: top, showing: .captions) { [weak self] in self?.onOpen?($0) }
  }

  // MARK: Screen

  /// Shows the window. `frameSize` is the size of the video in square pixels, zero without video.
  func show(frameSize: CGSize) {
    let size =
      options.geometry.map { (width: $0.width, height: $0.height) }
      ?? WindowSize.size(forVideo: frameSize, screen: screenSize)
    gtk_window_set_default_size(top, Int32(size.width), Int32(size.height))
    if options.isFullScreen { gtk_window_fullscreen(top) }
    if options.geometry?.position != nil {
      gtk_widget_realize(window)
      move()
    }
    gtk_window_present(top)
    // A window manager places new windows itself, and moves them later on request.
    move()
  }

  /// Gives the window the shape of the next video. Full screen, maximized and undecorated windows keep their size.
  func follow(frameSize: CGSize) {
    guard isShown, options.geometry == nil, gtk_window_is_fullscreen(top) == 0, gtk_window_is_maximized(top) == 0
    else { return }
    let panel = playlistPanel?.width ?? 0
    let current = (width: Int(gtk_widget_get_width(window)) - panel, height: Int(gtk_widget_get_height(window)))
    guard let size = WindowSize.size(forNextVideo: frameSize, window: current, screen: screenSize) else { return }
    gtk_window_set_default_size(top, Int32(clamping: size.width + panel), Int32(clamping: size.height))
  }

  /// Brings the window to the front, as far as the desktop permits it.
  func present() { gtk_window_present(top) }

  /// Resizes the window to a multiple of the video's size.
  func resize(_ scale: Double, frameSize: CGSize) {
    guard frameSize.width > 0, frameSize.height > 0 else { return }
    gtk_window_set_default_size(
      top, Int32(saturating: (Double(frameSize.width) * scale).rounded()),
      Int32(saturating: (Double(frameSize.height) * scale).rounded()))
  }

  /// Toggles whether the window stays above the others. Nil if the desktop does not support that.
  func toggleOnTop() -> Bool? {
    guard playhead_gtk_keep_above(OpaquePointer(window), !isAbove) else { return nil }
    isAbove.toggle()
    return isAbove
  }

  /// Moves the window to the position of the command line. Effective on X11 only.
  private func move() {
    guard let position = options.geometry?.position else { return }
    playhead_gtk_move_window(OpaquePointer(window), Int32(position.x), Int32(position.y))
  }

  /// Removes the player from the view and destroys the window.
  func close() {
    view.player = nil
    gtk_window_destroy(top)
  }

  // MARK: Style

  /// Removes the window's background, because the view covers it. A background would only be drawn to be overpainted,
  /// and would prevent copying the frame without blending.
  private func dropBackground() {
    guard let provider = gtk_css_provider_new(), let display = gtk_widget_get_display(window) else { return }
    gtk_widget_add_css_class(window, "playhead-window")
    let rules = """
      window.playhead-window { background: none; border-radius: 0; }
      window.playhead-window.solid-csd { border-color: #18181a; }
      window.playhead-window.solid-csd.fullscreen, window.playhead-window.solid-csd.maximized { border: none; padding: 0; }
      .playhead-playlist { background: @theme_bg_color; color: @theme_fg_color; }
      .playhead-thumbnail { margin: -9px 0; }
      .playhead-no-thumbnail { margin: 0; opacity: 0.6; }
      .playhead-subtitle-preview { background: #202024; border-radius: 8px; margin: 8px 12px; }
      .playhead-edge-automatic, .playhead-edge-outline { text-shadow: 0 0 2px black, 0 0 2px black, 0 0 2px black; }
      .playhead-edge-shadow { text-shadow: 2px 2px 2px black; }
      .playhead-start { background: @theme_bg_color; color: @theme_fg_color; }
      .playhead-start button.pill { padding: 10px 28px; border-radius: 999px; }
      .playhead-start .title-1 { font-size: 20pt; font-weight: 800; }
      .playhead-start list { border-radius: 12px; border: 1px solid alpha(@theme_fg_color, 0.15); }
      .playhead-start headerbar { background: none; box-shadow: none; border: none; }
      """
    playhead_gtk_load_style(provider, rules)
    gtk_style_context_add_provider_for_display(
      display, OpaquePointer(provider), guint(GTK_STYLE_PROVIDER_PRIORITY_APPLICATION))
    g_object_unref(provider)
  }

  /// The size of the first monitor in GTK units; nil if there is no monitor.
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
