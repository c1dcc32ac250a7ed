import Synchronization

/// A picture in memory, with what is known about it attached.
///
/// Size, format and the place of the planes never change. Attachments may be changed from any thread.
///
/// `@unchecked Sendable`: everything but the attachments and the lock counts is constant, and these are behind a mutex.
/// The pixels themselves are shared memory, as everywhere: whoever writes them locks the buffer for writing and sees to it
/// that nobody reads meanwhile. The owner keeps the memory valid and is `Sendable` itself.
public final class CVBuffer: Hashable, @unchecked Sendable {
  /// One plane, or all of a packed picture.
  struct Plane {
    var base: UnsafeMutableRawPointer?
    var bytesPerRow: Int
    var width: Int
    var height: Int
  }

  let pixelFormat: OSType
  let width: Int
  let height: Int
  let planes: [Plane]
  let isPlanar: Bool
  let dataSize: Int
  let creationAttributes: CFDictionary
  private let owner: (any AnyObject & Sendable)?
  let attachments = Mutex(Attachments())
  let locks = Mutex(LockCounts())

  /// How often the memory is locked for reading only, and for writing.
  struct LockCounts {
    var reading = 0
    var writing = 0
  }

  init(
    pixelFormat: OSType, width: Int, height: Int, planes: [Plane], isPlanar: Bool, dataSize: Int,
    attributes: CFDictionary, owner: (any AnyObject & Sendable)?
  ) {
    self.pixelFormat = pixelFormat
    self.width = width
    self.height = height
    self.planes = planes
    self.isPlanar = isPlanar
    self.dataSize = dataSize
    self.owner = owner
    creationAttributes = attributes.merging([
      kCVPixelBufferWidthKey: width, kCVPixelBufferHeightKey: height, kCVPixelBufferPixelFormatTypeKey: pixelFormat,
    ]) { $1 }
  }

  /// A picture in memory that somebody else owns, for instance a decoder's frame, without a copy.
  ///
  /// - Parameters:
  ///   - pixelFormat: the code of the format; formats that no buffer can be created in are allowed.
  ///   - width: columns of pixels.
  ///   - height: rows of pixels.
  ///   - planes: for every plane, luma first, its first byte, the bytes from one row to the next (negative when rows lie
  ///     upside down), and its size in samples. A single plane makes a packed picture.
  ///   - owner: keeps the memory valid; released with the buffer, on whatever thread that happens.
  package convenience init(
    pixelFormat: OSType, width: Int, height: Int,
    planes: [(base: UnsafeMutableRawPointer, bytesPerRow: Int, width: Int, height: Int)],
    owner: any AnyObject & Sendable
  ) {
    self.init(
      pixelFormat: pixelFormat, width: width, height: height,
      planes: planes.map { Plane(base: $0.base, bytesPerRow: $0.bytesPerRow, width: $0.width, height: $0.height) },
      isPlanar: planes.count > 1,
      dataSize: planes.reduce(0) { $0 + abs($1.bytesPerRow) * $1.height }, attributes: [:], owner: owner)
  }

  /// The plane of an index; all of a packed picture is plane 0.
  func plane(_ index: Int) -> Plane? {
    planes.indices.contains(index) ? planes[index] : nil
  }

  /// Whether both are the same object.
  public static func == (left: CVBuffer, right: CVBuffer) -> Bool {
    left === right
  }

  /// Feeds the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// A buffer that holds a picture; every buffer does.
public typealias CVImageBuffer = CVBuffer

/// A buffer whose picture is made of pixels in memory; every buffer's is.
public typealias CVPixelBuffer = CVImageBuffer
