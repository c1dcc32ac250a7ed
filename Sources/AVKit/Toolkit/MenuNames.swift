import CPlayheadGTK

/// Names the parts of menus that GTK leaves unnamed: screen readers would read the names of their types.
@MainActor package enum MenuNames {
  /// Names the menu of a button. Call it after the button has its menu.
  package static func set(_ title: String, ofMenuOf button: UnsafeMutablePointer<GtkWidget>) {
    guard let popover = gtk_menu_button_get_popover(OpaquePointer(button)) else { return }
    set(title, of: cast(UnsafeMutableRawPointer(popover)))
  }

  /// Names a menu, and its pages whenever it opens: they are those of its entries, which can change.
  package static func set(_ title: String, of popover: UnsafeMutablePointer<GtkWidget>) {
    playhead_gtk_set_name(popover, title)
    Signal.connect(UnsafeMutableRawPointer(popover), "map") { namePages(in: popover, title) }
  }

  /// Gives each page of a stack among the descendants of a widget the name of its submenu, and the first one that of
  /// the menu.
  private static func namePages(in widget: Widget, _ title: String) {
    var child = gtk_widget_get_first_child(widget)
    while let current = child {
      if g_type_check_instance_is_a(cast(UnsafeMutableRawPointer(widget)), gtk_stack_get_type()) != 0,
        let page = gtk_stack_get_page(OpaquePointer(widget), current)
      {
        let name = gtk_stack_page_get_name(page).map { String(cString: $0) } ?? "main"
        gtk_stack_page_set_title(page, name == "main" ? title : name)
      }
      namePages(in: current, title)
      child = gtk_widget_get_next_sibling(current)
    }
  }
}
