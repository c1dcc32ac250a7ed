// Keys of the attributes of pixel buffers to create or to request.

/// The pixel format: a number, or an array of numbers if several are accepted.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"

/// The width in pixels: a number.
public let kCVPixelBufferWidthKey: CFString = "Width"

/// The height in pixels: a number.
public let kCVPixelBufferHeightKey: CFString = "Height"

/// The alignment of the bytes per row: a number, a power of two; 64 by default.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"

/// The alignment of the plane addresses: a number, a power of two; 64 by default.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"

/// Whether the buffer must be compatible with bitmap contexts; every buffer is, so the attribute is stored without
/// effect.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"

/// Whether the buffer must be compatible with `CGImage`; every buffer is, so the attribute is stored without effect.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"

/// Options of Apple's shared surfaces; memory is always shared within a process, so the attribute is stored without
/// effect.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"

/// Whether the buffer must be compatible with Metal, which Linux lacks: the attribute is stored without effect.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

/// Whether the buffer must be compatible with OpenGL; every buffer can be uploaded, so the attribute is stored without
/// effect.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"

/// Whether the buffer must be compatible with OpenGL ES; every buffer can be uploaded, so the attribute is stored
/// without effect.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
