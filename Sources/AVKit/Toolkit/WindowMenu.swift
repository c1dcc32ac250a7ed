import CPlayheadGTK

/// The menu that a window manager shows for a right click on a title bar.
///
/// It is requested here instead of by GTK's own title bars, which show a GTK menu if the window manager has none. GTK
/// 4.8 never frees that menu, and a tooltip over it continues to refer to it: only windows remove tooltips when they
/// are destroyed (`gtk_tooltip_unset_surface`), not menus, so that two GTK assertions fail half a second after the menu
/// is dismissed.
@MainActor package enum WindowMenu {
  /// Makes secondary clicks anywhere on `titleBar`, a `GtkWidget *`, show the menu and nothing else.
  package static func attach(to titleBar: UnsafeMutableRawPointer) {
    guard let click = gtk_gesture_click_new() else { return }
    gtk_gesture_single_set_button(click, guint(GDK_BUTTON_SECONDARY))
    // Before the bar's own gestures.
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
