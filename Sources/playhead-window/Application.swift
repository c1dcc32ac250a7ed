import CPlayheadGTK
import Foundation

/// The desktop application: it runs once per session, and prevents the computer from sleeping while a video plays.
@MainActor final class Application {
  static let identifier = "org.playhead.Playhead"

  /// Called when the program was started again, with the files of that start.
  var onOpen: (([String]) -> Void)?
  /// The GTK application. One reference is owned for as long as the program runs.
  private let application: UnsafeMutablePointer<GtkApplication>
  /// The inhibition of sleep; 0 if there is none.
  private var inhibition: guint = 0

  /// - Parameters:
  ///   - isOnly: Whether a second instance passes its files to the first. GTK must be initialized.
  init?(isOnly: Bool) {
    let flags = isOnly ? playhead_application_handles_open : playhead_application_non_unique
    guard let application = gtk_application_new(Self.identifier, flags) else { return nil }
    self.application = application
    connect()
    // Without a session bus every instance is the primary one.
    g_application_register(base, nil, nil)
  }

  /// The application as its superclass, for GIO's functions.
  private var base: UnsafeMutablePointer<GApplication> { cast(application) }

  /// Whether another instance runs already.
  var isSecond: Bool { g_application_get_is_remote(base) != 0 }

  /// Makes the primary instance play the files, or come to the front if there are none. Returns when the message has
  /// been sent.
  func forwardFiles(_ files: [String]) {
    var pointers: [OpaquePointer?] = files.map { file in
      file.contains("://") ? g_file_new_for_uri(file) : g_file_new_for_path(MediaList.absolute(file))
    }
    if files.isEmpty {
      g_application_activate(base)
    } else {
      g_application_open(base, &pointers, Int32(pointers.count), "")
    }
    for pointer in pointers { pointer.map { g_object_unref(UnsafeMutableRawPointer($0)) } }
    g_application_get_dbus_connection(base).map { _ = g_dbus_connection_flush_sync($0, nil, nil) }
  }

  /// Prevents the computer from sleeping and the screen from blanking, or permits both.
  func setAwake(_ isAwake: Bool, for window: UnsafeMutablePointer<GtkWindow>?, because reason: String) {
    if isAwake, inhibition == 0 {
      let flags = GtkApplicationInhibitFlags(
        GTK_APPLICATION_INHIBIT_IDLE.rawValue | GTK_APPLICATION_INHIBIT_SUSPEND.rawValue)
      inhibition = gtk_application_inhibit(application, window, flags, reason)
    } else if !isAwake, inhibition != 0 {
      gtk_application_uninhibit(application, inhibition)
      inhibition = 0
    }
  }

  /// Handles the start of another instance, without and with files.
  private func connect() {
    GtkSignal.connect(application, "activate") { [weak self] in self?.onOpen?([]) }
    /// Receives the files of another instance.
    let thunk:
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<OpaquePointer?>?, Int32, UnsafePointer<CChar>?, UnsafeMutableRawPointer?
      ) -> Void = { _, files, count, _, data in
        guard let data, let files else { return }
        let names = (0..<Int(count)).compactMap { files[$0].flatMap { GFileName.text($0) } }
        nonisolated(unsafe) let pointer = data
        MainActor.assumeIsolated {
          Unmanaged<GtkSignal.Handler<[String]>>.fromOpaque(pointer).takeUnretainedValue().body(names)
        }
      }
    GtkSignal.connect(
      application, "open", unsafeBitCast(thunk, to: GCallback.self),
      GtkSignal.Handler<[String]> { [weak self] in self?.onOpen?($0) })
  }
}
