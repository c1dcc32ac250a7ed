import AVKit
import CPlayheadGTK

/// The keys that work regardless of the focus, also on the start page: those of window commands with Control, Alt or a
/// function key. Other keys belong to the view.
@MainActor enum WindowShortcuts {
  /// Adds the shortcuts of the current bindings to a window. `perform` carries out a command.
  static func install(on window: Widget, perform: @escaping @MainActor (WindowCommand) -> Void) {
    guard let controller = gtk_shortcut_controller_new() else { return }
    let shortcuts = OpaquePointer(UnsafeMutableRawPointer(controller))
    gtk_shortcut_controller_set_scope(shortcuts, GTK_SHORTCUT_SCOPE_GLOBAL)
    let actions = MenuActions()
    for (index, binding) in KeyBindings.current.all.enumerated() {
      guard case .window(let command) = binding.command, isGlobal(binding.press) else { continue }
      actions.add("\(index)") { perform(command) }
      gtk_shortcut_controller_add_shortcut(
        shortcuts,
        gtk_shortcut_new(
          gtk_keyval_trigger_new(binding.press.keyValue, binding.press.mask),
          gtk_named_action_new("\(MenuActions.keys).\(index)")))
    }
    actions.install(in: window, as: MenuActions.keys)
    gtk_widget_add_controller(window, controller)
  }

  /// Whether a key does something else than typing or moving in lists and menus.
  private static func isGlobal(_ press: KeyPress) -> Bool {
    let isFunctionKey = press.name.hasPrefix("F") && press.name.count > 1
    return !press.modifiers.isDisjoint(with: [.control, .alt]) || isFunctionKey
  }
}
