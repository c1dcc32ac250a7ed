import CPlayheadGTK

/// The menu that a window manager shows for a right click on a title bar.
///
/// Asked for here and not by GTK's own title bars, which show a menu of GTK's where the window manager has none. GTK 4.8 never frees
/// that one, and a hint that was to stand over it goes on looking for it: only windows take hints back when they are taken apart
/// (`gtk_tooltip_unset_surface`), not menus, so that two assertions of GTK's fail half a second after it was clicked away.
@MainActor package enum WindowMenu {
  /// Right clicks anywhere on `titleBar`, a `GtkWidget *`, ask for the menu, and do nothing else.
  package static func attach(to titleBar: UnsafeMutableRawPointer) {
    guard let click = gtk_gesture_click_new() else { return }
    gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
    // Before the bar's own.
    gtk_event_controller_set_propagation_phase(click, GTK_PHASE_CAPTURE)
    let widget: Widget = cast(titleBar)
    Signal.connectPresses(UnsafeMutableRawPointer(click), "pressed") { _ in
      gtk_gesture_set_state(click, GTK_EVENT_SEQUENCE_CLAIMED)
      guard let event = gtk_event_controller_get_current_event(click), let native = gtk_widget_get_native(widget),
        let surface = gtk_native_get_surface(native),
        g_type_is_a(playhead_gtk_type_of(UnsafeMutableRawPointer(surface)), gdk_toplevel_get_type()) != 0
      else { return }
      gdk_toplevel_show_window_menu(surface, event)
    }
    gtk_widget_add_controller(widget, click)
  }
}
