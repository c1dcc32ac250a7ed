import Glibc

/// A shared library that is loaded when it is first needed, so that programs which never need it start without it.
package struct DynamicLibrary: @unchecked Sendable {
  // Sendable: the handle is only ever given to dlsym, which may be called from any thread, and is never closed.
  private let handle: UnsafeMutableRawPointer

  /// nil where none of the names can be loaded.
  ///
  /// - Parameter isLazy: Functions are looked up when they are first called: loading is quicker, but nothing for a callback of sound.
  package init?(_ names: String..., isLazy: Bool = false) {
    let mode = (isLazy ? RTLD_LAZY : RTLD_NOW) | RTLD_LOCAL
    guard let handle = names.lazy.compactMap({ dlopen($0, mode) }).first else { return nil }
    self.handle = handle
  }

  /// The function `name`, as the C function type that the caller names.
  package func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    dlsym(handle, name).map { unsafeBitCast($0, to: type) }
  }

  /// The address of `name`, for functions whose type Swift cannot write.
  package func address(_ name: String) -> UnsafeMutableRawPointer? { dlsym(handle, name) }
}
