import CPlayheadGTK
import Foundation

/// The desktop application: it runs once per session. Views use it to keep the computer awake while a video plays.
@MainActor final class Application {
  static let identifier = "org.playhead.Playhead"

  /// Called when the program was started again, with the arguments of that start. `reply` takes its exit status once.
  var onStart: ((_ arguments: [String], _ reply: @escaping @MainActor (Int32) -> Void) -> Void)?
  /// The GTK application. One reference is owned for as long as the program runs.
  private let application: UnsafeMutablePointer<GtkApplication>

  /// - Parameters:
  ///   - isOnly: Whether a second instance passes its arguments to the first. GTK must be initialized.
  init?(isOnly: Bool) {
    let flags = isOnly ? playhead_application_handles_command_line : playhead_application_non_unique
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

  /// Passes the arguments to the primary instance, and waits for the exit status that it replies.
  func forward(_ arguments: [String]) -> Int32 {
    var words: [UnsafeMutablePointer<CChar>?] = (["playhead-window"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    return g_application_run(base, Int32(clamping: words.count - 1), &words)
  }

  /// Handles the start of another instance.
  private func connect() {
    /// Receives the command line of another instance.
    let thunk: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = {
      _, line, data in
      guard let data, let line else { return 1 }
      nonisolated(unsafe) let (pointer, sent) = (data, line)
      MainActor.assumeIsolated {
        Unmanaged<GtkSignal.Handler<OpaquePointer>>.fromOpaque(pointer).takeUnretainedValue().body(sent)
      }
      return 0
    }
    GtkSignal.connect(
      application, "command-line", unsafeBitCast(thunk, to: GCallback.self),
      GtkSignal.Handler<OpaquePointer> { [weak self] in self?.received($0) })
  }

  /// Passes on the command line of another instance, which waits for as long as the object exists.
  private func received(_ line: OpaquePointer) {
    var count: Int32 = 0
    let commandLine: UnsafeMutablePointer<GApplicationCommandLine> = cast(UnsafeMutableRawPointer(line))
    guard let onStart, let words = g_application_command_line_get_arguments(commandLine, &count) else { return }
    defer { g_strfreev(words) }
    let arguments = (0..<Int(max(0, count))).dropFirst().compactMap { words[$0].map { String(cString: $0) } }
    g_object_ref(UnsafeMutableRawPointer(line))
    onStart(arguments) { status in
      g_application_command_line_set_exit_status(commandLine, status)
      g_object_unref(UnsafeMutableRawPointer(line))
    }
  }
}
