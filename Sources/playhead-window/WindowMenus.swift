import AVKit
import CPlayheadGTK
import PlayheadBasics

/// The contents of the program's menus. The actions are those of `PlayerWindow`.
@MainActor enum WindowMenus {
  /// The title of an entry and its action.
  typealias Entry = (title: String, action: String)

  /// The sections of the menu in the title bar.
  static var main: [[Entry]] {
    [
      [
        (translated("Open…"), "win.open"), (translated("Open Location…"), "win.location"),
        (translated("Add Subtitles…"), "win.subtitles"), (translated("Take Screenshot"), "win.save"),
      ],
      [
        (translated("Adjustments"), "win.adjustments"), (translated("Information"), "win.information"),
        (translated("Preferences"), "win.preferences"),
        (translated("Keyboard Shortcuts"), "win.keys"),
        (translated("About Playhead"), "win.about"),
        (translated("Quit"), "win.quit"),
      ],
    ]
  }

  /// The sections of the menu over the video: the playback commands, then the menu in the title bar.
  static var context: [[Entry]] {
    [
      [
        (translated("Play or pause"), "win.pause"), (translated("Previous"), "win.previous"),
        (translated("Next"), "win.next"), (translated("Full screen"), "win.fullscreen"),
      ]
    ] + main
  }

  /// A submenu whose entries are choices: the title, the action, and the titles of the choices.
  typealias Choices = (title: String, action: String, choices: [String])

  /// The submenus of both menus.
  static var submenus: [Choices] {
    [(translated("Sleep Timer"), "win.sleep", SleepTimer.Choice.allCases.map(\.title))]
  }

  /// Appends the submenus to a menu.
  private static func appendSubmenus(to menu: OpaquePointer) {
    for (title, action, choices) in submenus {
      guard let submenu = g_menu_new() else { continue }
      for (index, choice) in choices.enumerated() {
        g_menu_append(submenu, choice, "\(action)(\(index))")
      }
      g_menu_append_submenu(menu, title, cast(UnsafeMutableRawPointer(submenu)))
      g_object_unref(UnsafeMutableRawPointer(submenu))
    }
  }

  /// Creates the model of a menu; the caller owns it. Nil if GTK cannot create it.
  static func model(_ sections: [[Entry]]) -> UnsafeMutablePointer<GMenuModel>? {
    guard let menu = g_menu_new() else { return nil }
    for entries in sections {
      guard let section = g_menu_new() else { continue }
      for entry in entries { g_menu_append(section, entry.title, entry.action) }
      if entries.contains(where: { $0.action == "win.save" }) { appendSubmenus(to: section) }
      g_menu_append_section(menu, nil, cast(UnsafeMutableRawPointer(section)))
      g_object_unref(UnsafeMutableRawPointer(section))
    }
    return cast(UnsafeMutableRawPointer(menu))
  }

  /// Shows the menu over the video at a place of `widget`. The menu is removed when it is dismissed.
  static func showContextMenu(on widget: Widget, x: Double, y: Double) {
    guard let model = model(context) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(model)) }
    guard let popover = gtk_popover_menu_new_from_model(model) else { return }
    g_object_ref(popover)
    gtk_widget_set_parent(popover, widget)
    gtk_popover_set_has_arrow(cast(popover), 0)
    gtk_widget_set_halign(popover, GTK_ALIGN_START)
    var place = GdkRectangle(x: Int32(saturating: x), y: Int32(saturating: y), width: 1, height: 1)
    gtk_popover_set_pointing_to(cast(popover), &place)
    MenuNames.set(translated("Menu"), of: popover)
    GtkSignal.connect(popover, "closed") {
      // The action of the chosen entry is activated after this signal. It may close the window, with all its widgets.
      Timeout.after(milliseconds: 100) {
        if gtk_widget_get_parent(popover) != nil { gtk_widget_unparent(popover) }
        g_object_unref(popover)
      }
    }
    gtk_popover_popup(cast(popover))
  }
}
