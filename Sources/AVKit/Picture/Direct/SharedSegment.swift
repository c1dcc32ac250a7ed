import CPlayheadGTK

/// Memory that an X server on this machine can map as well.
final class SharedSegment: @unchecked Sendable {
  // Sendable: constants. Who may touch the bytes is the buffer's matter.
  let address: UnsafeMutableRawPointer
  let identifier: Int32

  init?(byteCount: Int) {
    var identifier: Int32 = 0
    guard let address = playhead_direct_allocate(byteCount, &identifier) else { return nil }
    self.address = address
    self.identifier = identifier
  }

  deinit { playhead_direct_free(address, identifier) }
}
