// Packed formats, with all components of a pixel together. Bytes are named in memory order.

/// 5 bits each of red, green and blue in a big-endian word.
public let kCVPixelFormatType_16BE555: OSType = 0x0000_0010

/// 5 bits each of red, green and blue in a little-endian word (`L555`).
public let kCVPixelFormatType_16LE555: OSType = 0x4C35_3535

/// 5, 6 and 5 bits of red, green and blue in a big-endian word (`B565`).
public let kCVPixelFormatType_16BE565: OSType = 0x4235_3635

/// 5, 6 and 5 bits of red, green and blue in a little-endian word (`L565`).
public let kCVPixelFormatType_16LE565: OSType = 0x4C35_3635

/// Bytes R, G, B.
public let kCVPixelFormatType_24RGB: OSType = 0x0000_0018

/// Bytes B, G, R (`24BG`).
public let kCVPixelFormatType_24BGR: OSType = 0x3234_4247

/// Bytes A, R, G, B.
public let kCVPixelFormatType_32ARGB: OSType = 0x0000_0020

/// Bytes B, G, R, A (`BGRA`).
public let kCVPixelFormatType_32BGRA: OSType = 0x4247_5241

/// Bytes A, B, G, R (`ABGR`).
public let kCVPixelFormatType_32ABGR: OSType = 0x4142_4752

/// Bytes R, G, B, A (`RGBA`).
public let kCVPixelFormatType_32RGBA: OSType = 0x5247_4241

/// 2 bits of alpha and 10 each of red, green and blue in a little-endian word (`l10r`).
public let kCVPixelFormatType_ARGB2101010LEPacked: OSType = 0x6C31_3072

/// 16-bit big-endian R, G, B (`b48r`).
public let kCVPixelFormatType_48RGB: OSType = 0x6234_3872

/// 16-bit big-endian A, R, G, B (`b64a`).
public let kCVPixelFormatType_64ARGB: OSType = 0x6236_3461

/// 16-bit little-endian R, G, B, A (`l64r`).
public let kCVPixelFormatType_64RGBALE: OSType = 0x6C36_3472

/// 16-bit floating-point R, G, B, A (`RGhA`).
public let kCVPixelFormatType_64RGBAHalf: OSType = 0x5247_6841

/// 32-bit floating-point R, G, B, A (`RGfA`).
public let kCVPixelFormatType_128RGBAFloat: OSType = 0x5247_6641

/// One 8-bit component (`L008`).
public let kCVPixelFormatType_OneComponent8: OSType = 0x4C30_3038

/// One 16-bit component, little-endian (`L016`).
public let kCVPixelFormatType_OneComponent16: OSType = 0x4C30_3136

/// 16-bit big-endian grayscale (`b16g`).
public let kCVPixelFormatType_16Gray: OSType = 0x6231_3667

/// One 16-bit floating-point component (`L00h`).
public let kCVPixelFormatType_OneComponent16Half: OSType = 0x4C30_3068

/// One 32-bit floating-point component (`L00f`).
public let kCVPixelFormatType_OneComponent32Float: OSType = 0x4C30_3066

/// Two 8-bit components (`2C08`).
public let kCVPixelFormatType_TwoComponent8: OSType = 0x3243_3038

/// Bytes Cb, Y, Cr, Y for two pixels (`2vuy`).
public let kCVPixelFormatType_422YpCbCr8: OSType = 0x3276_7579

/// Bytes Y, Cb, Y, Cr for two pixels (`yuvs`).
public let kCVPixelFormatType_422YpCbCr8_yuvs: OSType = 0x7975_7673

/// Bytes Y, Cb, Y, Cr for two pixels, full range (`yuvf`).
public let kCVPixelFormatType_422YpCbCr8FullRange: OSType = 0x7975_7666

/// Bytes Cr, Y, Cb (`v308`).
public let kCVPixelFormatType_444YpCbCr8: OSType = 0x7633_3038

/// Bytes Cb, Y, Cr, A (`v408`).
public let kCVPixelFormatType_4444YpCbCrA8: OSType = 0x7634_3038
