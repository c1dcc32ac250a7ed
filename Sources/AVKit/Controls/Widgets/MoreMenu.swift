import CPlayheadGTK

/// The menu that contains the other menus in a narrow view.
@MainActor final class MoreMenu {
  /// The button that opens the menu; floating until it gets a parent.
  let button: Widget
  /// The submenus. Owned by the button.
  private let model: OpaquePointer
  /// The titles of the submenus as last filled in, to detect changes.
  private var titles: [String] = []

  /// Creates an empty menu. nil if GTK cannot create a widget.
  init?() {
    guard let button = MenuButton.make(.more, title: translated("More"), icon: "view-more-symbolic"),
      let model = g_menu_new()
    else { return nil }
    (self.button, self.model) = (button, model)
    gtk_menu_button_set_menu_model(OpaquePointer(button), cast(UnsafeMutableRawPointer(model)))
    g_object_unref(UnsafeMutableRawPointer(model))
    MenuNames.set(translated("More"), ofMenuOf: button)
  }

  /// Fills in the menus that have entries. Cheap if they are in it already.
  func fill(_ menus: ChoiceMenus) {
    let entries = [
      (translated("Subtitles"), menus.subtitles.model), (translated("Audio"), menus.audio.model),
      (translated("Quality"), menus.quality.model), (translated("Speed"), menus.speed.model),
      (translated("Chapters"), menus.chapters.model),
    ].filter { g_menu_model_get_n_items($0.1) > 0 }
    guard entries.map(\.0) != titles else { return }
    titles = entries.map(\.0)
    g_menu_remove_all(model)
    for (title, submenu) in entries { g_menu_append_submenu(model, title, submenu) }
  }
}
