import CPlayheadGTK
import CoreGraphics

/// The cover, the texts and the lyrics of audio without video.
@MainActor final class MusicPanel {
  /// The root widget, which fills the view.
  let widget: Widget
  /// The cover; hidden while there is none.
  private let cover: Widget
  private let title: Widget
  /// The artist and the album; hidden without either.
  private let details: Widget
  private let lyrics: Widget
  /// Contains the lyrics; hidden without any.
  private let lyricsArea: Widget

  /// Creates an empty panel. nil if GTK cannot create a widget.
  init?() {
    guard let row = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 24), let column = gtk_box_new(GTK_ORIENTATION_VERTICAL, 6),
      let cover = gtk_picture_new(), let title = gtk_label_new(nil), let details = gtk_label_new(nil),
      let lyrics = gtk_label_new(nil), let scroll = gtk_scrolled_window_new()
    else { return nil }
    (widget, self.cover, self.title, self.details) = (row, cover, title, details)
    (self.lyrics, lyricsArea) = (lyrics, scroll)
    gtk_widget_add_css_class(row, "playhead-music")
    for child in [cover, title, details] { gtk_box_append(cast(column), child) }
    for child in [column, scroll] { gtk_box_append(cast(row), child) }
    gtk_widget_set_hexpand(column, 1)
    gtk_widget_set_valign(column, GTK_ALIGN_FILL)
    gtk_widget_set_vexpand(cover, 1)
    gtk_picture_set_can_shrink(OpaquePointer(cover), 1)
    playhead_gtk_set_name(cover, translated("Cover"))
    gtk_widget_add_css_class(title, "title-2")
    gtk_widget_add_css_class(details, "dim-label")
    for label in [title, details] {
      gtk_label_set_ellipsize(OpaquePointer(label), PANGO_ELLIPSIZE_END)
      gtk_label_set_justify(OpaquePointer(label), GTK_JUSTIFY_CENTER)
    }
    gtk_label_set_wrap(OpaquePointer(lyrics), 1)
    gtk_label_set_xalign(OpaquePointer(lyrics), 0)
    gtk_label_set_yalign(OpaquePointer(lyrics), 0)
    gtk_label_set_selectable(OpaquePointer(lyrics), 1)
    gtk_scrolled_window_set_policy(OpaquePointer(scroll), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(OpaquePointer(scroll), lyrics)
    gtk_widget_set_size_request(scroll, 220, -1)
    playhead_gtk_set_name(scroll, translated("Lyrics"))
    for part in [cover, details, scroll] { gtk_widget_set_visible(part, 0) }
  }

  /// Shows the texts.
  func show(_ content: MusicContent) {
    gtk_label_set_text(OpaquePointer(title), content.title)
    gtk_label_set_text(OpaquePointer(details), content.details)
    gtk_widget_set_visible(details, content.details.isEmpty ? 0 : 1)
    gtk_label_set_text(OpaquePointer(lyrics), content.lyrics)
    gtk_widget_set_visible(lyricsArea, content.lyrics.isEmpty ? 0 : 1)
  }

  /// Shows the cover; nil hides it.
  func show(cover image: CGImage?) {
    guard let image, let texture = ImageTexture.make(image) else { return gtk_widget_set_visible(cover, 0) }
    gtk_picture_set_paintable(OpaquePointer(cover), texture)
    gtk_widget_set_visible(cover, 1)
    g_object_unref(UnsafeMutableRawPointer(texture))
  }
}
