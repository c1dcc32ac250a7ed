import CPlayheadGTK

/// Memory that the display's server on this machine can map as well.
final class SharedSegment: @unchecked Sendable {
  // Sendable: constants. Who may touch the bytes is the buffer's matter.

  /// What servers know memory by.
  enum Kind: Sendable {
    /// A number, for X servers.
    case numbered
    /// An open file without a name, for Wayland's compositors.
    case file
  }

  let kind: Kind
  let address: UnsafeMutableRawPointer
  let byteCount: Int
  /// The number, or the file's descriptor.
  let identifier: Int32

  /// Nil where the system has none.
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
