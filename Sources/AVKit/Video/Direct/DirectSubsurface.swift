import CPlayheadGTK
import PlayheadBasics
import PlayheadClock
import PlayheadMedia

/// A Wayland subsurface above the surface of GTK's window: the compositor reads the frames from shared memory, and GTK
/// draws nothing. If both change, they are shown in one commit.
@MainActor final class DirectSubsurface: DirectScreen {
  /// Never called: a compositor retains the contents of a surface.
  var onExposed: (() -> Void)?
  var onObservation: ((RefreshObservation) -> Void)?
  /// Called when the value of `passThrough` may have changed.
  var onColors: (() -> Void)?
  /// Whether the compositor has announced the required globals.
  var isReady: Bool { playhead_subsurface_is_ready(sub) }
  /// Always true: compositors show no half frames.
  let isSynchronized = true
  /// The HDR video that the compositor shows as it is; empty if its display does not show HDR.
  var passThrough: HDRTransfers {
    let colors = sub.pointee.colors
    let info = colors.current
    let display = DisplayColors(
      transfer: info.transfer, maximum: info.maximum, reference: info.reference, targetMinimum: info.target_minimum,
      targetMaximum: info.target_maximum)
    guard colors.is_known, sub.pointee.has_deep_color, display.showsHDR else { return [] }
    var transfers: HDRTransfers = []
    if playhead_colors_can_show(&sub.pointee.colors, UInt32(PLAYHEAD_TRANSFER_PQ)) { transfers.insert(.pq) }
    if playhead_colors_can_show(&sub.pointee.colors, UInt32(PLAYHEAD_TRANSFER_HLG)) { transfers.insert(.hlg) }
    return transfers
  }
  /// The C state of the subsurface; closed with this object.
  private let sub: UnsafeMutablePointer<PlayheadSubsurface>
  /// The registered memory pools. Those whose segment is gone are removed.
  private var memories: [Memory] = []
  /// The position in GTK units; nil while hidden.
  private var place: (x: Int, y: Int)?

  /// A memory pool that is registered with the compositor.
  private final class Memory {
    /// The memory; nil when the buffer pool has released it.
    weak var segment: SharedSegment?
    /// The compositor's pool of this memory.
    let pool: OpaquePointer
    /// The buffers created in the pool, one for each shape.
    var parts: [Part] = []

    /// Takes over a pool, which is destroyed with this object.
    init(_ segment: SharedSegment, pool: OpaquePointer) { (self.segment, self.pool) = (segment, pool) }
    deinit { wl_shm_pool_destroy(pool) }
  }

  /// A rectangle of such memory that the compositor can show. It must live while it is shown.
  private final class Part {
    /// The geometry of a buffer in its pool, in bytes and pixels.
    struct Shape: Equatable {
      var offset: Int
      var width: Int
      var height: Int
      var bytesPerRow: Int
      var isTenBits: Bool
    }

    /// The geometry, by which a buffer is reused.
    let shape: Shape
    /// The `wl_buffer`; nil if it could not be created.
    var buffer: OpaquePointer?
    /// The buffer, while the compositor may still read it.
    var bufferInUse: PixelBuffer?

    /// Creates a buffer in a pool.
    init(_ shape: Shape, of pool: OpaquePointer) {
      self.shape = shape
      buffer = playhead_subsurface_make_buffer(
        pool, Int32(shape.offset), Int32(shape.width), Int32(shape.height), Int32(shape.bytesPerRow),
        shape.isTenBits, listener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit { if let buffer { wl_buffer_destroy(buffer) } }
  }

  /// The listener for releases, shared by all buffers and never freed.
  nonisolated(unsafe) private static let listener: UnsafeMutablePointer<wl_buffer_listener> = {
    let listener = UnsafeMutablePointer<wl_buffer_listener>.allocate(capacity: 1)
    listener.initialize(
      to: wl_buffer_listener(release: { part, _ in
        guard let part else { return }
        // Runs on GTK's thread, which dispatches all events of the connection.
        Unmanaged<Part>.fromOpaque(part).takeUnretainedValue().bufferInUse = nil
      }))
    return listener
  }()

  /// nil if the window of `widget` is not a Wayland window.
  init?(in widget: Widget) {
    guard let native = gtk_widget_get_native(widget), let surface = gtk_native_get_surface(native),
      let sub = playhead_subsurface_open(surface)
    else { return nil }
    self.sub = sub
    playhead_subsurface_on_presented(
      sub,
      { data, submitted, presented, interval in
        guard let data else { return }
        let observation = RefreshObservation(
          presented: HostTime(nanoseconds: presented), interval: HostDuration(nanoseconds: interval),
          submitted: HostTime(nanoseconds: submitted))
        nonisolated(unsafe) let subsurface = data
        // Runs on GTK's thread, which dispatches all events of the connection.
        onMain { Unmanaged<DirectSubsurface>.fromOpaque(subsurface).takeUnretainedValue().onObservation?(observation) }
      }, Unmanaged.passUnretained(self).toOpaque())
    playhead_subsurface_on_colors(
      sub,
      { data in
        guard let data else { return }
        nonisolated(unsafe) let subsurface = data
        // Runs on GTK's thread, which dispatches all events of the connection.
        onMain { Unmanaged<DirectSubsurface>.fromOpaque(subsurface).takeUnretainedValue().onColors?() }
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  #if compiler(>=6.2)
    isolated deinit { tearDown() }
  #else
    deinit { MainThreadTeardown.perform { tearDown() } }
  #endif

  /// Destroys the buffers and the subsurface. Runs on the main thread.
  private func tearDown() {
    memories = []
    playhead_subsurface_close(sub)
  }

  func show(
    _ buffer: PixelBuffer, at whole: PixelRectangle, in area: PixelRectangle, scale: Int, withDrawing: Bool
  ) -> Bool {
    let seen = whole.intersection(area)
    // A subsurface's position and size are whole GTK units.
    guard !seen.isEmpty, [seen.x, seen.y, seen.width, seen.height].allSatisfy({ $0 % scale == 0 }) else { return false }
    // The compositor no longer uses buffers from before the surface was hidden, and need not have released them
    // explicitly.
    if place == nil { memories = [] }
    guard let memory = memory(of: buffer) else { return false }
    let part = part(
      Part.Shape(
        offset: (seen.y - whole.y) * buffer.bytesPerRow + (seen.x - whole.x) * 4, width: seen.width,
        height: seen.height, bytesPerRow: buffer.bytesPerRow, isTenBits: buffer.signal != nil), of: memory)
    let isMoved = move(to: (seen.x / scale, seen.y / scale))
    guard playhead_subsurface_describe(sub, buffer.signal?.number ?? 0, buffer.signal?.peak ?? 0) else { return false }
    part.bufferInUse = buffer
    playhead_subsurface_put(
      sub, part.buffer, Int32(seen.width), Int32(seen.height), Int32(scale), isMoved || withDrawing)
    return true
  }

  /// Returns whether the new position becomes visible with GTK's next drawing.
  private func move(to target: (x: Int, y: Int)) -> Bool {
    defer { place = target }
    guard let place else {
      playhead_subsurface_show(sub, Int32(target.x), Int32(target.y))
      return true
    }
    if place == target { return false }
    playhead_subsurface_move(sub, Int32(target.x), Int32(target.y))
    return true
  }

  /// Nothing to do: the subsurface is committed together with GTK's surface.
  func hasDrawn() {}

  func hide() {
    place = nil
    playhead_subsurface_hide(sub)
  }

  /// The pool of a buffer's segment, registered at first use; nil if the segment is not a file.
  private func memory(of buffer: PixelBuffer) -> Memory? {
    guard let segment = buffer.segment, segment.kind == .file else { return nil }
    memories.removeAll { $0.segment == nil }
    if let known = memories.first(where: { $0.segment === segment }) { return known }
    guard let pool = playhead_subsurface_attach_memory(sub, segment.identifier, segment.byteCount) else { return nil }
    let made = Memory(segment, pool: pool)
    memories.append(made)
    return made
  }

  /// The buffer of a shape. Buffers that are not in use are destroyed when a new one is created.
  private func part(_ shape: Part.Shape, of memory: Memory) -> Part {
    if let known = memory.parts.first(where: { $0.shape == shape }) { return known }
    memory.parts.removeAll { $0.bufferInUse == nil }
    let made = Part(shape, of: memory.pool)
    memory.parts.append(made)
    return made
  }
}
