import CPlayheadGTK

/// A menu with one selected entry. Its buttons open it upwards; screen readers find radio buttons in it.
@MainActor final class ChoiceMenu {
  /// The button that opens it.
  let button: Widget
  /// The entries, to be inserted into other menus too.
  let model: UnsafeMutablePointer<GMenuModel>
  /// Called when the user selects an entry.
  var onChoose: ((Int) -> Void)?
  /// Called when the menu opens (true) or closes.
  var onOpen: ((Bool) -> Void)? { didSet { MenuButton.watch(button, { [weak self] in self?.onOpen?($0) }) } }
  /// The `GMenu` with the entries; one reference is owned.
  private let menu: OpaquePointer
  /// The stateful action whose state is the index of the selected entry, or -1; one reference is owned.
  private let action: OpaquePointer
  /// The action's name with the prefix of its group.
  private let actionName: String
  /// The entries and the selection as last shown; nil before the first call of `show`.
  private var shown: (titles: [String], selected: Int)?

  /// - Parameters:
  ///   - group: The group that the menu's action is added to; inserted as `playback` into a widget above all buttons
  ///     that show the menu.
  ///   - control: The control over the video that it belongs to; nil if it is not one of them.
  init?(
    _ name: String, _ control: Control? = nil, title: String, icon: String,
    group: UnsafeMutablePointer<GSimpleActionGroup>
  ) {
    guard let menu = g_menu_new(), let button = MenuButton.make(control, title: title, icon: icon),
      let type = g_variant_type_new("i"),
      let action = g_simple_action_new_stateful(name, type, g_variant_new_int32(-1))
    else { return nil }
    g_variant_type_free(type)
    (self.menu, self.button, self.action, actionName) = (menu, button, action, "playback.\(name)")
    model = cast(UnsafeMutableRawPointer(menu))
    g_action_map_add_action(OpaquePointer(group), action)
    gtk_menu_button_set_menu_model(OpaquePointer(button), model)
    MenuNames.set(title, ofMenuOf: button)
    Signal.connect(number: UnsafeMutableRawPointer(action), "activate") { [weak self] in self?.onChoose?($0) }
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Releases the action and the menu. Runs on the main thread.
  private func tearDown() {
    g_object_unref(UnsafeMutableRawPointer(action))
    g_object_unref(UnsafeMutableRawPointer(menu))
  }

  /// Updates the entries and the selection. Cheap if nothing changed.
  func show(_ titles: [String], selected: Int) {
    let old = shown?.titles ?? []
    if old != titles {
      // The first entries remain if they are the same: an open menu keeps its focus.
      let common = zip(old, titles).prefix { $0 == $1 }.count
      for index in (common..<old.count).reversed() { g_menu_remove(menu, Int32(index)) }
      for (index, title) in titles.enumerated().dropFirst(common) {
        // An underscore would mark the mnemonic of the entry.
        guard
          let item = g_menu_item_new(
            title.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__"), nil)
        else { continue }
        g_menu_item_set_action_and_target_value(item, actionName, g_variant_new_int32(Int32(index)))
        g_menu_append_item(menu, item)
        g_object_unref(UnsafeMutableRawPointer(item))
      }
    }
    if shown?.selected != selected { g_simple_action_set_state(action, g_variant_new_int32(Int32(selected))) }
    shown = (titles, selected)
  }
}

/// Buttons that open a menu.
@MainActor enum MenuButton {
  static func make(_ control: Control?, title: String, icon: String) -> Widget? {
    guard let button = gtk_menu_button_new() else { return nil }
    gtk_menu_button_set_icon_name(OpaquePointer(button), icon)
    gtk_menu_button_set_direction(OpaquePointer(button), GTK_ARROW_UP)
    gtk_widget_add_css_class(button, "flat")
    // The inner button, which has the focus, is labelled by the outer one.
    ControlHint.set(title, for: control, on: button)
    return button
  }

  /// Reports when the menu opens and closes. Call it after the button has its menu.
  static func watch(_ button: Widget, _ body: @escaping @MainActor (Bool) -> Void) {
    guard let popover = gtk_menu_button_get_popover(OpaquePointer(button)) else { return }
    let pointer = UnsafeMutableRawPointer(popover)
    Signal.connect(pointer, "map") { body(true) }
    Signal.connect(pointer, "unmap") { body(false) }
  }
}
