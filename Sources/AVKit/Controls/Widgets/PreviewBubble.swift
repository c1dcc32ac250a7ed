import AVFoundation
import CPlayheadGTK

/// The thumbnail and time above the pointer on the seek bar.
@MainActor final class PreviewBubble {
  /// The root widget; it is not a target of pointer events.
  let widget: Widget
  /// The image; hidden while there is none.
  private let thumbnail: Widget
  /// The title of the chapter; hidden outside of chapters.
  private let chapterLabel: Widget
  private let timeLabel: Widget

  /// In GTK units: a thumb's width, large enough to recognize faces.
  static let width = 176

  /// Creates an empty bubble, which takes no pointer events and is hidden from screen readers.
  init?() {
    guard let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 2), let thumbnail = gtk_picture_new(),
      let chapter = gtk_label_new(nil), let time = gtk_label_new(nil)
    else { return nil }
    (widget, self.thumbnail, chapterLabel, timeLabel) = (box, thumbnail, chapter, time)
    for child in [thumbnail, chapter, time] { gtk_box_append(cast(box), child) }
    for style in ["osd", "playhead-preview"] { gtk_widget_add_css_class(box, style) }
    gtk_widget_add_css_class(time, "numeric")
    gtk_widget_set_direction(time, GTK_TEXT_DIR_LTR)
    gtk_widget_set_can_target(box, 0)
    gtk_label_set_ellipsize(OpaquePointer(chapter), PANGO_ELLIPSIZE_END)
    gtk_label_set_max_width_chars(OpaquePointer(chapter), 22)
    gtk_widget_set_overflow(thumbnail, GTK_OVERFLOW_HIDDEN)
    gtk_picture_set_can_shrink(OpaquePointer(thumbnail), 1)
    gtk_widget_set_visible(thumbnail, 0)
    playhead_gtk_hide_from_readers(box)
  }

  /// Shows the texts. A chapter of nil hides its label.
  func show(time: String, chapter: String?) {
    gtk_label_set_text(OpaquePointer(timeLabel), time)
    gtk_widget_set_visible(chapterLabel, chapter == nil ? 0 : 1)
    gtk_label_set_text(OpaquePointer(chapterLabel), chapter ?? "")
  }

  /// Shows the thumbnail of the moment; nil if there is none (yet).
  func show(thumbnail image: CGImage?) {
    guard let image, let texture = ImageTexture.make(image) else { return gtk_widget_set_visible(thumbnail, 0) }
    gtk_widget_set_size_request(thumbnail, Int32(Self.width), Int32(Self.width * image.height / max(1, image.width)))
    gtk_picture_set_paintable(OpaquePointer(thumbnail), texture)
    gtk_widget_set_visible(thumbnail, 1)
    g_object_unref(UnsafeMutableRawPointer(texture))
  }
}

/// Saves images as PNG files.
package enum PNGFile {
  /// Writes the image to `path`. Returns whether it succeeded.
  package static func write(_ image: CGImage, to path: String) -> Bool {
    guard let texture = ImageTexture.make(image) else { return false }
    defer { g_object_unref(UnsafeMutableRawPointer(texture)) }
    return gdk_texture_save_to_png(texture, path) != 0
  }
}

/// Converts images of `AVAssetImageGenerator` to GTK textures.
enum ImageTexture {
  /// A texture with one reference; nil for pixel formats that the generator does not produce.
  static func make(_ image: CGImage) -> OpaquePointer? {
    guard let data = image.dataProvider?.data, let pixels = opaque(image, Data(referencing: data)) else { return nil }
    let bytes = pixels.withUnsafeBytes { g_bytes_new($0.baseAddress, gsize($0.count)) }
    defer { g_bytes_unref(bytes) }
    return gdk_memory_texture_new(
      Int32(image.width), Int32(image.height), GDK_MEMORY_B8G8R8A8_PREMULTIPLIED, bytes, gsize(image.width * 4))
  }

  /// Converts to BGRA with full opacity, one byte per component, without row padding. The generator produces BGRX, or
  /// 16-bit RGBX words for video deeper than eight bits.
  private static func opaque(_ image: CGImage, _ data: Data) -> [UInt8]? {
    let isDeep = image.bitsPerComponent == 16
    guard isDeep || image.bitsPerComponent == 8, image.bitsPerPixel == (isDeep ? 64 : 32),
      data.count >= image.bytesPerRow * (image.height - 1) + image.width * (isDeep ? 8 : 4)
    else { return nil }
    var pixels = [UInt8](repeating: 255, count: image.width * image.height * 4)
    data.withUnsafeBytes { (source: UnsafeRawBufferPointer) in
      for y in 0..<image.height {
        for x in 0..<image.width {
          let target = (y * image.width + x) * 4
          let place = y * image.bytesPerRow + x * (isDeep ? 8 : 4)
          // Words are little-endian: the upper byte follows the lower one.
          for channel in 0..<3 { pixels[target + channel] = source[isDeep ? place + 5 - 2 * channel : place + channel] }
        }
      }
    }
    return pixels
  }
}
