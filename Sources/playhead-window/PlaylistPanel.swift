import AVKit
import CPlayheadGTK
import PlayheadPlaylists

/// A change that the user makes in the playlist panel.
enum PlaylistAction: Equatable {
  /// Plays the file at an index.
  case play(Int)
  /// Removes the file at an index.
  case remove(Int)
  /// Moves a file to the index that it has afterwards.
  case move(from: Int, to: Int)
  /// Plays the files in a random order, or in that of the list.
  case shuffle(Bool)
  /// Repeats the list, or not.
  case repeatAll(Bool)
  /// Asks for files to append.
  case add
  /// Asks for a file to save the list to.
  case save
}

/// The panel beside the video that lists the files of the queue: plays, removes and reorders them.
///
/// Rows are created only for the visible part, so ten thousand files take no longer than twenty.
@MainActor final class PlaylistPanel {
  /// The panel; hidden until the user opens it.
  let widget: Widget
  /// The button in the title bar that opens and closes the panel.
  let button: Widget
  /// Receives what the user does.
  var onAction: ((PlaylistAction) -> Void)?
  /// Called when the panel was closed from the keyboard.
  var onClose: (() -> Void)?
  /// The list view.
  private let list: Widget
  /// The selection of the list.
  private let selection: OpaquePointer
  /// The `GtkStringList` of the rows. Its strings only count: names are looked up in `shown`.
  private let names: OpaquePointer
  /// The buttons below the list.
  private let buttons: PlaylistButtons
  /// The queue as last passed to `show`; the rows may be older while the panel is closed.
  private var queue = FileQueue([], loops: false)
  /// The queue that has rows.
  private var shown = FileQueue([], loops: false)
  /// The locations of the files that visible rows show, by the `GtkListItem` of the row.
  private var bound: [UnsafeMutableRawPointer: String] = [:]
  /// The actions of keys.
  private let actions = MenuActions()

  /// The width of the panel in GTK units.
  private static let openWidth: Int32 = 320

  /// Creates an empty panel. nil if GTK cannot create a widget.
  init?() {
    guard let button = gtk_toggle_button_new(), let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 0),
      let scroll = gtk_scrolled_window_new(), let names = gtk_string_list_new(nil),
      let factory = gtk_signal_list_item_factory_new(), let selection = gtk_single_selection_new(names),
      let list = gtk_list_view_new(selection, factory), let buttons = PlaylistButtons()
    else { return nil }
    (self.button, widget, self.list, self.names) = (button, column, list, names)
    (self.selection, self.buttons) = (selection, buttons)
    gtk_button_set_icon_name(cast(button), "view-list-bullet-symbolic")
    gtk_widget_add_css_class(button, "flat")
    gtk_widget_set_tooltip_text(button, translated("Playlist"))
    for named in [button, list] { playhead_gtk_set_name(named, translated("Playlist")) }
    gtk_widget_add_css_class(column, "playhead-playlist")
    gtk_widget_set_size_request(column, Self.openWidth, -1)
    // The labels of the rows expand; the panel does not.
    gtk_widget_set_hexpand(column, 0)
    gtk_widget_set_visible(column, 0)
    gtk_scrolled_window_set_policy(OpaquePointer(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_widget_set_focusable(scroll, 0)
    gtk_widget_set_vexpand(scroll, 1)
    gtk_scrolled_window_set_child(OpaquePointer(scroll), list)
    gtk_box_append(cast(column), scroll)
    gtk_box_append(cast(column), buttons.widget)
    connect(UnsafeMutableRawPointer(factory))
    addKeys()
  }

  /// Connects the rows, the list and the buttons.
  private func connect(_ factory: UnsafeMutableRawPointer) {
    GtkSignal.connect(object: factory, "setup") { [weak self] item in
      guard let item else { return }
      PlaylistRow.make(
        in: item, onRemove: { self?.onAction?(.remove($0)) }, onMove: { self?.onAction?(.move(from: $0, to: $1)) })
    }
    GtkSignal.connect(object: factory, "bind") { [weak self] item in
      guard let self, let item else { return }
      let index = Int(gtk_list_item_get_position(OpaquePointer(item)))
      guard let name = self.shown.name(at: index) else { return }
      let entry = self.shown.entries[index]
      PlaylistRow.fill(
        item, name: name, duration: entry.duration, failure: self.shown.failures[entry.location],
        isCurrent: index == self.shown.position)
      self.bound[item] = entry.location
      MediaPreviews.shared.request(entry.location) { [weak self] in self?.show($0, of: entry.location) }
    }
    GtkSignal.connect(object: factory, "unbind") { [weak self] item in
      if let item { self?.bound[item] = nil }
    }
    GtkSignal.connect(number: list, "activate") { [weak self] in self?.onAction?(.play($0)) }
    GtkSignal.connect(button, "clicked") { [weak self] in
      guard let self else { return }
      self.setOpen(gtk_toggle_button_get_active(cast(self.button)) != 0)
    }
    buttons.onAction = { [weak self] in self?.onAction?($0) }
  }

  /// Shows the thumbnail and the duration of a file in its rows.
  private func show(_ preview: MediaPreviews.Preview, of location: String) {
    for (item, file) in bound where file == location { PlaylistRow.fill(item, preview) }
  }

  /// The keys of the list in GTK's notation, their actions, and what they do.
  static var keys: [(accelerator: String, action: String, title: String)] {
    [
      ("Delete", "remove", translated("Remove")), ("<Alt>Up", "up", translated("Move up")),
      ("<Alt>Down", "down", translated("Move down")), ("Escape", "close", translated("Close")),
    ]
  }

  /// Adds the keys of the list.
  private func addKeys() {
    actions.add("remove") { [weak self] in self?.withSelection { .remove($0) } }
    actions.add("up") { [weak self] in self?.withSelection { .move(from: $0, to: $0 - 1) } }
    actions.add("down") { [weak self] in self?.withSelection { .move(from: $0, to: $0 + 1) } }
    actions.add("close") { [weak self] in
      self?.setOpen(false)
      self?.onClose?()
    }
    actions.install(in: widget, as: "playlist")
    guard let controller = gtk_shortcut_controller_new() else { return }
    for (keys, action, _) in Self.keys {
      gtk_shortcut_controller_add_shortcut(
        OpaquePointer(UnsafeMutableRawPointer(controller)),
        gtk_shortcut_new(gtk_shortcut_trigger_parse_string(keys), gtk_named_action_new("playlist.\(action)")))
    }
    gtk_widget_add_controller(widget, controller)
  }

  /// Performs an action with the index of the selected file, which is selected again where it is afterwards.
  private func withSelection(_ action: (Int) -> PlaylistAction) {
    let index = gtk_single_selection_get_selected(selection)
    guard Int(index) < shown.entries.count else { return }
    let action = action(Int(index))
    onAction?(action)
    if case .move(_, let target) = action, shown.entries.indices.contains(target) {
      gtk_single_selection_set_selected(selection, guint(target))
      scroll(to: target)
    }
  }

  /// Whether the panel is open.
  private var isOpen: Bool { gtk_widget_get_visible(widget) != 0 }

  /// The width that the panel takes from the window, in GTK units; 0 while it is closed.
  var width: Int { isOpen ? Int(gtk_widget_get_width(widget)) : 0 }

  /// Opens or closes the panel, and gives an opened one the keyboard focus.
  func toggle() { setOpen(!isOpen) }

  /// Opens or closes the panel.
  private func setOpen(_ isOpen: Bool) {
    gtk_widget_set_visible(widget, isOpen ? 1 : 0)
    gtk_toggle_button_set_active(cast(button), isOpen ? 1 : 0)
    guard isOpen else { return }
    fill()
    gtk_widget_grab_focus(list)
  }

  /// Updates the panel.
  func show(_ queue: FileQueue) {
    self.queue = queue
    buttons.show(queue)
    if isOpen { fill() }
  }

  /// Updates the rows that differ, and scrolls to the file that has become the current one.
  private func fill() {
    let before = shown
    shown = queue
    let stale = Self.difference(before, shown)
    replace(stale.rows, with: shown.entries[stale.entries])
    if let position = shown.position, position != before.position || before.entries.isEmpty { scroll(to: position) }
  }

  /// Scrolls to a row.
  private func scroll(to index: Int) {
    gtk_widget_activate_action_variant(list, "list.scroll-to-item", g_variant_new_uint32(guint32(index)))
  }

  /// The rows to replace, and the entries that replace them: everything between the first and the last difference.
  nonisolated static func difference(_ old: FileQueue, _ new: FileQueue) -> (rows: Range<Int>, entries: Range<Int>) {
    /// Whether a row shows an entry as it is now.
    func isSame(_ row: Int, _ entry: Int) -> Bool {
      old.entries[row] == new.entries[entry] && (row == old.position) == (entry == new.position)
        && old.failures[old.entries[row].location] == new.failures[new.entries[entry].location]
    }
    let shorter = min(old.entries.count, new.entries.count)
    var first = 0
    while first < shorter, isSame(first, first) { first += 1 }
    var last = 0
    while last < shorter - first, isSame(old.entries.count - 1 - last, new.entries.count - 1 - last) { last += 1 }
    return (first..<(old.entries.count - last), first..<(new.entries.count - last))
  }

  /// Replaces rows, which makes the list view bind them again.
  private func replace(_ range: Range<Int>, with entries: ArraySlice<PlaylistEntry>) {
    guard !range.isEmpty || !entries.isEmpty else { return }
    var pointers: [UnsafePointer<CChar>?] = entries.map { UnsafePointer(strdup($0.location)) } + [nil]
    gtk_string_list_splice(names, guint(range.lowerBound), guint(range.count), &pointers)
    for pointer in pointers { free(UnsafeMutablePointer(mutating: pointer)) }
  }
}
