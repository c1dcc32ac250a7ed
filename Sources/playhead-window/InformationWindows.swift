import AVKit
import CPlayheadGTK
import PlayheadBasics

/// The window with information about the program.
@MainActor enum AboutWindow {
  static func show(for window: UnsafeMutablePointer<GtkWindow>) {
    guard let dialog = gtk_about_dialog_new() else { return }
    let about = OpaquePointer(dialog)
    gtk_about_dialog_set_program_name(about, "Playhead")
    gtk_about_dialog_set_logo_icon_name(about, Application.identifier)
    gtk_about_dialog_set_version(about, PlayheadVersion.current)
    gtk_about_dialog_set_comments(about, translated("Plays video and audio."))
    gtk_about_dialog_set_license_type(about, GTK_LICENSE_APACHE_2_0)
    gtk_window_set_transient_for(cast(dialog), window)
    gtk_window_set_modal(cast(dialog), 1)
    gtk_window_present(cast(dialog))
  }
}

/// The keyboard shortcuts, in GTK's shortcuts window.
@MainActor enum ShortcutsWindow {
  /// Shows the shortcuts, modal above a window.
  static func show(for window: UnsafeMutablePointer<GtkWindow>) {
    guard let builder = gtk_builder_new_from_string(description, -1),
      let object = gtk_builder_get_object(builder, "shortcuts")
    else { return }
    let shortcuts: UnsafeMutablePointer<GtkWindow> = cast(UnsafeMutableRawPointer(object))
    gtk_window_set_transient_for(shortcuts, window)
    gtk_window_set_modal(shortcuts, 1)
    gtk_window_present(shortcuts)
    g_object_unref(UnsafeMutableRawPointer(builder))
  }

  /// The window as XML for `GtkBuilder`, because shortcuts windows have no functions to fill them.
  private static var description: String {
    let playlist = ShortcutGroups.Group(
      title: translated("Playlist"),
      rows: PlaylistPanel.keys.map { ShortcutGroups.Row(title: $0.title, accelerators: [$0.accelerator]) })
    let sections = (ShortcutGroups.make(KeyBindings.current) + [playlist]).map { group in
      let rows = group.rows.map { row in
        object(
          "GtkShortcutsShortcut", [("accelerator", row.accelerators.joined(separator: " ")), ("title", row.title)])
      }
      return object("GtkShortcutsGroup", [("title", group.title)], rows)
    }
    let section = object("GtkShortcutsSection", [("section-name", "keys"), ("max-height", "12")], sections)
    return "<interface>\(object("GtkShortcutsWindow", [], [section], id: "shortcuts"))</interface>"
  }

  /// The XML of an object with its properties and children.
  private static func object(
    _ type: String, _ properties: [(String, String)], _ children: [String] = [], id: String? = nil
  ) -> String {
    let name = id.map { " id=\"\($0)\"" } ?? ""
    let values = properties.map { "<property name=\"\($0)\">\(escaped($1))</property>" }
    return
      "<object class=\"\(type)\"\(name)>\(values.joined())\(children.map { "<child>\($0)</child>" }.joined())</object>"
  }

  /// Escapes text for XML content.
  private static func escaped(_ text: String) -> String {
    text.map { $0 == "<" ? "&lt;" : $0 == ">" ? "&gt;" : $0 == "&" ? "&amp;" : String($0) }.joined()
  }
}
