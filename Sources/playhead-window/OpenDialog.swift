import AVKit
import CPlayheadGTK
import PlayheadText

/// The desktop's file chooser.
@MainActor final class OpenDialog {
  /// The kind of files that the dialog offers first.
  enum Content {
    case media, captions
  }

  private var isOpen = false

  /// Shows the dialog over `window` and calls `body` with the names of the selected files; not at all if the user
  /// selects none or the dialog is open already.
  func run(
    for window: UnsafeMutablePointer<GtkWindow>, showing content: Content = .media,
    _ body: @escaping @MainActor ([String]) -> Void
  ) {
    guard !isOpen, let filters = Self.filters(for: content) else { return }
    defer { g_object_unref(UnsafeMutableRawPointer(filters)) }
    playhead_gtk_choose_files(
      window, content == .media ? translated("Open") : translated("Add Subtitles"), translated("_Open"),
      translated("_Cancel"), filters, Self.chosen, begin(body))
  }

  /// Shows the dialog to save a file over `window`, and calls `body` with the path of the file; not at all if the user
  /// selects none or a dialog is open already. `name` is the suggested name.
  func runToSave(
    for window: UnsafeMutablePointer<GtkWindow>, title: String, name: String,
    _ body: @escaping @MainActor (String) -> Void
  ) {
    guard !isOpen else { return }
    playhead_gtk_choose_target(
      window, title, translated("_Save"), translated("_Cancel"), name, Self.chosen, begin { body($0[0]) })
  }

  /// Notes that a dialog is open, and retains the completion for `chosen`.
  private func begin(_ body: @escaping @MainActor ([String]) -> Void) -> UnsafeMutableRawPointer {
    isOpen = true
    let answer = Answer { [weak self] files in
      self?.isOpen = false
      if !files.isEmpty { body(files) }
    }
    return Unmanaged.passRetained(answer).toOpaque()
  }

  /// Receives the files of a dialog, once and on the main thread.
  private static let chosen: PlayheadFilesChosen = { files, data in
    guard let data else { return }
    let names = OpenDialog.names(taking: files)
    let answer = Unmanaged<Answer>.fromOpaque(data).takeRetainedValue()
    MainActor.assumeIsolated { answer.body(names) }
  }

  /// Carries the completion through GTK's C callback.
  private final class Answer: Sendable {
    /// Receives the names of the selected files; empty if the dialog was cancelled.
    let body: @MainActor ([String]) -> Void
    init(_ body: @escaping @MainActor ([String]) -> Void) { self.body = body }
  }

  /// The filters of the dialog: first those of the content, then all files. The caller releases the list.
  private static func filters(for content: Content) -> OpaquePointer? {
    guard let filters = g_list_store_new(gtk_file_filter_get_type()) else { return nil }
    let first: (name: String, types: [String], patterns: [String]) =
      switch content {
      case .media:
        (
          translated("Video and audio"),
          ["video/*", "audio/*", "application/vnd.apple.mpegurl", "application/xspf+xml"], []
        )
      case .captions: (translated("Subtitles"), [], CaptionFileName.endings.map { "*.\($0)" })
      }
    for (name, types, patterns) in [first, (translated("All files"), [], ["*"])] {
      guard let filter = gtk_file_filter_new() else { continue }
      gtk_file_filter_set_name(filter, name)
      for type in types { gtk_file_filter_add_mime_type(filter, type) }
      for pattern in patterns { gtk_file_filter_add_pattern(filter, pattern) }
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
