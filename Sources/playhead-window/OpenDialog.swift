import AVKit
import CPlayheadGTK

/// Asks for files with the desktop's own dialog.
@MainActor final class OpenDialog {
  private var dialog: OpaquePointer?

  func run(for window: UnsafeMutablePointer<GtkWindow>, _ body: @escaping @MainActor ([String]) -> Void) {
    guard dialog == nil,
      let dialog = gtk_file_chooser_native_new(
        translated("Open"), window, GTK_FILE_CHOOSER_ACTION_OPEN, translated("_Open"), translated("_Cancel"))
    else { return }
    self.dialog = dialog
    let chooser = OpaquePointer(UnsafeMutableRawPointer(dialog))
    gtk_file_chooser_set_select_multiple(chooser, 1)
    for (name, types) in [
      (translated("Video and sound"), ["video/*", "audio/*", "application/vnd.apple.mpegurl"]),
      (translated("All files"), []),
    ] {
      guard let filter = gtk_file_filter_new() else { continue }
      gtk_file_filter_set_name(filter, name)
      for type in types { gtk_file_filter_add_mime_type(filter, type) }
      if types.isEmpty { gtk_file_filter_add_pattern(filter, "*") }
      gtk_file_chooser_add_filter(chooser, filter)
      g_object_unref(UnsafeMutableRawPointer(filter))
    }
    GtkSignal.connect(number: UnsafeMutableRawPointer(dialog), "response") { [weak self] response in
      self?.answered(response, body)
    }
    gtk_native_dialog_show(cast(UnsafeMutableRawPointer(dialog)))
  }

  private func answered(_ response: Int, _ body: @escaping @MainActor ([String]) -> Void) {
    guard let dialog else { return }
    self.dialog = nil
    var files: [String] = []
    if response == Int(GTK_RESPONSE_ACCEPT.rawValue), let list = gtk_file_chooser_get_files(dialog) {
      for index in 0..<g_list_model_get_n_items(list) {
        guard let file = g_list_model_get_item(list, index) else { continue }
        GFileName.text(OpaquePointer(file)).map { files.append($0) }
        g_object_unref(file)
      }
      g_object_unref(UnsafeMutableRawPointer(list))
    }
    g_object_unref(UnsafeMutableRawPointer(dialog))
    if !files.isEmpty { body(files) }
  }
}
