import AVKit
import CPlayheadGTK

/// The buttons below the playlist: add, save, shuffle and repeat.
@MainActor final class PlaylistButtons {
  let widget: Widget
  /// Receives the action of a pressed button.
  var onAction: ((PlaylistAction) -> Void)?
  private let save: Widget
  private let shuffle: Widget
  private let repeatAll: Widget

  /// Creates the buttons. nil if GTK cannot create a widget.
  init?() {
    guard let bar = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 6), let space = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0),
      let add = gtk_button_new(), let save = gtk_button_new(), let shuffle = gtk_toggle_button_new(),
      let repeatAll = gtk_toggle_button_new()
    else { return nil }
    (widget, self.save, self.shuffle, self.repeatAll) = (bar, save, shuffle, repeatAll)
    gtk_widget_add_css_class(bar, "toolbar")
    for side in [
      gtk_widget_set_margin_top, gtk_widget_set_margin_bottom, gtk_widget_set_margin_start, gtk_widget_set_margin_end,
    ] { side(bar, 6) }
    gtk_widget_set_hexpand(space, 1)
    for (button, icon, name) in [
      (add, "list-add-symbolic", translated("Add Files…")),
      (save, "document-save-symbolic", translated("Save Playlist…")),
      (shuffle, "media-playlist-shuffle-symbolic", translated("Shuffle")),
      (repeatAll, "media-playlist-repeat-symbolic", translated("Repeat the list")),
    ] {
      gtk_button_set_icon_name(cast(button), icon)
      gtk_widget_add_css_class(button, "flat")
      gtk_widget_set_tooltip_text(button, name)
      playhead_gtk_set_name(button, name)
    }
    for child in [add, save, space, shuffle, repeatAll] { gtk_box_append(cast(bar), child) }
    GtkSignal.connect(add, "clicked") { [weak self] in self?.onAction?(.add) }
    GtkSignal.connect(save, "clicked") { [weak self] in self?.onAction?(.save) }
    GtkSignal.connect(shuffle, "clicked") { [weak self] in
      self?.onAction?(.shuffle(gtk_toggle_button_get_active(cast(shuffle)) != 0))
    }
    GtkSignal.connect(repeatAll, "clicked") { [weak self] in
      self?.onAction?(.repeatAll(gtk_toggle_button_get_active(cast(repeatAll)) != 0))
    }
  }

  /// Shows the state of a queue.
  func show(_ queue: FileQueue) {
    gtk_widget_set_sensitive(save, queue.entries.isEmpty ? 0 : 1)
    for (button, isActive) in [(shuffle, queue.isShuffled), (repeatAll, queue.loops)]
    where (gtk_toggle_button_get_active(cast(button)) != 0) != isActive {
      gtk_toggle_button_set_active(cast(button), isActive ? 1 : 0)
    }
  }
}
