import CoreGraphics
import PlayheadFFmpeg

/// Uniform type identifiers of the image files that are read or written.
enum ImageTypes {
  /// Portable Network Graphics.
  static let png = "public.png"
  /// JPEG; `public.jpg` is accepted as another name for writing.
  static let jpeg = "public.jpeg"
  /// WebP, if FFmpeg was built with its encoder.
  static let webp = "org.webmproject.webp"

  /// The encoder of a type, where this build of FFmpeg has it.
  static func encoder(of type: String) -> ImageEncoder.Format? {
    let format: ImageEncoder.Format? = [png: .png, jpeg: .jpeg, "public.jpg": .jpeg, webp: .webp][type]
    return format?.isAvailable == true ? format : nil
  }

  /// The types that this build of FFmpeg can encode.
  static var writable: [String] { [png, jpeg, webp].filter { encoder(of: $0) != nil } }

  /// The type of an image by the name of its codec in FFmpeg.
  static func type(ofCodec codec: String) -> String? {
    [
      "png": png, "apng": png, "mjpeg": jpeg, "jpegls": "public.jpeg", "webp": webp, "av1": "public.avif",
      "hevc": "public.heic", "gif": "com.compuserve.gif", "bmp": "com.microsoft.bmp", "tiff": "public.tiff",
      "jpeg2000": "public.jpeg-2000", "targa": "com.truevision.tga-image", "psd": "com.adobe.photoshop-image",
      "exr": "com.ilm.openexr-image", "ppm": "public.pbm", "pgm": "public.pbm", "pbm": "public.pbm",
    ][codec]
  }
}

/// The quality of a lossy format from 0 (smallest file) to 1 (best; lossless where the format can be), a number.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"

/// Whether a thumbnail is made where the file has none, a Boolean value. Thumbnails are always made of the image here.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"

/// Whether a thumbnail is made also where the file has one, a Boolean value. Thumbnails are always made of the image
/// here.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"

/// The most pixels of a thumbnail's longer side, a number. Without it a thumbnail has the size of the image.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"

/// The width in pixels, a number.
public let kCGImagePropertyPixelWidth: CFString = "PixelWidth"

/// The height in pixels, a number.
public let kCGImagePropertyPixelHeight: CFString = "PixelHeight"

/// The bits of a component, a number.
public let kCGImagePropertyDepth: CFString = "Depth"

/// Whether the image has alpha, a Boolean value.
public let kCGImagePropertyHasAlpha: CFString = "HasAlpha"

/// The colour model: always `kCGImagePropertyColorModelRGB`, to which images are converted.
public let kCGImagePropertyColorModel: CFString = "ColorModel"

/// Red, green and blue.
public let kCGImagePropertyColorModelRGB: CFString = "RGB"
