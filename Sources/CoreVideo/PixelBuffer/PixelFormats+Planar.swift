// Planar formats, with luma and chroma in separate planes. The 8-bit video range is 16 to 235, the full range 0 to 255.

/// Planes Y, Cb, Cr of bytes, chroma at half width and height, video range (`y420`).
public let kCVPixelFormatType_420YpCbCr8Planar: OSType = 0x7934_3230

/// As `420YpCbCr8Planar`, full range (`f420`).
public let kCVPixelFormatType_420YpCbCr8PlanarFullRange: OSType = 0x6634_3230

/// Planes Y and CbCr of bytes, chroma at half width and height, video range (`420v`).
public let kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3076

/// As `420YpCbCr8BiPlanarVideoRange`, full range (`420f`).
public let kCVPixelFormatType_420YpCbCr8BiPlanarFullRange: OSType = 0x3432_3066

/// Planes Y, CbCr and alpha of bytes, chroma at half width and height, video range (`v0a8`).
public let kCVPixelFormatType_420YpCbCr8VideoRange_8A_TriPlanar: OSType = 0x7630_6138

/// Planes Y and CbCr of bytes, chroma at half width, video range (`422v`).
public let kCVPixelFormatType_422YpCbCr8BiPlanarVideoRange: OSType = 0x3432_3276

/// As `422YpCbCr8BiPlanarVideoRange`, full range (`422f`).
public let kCVPixelFormatType_422YpCbCr8BiPlanarFullRange: OSType = 0x3432_3266

/// Planes Y and CbCr of bytes, video range (`444v`).
public let kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange: OSType = 0x3434_3476

/// As `444YpCbCr8BiPlanarVideoRange`, full range (`444f`).
public let kCVPixelFormatType_444YpCbCr8BiPlanarFullRange: OSType = 0x3434_3466

/// Planes Y and CbCr of 16-bit words with 10 high bits, chroma at half width and height, video range (`x420`).
public let kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3230

/// As `420YpCbCr10BiPlanarVideoRange`, full range (`xf20`).
public let kCVPixelFormatType_420YpCbCr10BiPlanarFullRange: OSType = 0x7866_3230

/// Planes Y and CbCr of 16-bit words with 10 high bits, chroma at half width, video range (`x422`).
public let kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3232

/// As `422YpCbCr10BiPlanarVideoRange`, full range (`xf22`).
public let kCVPixelFormatType_422YpCbCr10BiPlanarFullRange: OSType = 0x7866_3232

/// Planes Y and CbCr of 16-bit words with 10 high bits, video range (`x444`).
public let kCVPixelFormatType_444YpCbCr10BiPlanarVideoRange: OSType = 0x7834_3434

/// As `444YpCbCr10BiPlanarVideoRange`, full range (`xf44`).
public let kCVPixelFormatType_444YpCbCr10BiPlanarFullRange: OSType = 0x7866_3434

/// Planes Y and CbCr of 16-bit words, chroma at half width, video range (`sv22`).
public let kCVPixelFormatType_422YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3232

/// Planes Y and CbCr of 16-bit words, video range (`sv44`).
public let kCVPixelFormatType_444YpCbCr16BiPlanarVideoRange: OSType = 0x7376_3434
