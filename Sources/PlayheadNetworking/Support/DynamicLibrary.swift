import Glibc

/// A shared library that is loaded on first use, so that programs that never need it start without it.
package struct DynamicLibrary: @unchecked Sendable {
  // Sendable: the handle is only passed to dlsym, which may be called from any thread, and is never closed.
  /// The handle of `dlopen`, never closed.
  private let handle: UnsafeMutableRawPointer

  /// Opens `lib<name>.so.<version>`, or returns nil if no library of that version is installed. Another version has
  /// another binary interface and is never opened.
  ///
  /// - Parameters:
  ///   - version: The number in the library's soname.
  ///   - isLazy: Whether functions are bound when first called. Loading is faster, but an audio callback must not wait.
  package init?(_ name: String, version: Int32, isLazy: Bool = false) {
    let mode = (isLazy ? RTLD_LAZY : RTLD_NOW) | RTLD_LOCAL
    guard let handle = dlopen("lib\(name).so.\(version)", mode) else { return nil }
    self.handle = handle
  }

  /// The function `name`, cast to the C function type of the caller.
  package func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }

  /// The address of `name`, for functions whose type cannot be expressed in Swift.
  package func address(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
}
