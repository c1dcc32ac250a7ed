import AVFoundation
import AVKit
import CPlayheadGTK
import Foundation

/// Thumbnails and durations of files for lists. One file is read at a time and at low priority, the latest request
/// first; thumbnails are shared with other programs through the desktop's cache.
@MainActor final class MediaPreviews {
  /// What is shown of a file.
  struct Preview: Equatable, Sendable {
    /// The path of the image; nil if there is none.
    var thumbnail: String?
    /// In seconds; nil if it is unknown.
    var duration: Double?
  }

  /// The previews of the program.
  static let shared = MediaPreviews()
  /// The previews of this session.
  private var known: [String: Preview] = [:]
  /// The files to read and the receivers of their previews, the latest last.
  private var waiting: [(file: String, body: @MainActor (Preview) -> Void)] = []
  /// Whether a file is being read.
  private var isReading = false
  /// The thumbnails on disk.
  private let cache: ThumbnailCache

  /// The number of previews that are retained in memory.
  private static let capacity = 2000
  /// The number of requests that wait: more than a screen shows. Earlier ones are dropped: their rows are not visible
  /// any more.
  private static let waitingLimit = 60
  /// The milliseconds between two files, so that playback has the disk and the processor for itself.
  private static let pause = 30

  /// Creates previews with a cache of thumbnails.
  init(cache: ThumbnailCache = ThumbnailCache()) { self.cache = cache }

  /// The preview of a local file, if it is known already.
  func preview(of file: String) -> Preview? { known[file] }

  /// Reads the preview of a file, and passes it to `body` unless later requests displace it. Files on servers have
  /// none.
  func request(_ file: String, _ body: @escaping @MainActor (Preview) -> Void) {
    if let preview = known[file] { return body(preview) }
    guard MediaList.localPath(of: file) != nil else { return }
    waiting.append((file, body))
    if waiting.count > Self.waitingLimit { waiting.removeFirst() }
    readNext()
  }

  /// Reads the latest file that waits.
  private func readNext() {
    guard !isReading, let (file, body) = waiting.popLast() else { return }
    if let preview = known[file] {
      body(preview)
      return readNext()
    }
    guard let path = MediaList.localPath(of: file) else { return readNext() }
    isReading = true
    Task(priority: .utility) { [cache] in
      let preview = await Self.read(path, cache)
      self.isReading = false
      if self.known.count >= Self.capacity { self.known = [:] }
      self.known[file] = preview
      body(preview)
      Timeout.after(milliseconds: Self.pause) { [weak self] in self?.readNext() }
    }
  }

  /// Reads the thumbnail and the duration from the cache, or else from the file.
  nonisolated private static func read(_ path: String, _ cache: ThumbnailCache) async -> Preview {
    if let entry = cache.entry(ofFile: path), let duration = entry.duration {
      return Preview(thumbnail: entry.path, duration: duration)
    }
    guard ThumbnailCache.facts(ofFile: path) != nil else { return Preview() }
    let asset = AVURLAsset(url: URL(fileURLWithPath: path))
    let time = try? await asset.load(.duration)
    let duration = time.flatMap { $0.isNumeric && $0.seconds > 0 ? $0.seconds : nil }
    guard let image = await MediaThumbnail.image(of: asset, side: ThumbnailCache.side, duration: duration),
      let png = PNGFile.data(of: image)
    else { return Preview(duration: duration) }
    return Preview(thumbnail: cache.store(png, ofFile: path, duration: duration)?.path, duration: duration)
  }
}

/// The image of a row in a list of files.
@MainActor enum RowThumbnail {
  /// The width of the image in GTK units.
  private static let width: Int32 = 64

  /// Creates an image that shows the icon of video.
  static func make() -> Widget? {
    guard let image = gtk_image_new() else { return nil }
    gtk_image_set_pixel_size(OpaquePointer(image), width)
    gtk_widget_set_size_request(image, width, -1)
    gtk_widget_set_valign(image, GTK_ALIGN_CENTER)
    gtk_widget_add_css_class(image, "playhead-thumbnail")
    playhead_gtk_hide_from_readers(image)
    clear(image, for: "")
    return image
  }

  /// Shows the icon of a file's type in place of the thumbnail.
  static func clear(_ image: Widget, for file: String) {
    let type = g_content_type_guess(file, nil, 0, nil)
    defer { g_free(type) }
    let isAudio = type.map { String(cString: $0).hasPrefix("audio/") } ?? false
    gtk_image_set_from_icon_name(
      OpaquePointer(image), isAudio ? "audio-x-generic-symbolic" : "video-x-generic-symbolic")
    gtk_widget_add_css_class(image, "playhead-no-thumbnail")
    gtk_image_set_pixel_size(OpaquePointer(image), width / 2)
  }

  /// Shows the thumbnail at a path; the icon remains if it cannot be loaded.
  static func show(_ path: String?, in image: Widget) {
    guard let path, let texture = gdk_texture_new_from_filename(path, nil) else { return }
    gtk_widget_remove_css_class(image, "playhead-no-thumbnail")
    gtk_image_set_from_paintable(OpaquePointer(image), OpaquePointer(UnsafeMutableRawPointer(texture)))
    gtk_image_set_pixel_size(OpaquePointer(image), width)
    g_object_unref(UnsafeMutableRawPointer(texture))
  }
}
