// Keys of the attributes that describe a pixel buffer to be made, or one that is wanted.

/// The pixel format: a number, or an array of numbers where several are accepted.
public let kCVPixelBufferPixelFormatTypeKey: CFString = "PixelFormatType"

/// Columns of pixels, a number.
public let kCVPixelBufferWidthKey: CFString = "Width"

/// Rows of pixels, a number.
public let kCVPixelBufferHeightKey: CFString = "Height"

/// What the bytes of a row must be a multiple of, a number: a power of two; 64 if not given.
public let kCVPixelBufferBytesPerRowAlignmentKey: CFString = "BytesPerRowAlignment"

/// What the address of a plane must be a multiple of, a number: a power of two; 64 if not given.
public let kCVPixelBufferPlaneAlignmentKey: CFString = "PlaneAlignment"

/// Whether the buffer must suit a bitmap context; every buffer does, so this is kept but changes nothing.
public let kCVPixelBufferCGBitmapContextCompatibilityKey: CFString = "CGBitmapContextCompatibility"

/// Whether the buffer must suit a `CGImage`; every buffer does, so this is kept but changes nothing.
public let kCVPixelBufferCGImageCompatibilityKey: CFString = "CGImageCompatibility"

/// Options of Apple's shared surfaces; memory is always shared inside a process, so this is kept but changes nothing.
public let kCVPixelBufferIOSurfacePropertiesKey: CFString = "IOSurfaceProperties"

/// Whether the buffer must suit Metal, which Linux lacks: this is kept but changes nothing.
public let kCVPixelBufferMetalCompatibilityKey: CFString = "MetalCompatibility"

/// Whether the buffer must suit OpenGL; all of its memory can be uploaded, so this is kept but changes nothing.
public let kCVPixelBufferOpenGLCompatibilityKey: CFString = "OpenGLCompatibility"

/// Whether the buffer must suit OpenGL ES; all of its memory can be uploaded, so this is kept but changes nothing.
public let kCVPixelBufferOpenGLESCompatibilityKey: CFString = "OpenGLESCompatibility"
