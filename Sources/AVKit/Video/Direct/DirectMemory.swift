import CPlayheadGTK

/// The segments of shared memory that the X server of a direct window has attached, with the pixmaps in them.
@MainActor final class DirectMemory {
  /// A segment that the server has attached.
  struct Attachment {
    /// The segment; nil when the buffer pool has released it.
    fileprivate weak var segment: SharedSegment?
    /// The server's number of the segment.
    let server: ShmSeg
    /// The pixmap in the segment; nil before the first one was requested.
    fileprivate var pixmap: SharedPixmap?
  }

  /// A pixmap whose pixels are those of a segment.
  fileprivate struct SharedPixmap {
    /// The server's number of the pixmap.
    let server: Pixmap
    /// The distance of rows in bytes.
    let bytesPerRow: Int
    /// The number of rows.
    let rows: Int
  }

  /// The largest width and height of pixmaps in X11's protocol.
  private static let largestPixmap = 32767

  /// Called when waiting for the server may have read events of the window.
  var onWait: (() -> Void)?
  /// The window on whose connection segments are attached.
  private let direct: UnsafeMutablePointer<PlayheadDirect>
  /// The attached segments. Those that are gone are detached.
  private var attachments: [Attachment] = []

  /// Creates an empty table; the window must live longer.
  init(_ direct: UnsafeMutablePointer<PlayheadDirect>) { self.direct = direct }

  /// The server's number of a buffer's segment, attached at first use; nil if the server cannot attach it.
  func server(of buffer: PixelBuffer) -> ShmSeg? {
    guard let segment = buffer.segment else { return nil }
    if let known = attachments.first(where: { $0.segment === segment }) { return known.server }
    for gone in attachments where gone.segment == nil { release(gone) }
    attachments.removeAll { $0.segment == nil }
    guard segment.kind == .numbered else { return nil }
    defer { onWait?() }
    let server = playhead_direct_attach(direct, segment.identifier)
    guard server != 0 else { return nil }
    attachments.append(Attachment(segment: segment, server: server))
    return server
  }

  /// A pixmap with a buffer's pixels, made at first use; nil if the server cannot make it.
  func pixmap(of buffer: PixelBuffer, for present: UnsafeMutablePointer<PlayheadPresent>) -> Pixmap? {
    guard let segment = buffer.segment, let index = attachments.firstIndex(where: { $0.segment === segment }) else {
      return nil
    }
    if let known = attachments[index].pixmap {
      if known.bytesPerRow == buffer.bytesPerRow, known.rows == buffer.height { return known.server }
      XFreePixmap(direct.pointee.display, known.server)
      attachments[index].pixmap = nil
    }
    guard buffer.bytesPerRow / 4 <= Self.largestPixmap, buffer.height <= Self.largestPixmap else { return nil }
    defer { onWait?() }
    let made = playhead_present_share_memory(
      present, attachments[index].server, Int32(buffer.bytesPerRow), Int32(buffer.height))
    guard made != 0 else { return nil }
    attachments[index].pixmap = SharedPixmap(server: made, bytesPerRow: buffer.bytesPerRow, rows: buffer.height)
    return made
  }

  /// Detaches a segment. The server retains it until its last request has been performed.
  private func release(_ attachment: Attachment) {
    if let pixmap = attachment.pixmap { XFreePixmap(direct.pointee.display, pixmap.server) }
    playhead_direct_detach(direct, attachment.server)
  }
}
