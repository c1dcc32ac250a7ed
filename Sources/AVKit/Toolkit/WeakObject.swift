import CPlayheadGTK

/// A weak reference to a GObject: nil once the object is disposed.
///
/// A view that retains its window keeps both alive for ever, since the window owns the view and `gtk_window_destroy`
/// only releases GTK's own reference.
@MainActor final class WeakObject {
  /// GLib clears it when the object is disposed.
  private let location: UnsafeMutablePointer<gpointer?>

  /// Refers to an object.
  init(_ object: UnsafeMutableRawPointer) {
    location = .allocate(capacity: 1)
    location.initialize(to: object)
    g_object_add_weak_pointer(cast(object), location)
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Ends the reference. Runs on the main thread.
  private func tearDown() {
    if let object { g_object_remove_weak_pointer(cast(object), location) }
    location.deallocate()
  }

  /// The object; nil once it is disposed.
  var object: UnsafeMutableRawPointer? { location.pointee }
}
