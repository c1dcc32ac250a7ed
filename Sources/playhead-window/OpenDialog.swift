import AVKit
import CPlayheadGTK

/// The desktop's file chooser.
@MainActor final class OpenDialog {
  private var isOpen = false

  /// Shows the dialog over `window` and calls `body` with the names of the selected files; not at all if the user
  /// selects none or the dialog is open already.
  func run(for window: UnsafeMutablePointer<GtkWindow>, _ body: @escaping @MainActor ([String]) -> Void) {
    guard !isOpen, let filters = Self.filters() else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(filters)) }
    isOpen = true
    let answer = Answer { [weak self] files in
      self?.isOpen = false
      if !files.isEmpty { body(files) }
    }
    playhead_gtk_choose_files(
      window, translated("Open"), translated("_Open"), translated("_Cancel"), filters,
      { files, data in
        guard let data else { return }
        let names = OpenDialog.names(taking: files)
        let answer = Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
        // GTK calls this once, on the main thread.
        MainActor.assumeIsolated { answer.body(names) }
      }, Unmanaged.passRetained(answer).toOpaque())
  }

  /// Carries the completion through GTK's C callback.
  private final class Answer: Sendable {
    /// Receives the names of the selected files; empty if the dialog was cancelled.
    let body: @MainActor ([String]) -> Void
    init(_ body: @escaping @MainActor ([String]) -> Void) { self.body = body }
  }

  /// The filters of the dialog: media files first, then all. The caller releases the list.
  private static func filters() -> OpaquePointer? {
    guard let filters = g_list_store_new(gtk_file_filter_get_type()) else { return nil }
    for (name, types) in [
      (translated("Video and sound"), ["video/*", "audio/*", "application/vnd.apple.mpegurl", "application/xspf+xml"]),
      (translated("All files"), []),
    ] {
      guard let filter = gtk_file_filter_new() else { continue }
      gtk_file_filter_set_name(filter, name)
      for type in types { gtk_file_filter_add_mime_type(filter, type) }
      if types.isEmpty { gtk_file_filter_add_pattern(filter, "*") }
      g_list_store_append(filters, UnsafeMutableRawPointer(filter))
      g_object_unref(UnsafeMutableRawPointer(filter))
    }
    return filters
  }

  /// The names in a list of files, whose reference is taken over.
  nonisolated private static func names(taking list: OpaquePointer?) -> [String] {
    guard let list else { return [] }
    defer { g_object_unref(UnsafeMutableRawPointer(list)) }
    return (0..<g_list_model_get_n_items(list)).compactMap { index in
      guard let file = g_list_model_get_item(list, index) else { return nil }
      defer { g_object_unref(file) }
      return GFileName.text(OpaquePointer(file))
    }
  }
}
