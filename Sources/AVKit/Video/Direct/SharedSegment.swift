import CPlayheadGTK

/// Memory that a local display server can map as well.
final class SharedSegment: @unchecked Sendable {
  // Sendable: constants. Access to the bytes is synchronized by the buffer.

  /// The kind of identifier by which a server maps the memory.
  enum Kind: Sendable {
    /// A System V shared memory number, for X servers.
    case numbered
    /// An anonymous open file, for Wayland compositors.
    case file
  }

  let kind: Kind
  /// The first byte in this process.
  let address: UnsafeMutableRawPointer
  let byteCount: Int
  /// The shared memory number, or the file descriptor.
  let identifier: Int32

  /// nil if the system cannot allocate it.
  init?(_ kind: Kind, byteCount: Int) {
    var identifier: Int32 = 0
    let made =
      switch kind {
      case .numbered: playhead_direct_allocate(byteCount, &identifier)
      case .file: playhead_subsurface_allocate(byteCount, &identifier)
      }
    guard let address = made else { return nil }
    (self.kind, self.address, self.byteCount, self.identifier) = (kind, address, byteCount, identifier)
  }

  deinit {
    switch kind {
    case .numbered: playhead_direct_free(address)
    case .file: playhead_subsurface_free(address, byteCount, identifier)
    }
  }
}
