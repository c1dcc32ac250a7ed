import Synchronization

/// An image in memory with attachments.
///
/// Size, format and plane layout are constant. Attachments may be changed from any thread.
///
/// `@unchecked Sendable`: everything but the attachments and the lock counts is constant, and these are behind a mutex.
/// The pixels are shared memory: a writer locks the buffer for writing and ensures that there are no concurrent
/// readers. The owner object retains the memory and is `Sendable` itself.
public final class CVBuffer: Hashable, @unchecked Sendable {
  /// A plane, or the whole of a packed image.
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

  /// The numbers of locks for reading and for writing.
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

  /// Creates a buffer for an image in memory with another owner, for instance a decoded frame, without a copy.
  ///
  /// - Parameters:
  ///   - pixelFormat: The code of the format; formats in which no buffer can be created are permitted too.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - planes: For every plane, luma first: its first byte, the bytes per row (negative for bottom-up rows), and its
  ///     size in samples. A single plane means a packed image.
  ///   - owner: Retains the memory; released with the buffer, on any thread.
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

  /// The plane at an index; the whole of a packed image is plane 0.
  func plane(_ index: Int) -> Plane? {
    planes.indices.contains(index) ? planes[index] : nil
  }

  /// Whether both are the same object.
  public static func == (left: CVBuffer, right: CVBuffer) -> Bool {
    left === right
  }

  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// An image buffer; every buffer is one.
public typealias CVImageBuffer = CVBuffer

/// A pixel buffer: an image of pixels in memory; every buffer is one.
public typealias CVPixelBuffer = CVImageBuffer
