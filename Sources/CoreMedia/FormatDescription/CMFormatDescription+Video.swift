import Foundation

extension CMFormatDescription {
  /// The part of the pictures that is meant to be seen, in pixels, counted from the top or the bottom left corner.
  public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
    let rect = shape.cleanRect
    guard !originIsAtTopLeft else { return rect }
    return CGRect(x: rect.minX, y: shape.size.height - rect.maxY, width: rect.width, height: rect.height)
  }

  /// The size to show pictures in: the stored size, stretched by the pixel aspect ratio and cut to the clean aperture as
  /// far as wanted.
  public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
    let size = useCleanAperture ? shape.cleanRect.size : shape.size
    return CGSize(width: usePixelAspectRatio ? size.width * shape.pixelAspectRatio : size.width, height: size.height)
  }

  /// Whether the description fits a picture: format, size, and everything that extensions and attachments have in common.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    guard mediaType == .video, mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer),
      Int(dimensions.width) == CVPixelBufferGetWidth(imageBuffer),
      Int(dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
    else { return false }
    let attached = CMFormatDescription.commonValues(of: imageBuffer)
    let keys = Set(CMFormatDescription.extensionKeysCommonWithImageBuffers.map(\.rawValue))
    return (extensions.values.filter { keys.contains($0.key) } as NSDictionary).isEqual(attached as NSDictionary)
  }

  /// The extensions that mean the same as attachments of pictures, under the same keys.
  public static var extensionKeysCommonWithImageBuffers: [Extensions.Key] {
    [
      .cleanAperture, .pixelAspectRatio, .fieldCount, .fieldDetail, .colorPrimaries, .transferFunction, .gammaLevel,
      .yCbCrMatrix, .iccProfile, .chromaLocationTopField, .chromaLocationBottomField, .alphaChannelMode,
      .masteringDisplayColorVolume, .contentLightLevelInfo, .ambientViewingEnvironment,
    ]
  }

  /// A description of a picture in memory, with what is attached to it.
  package convenience init(imageBuffer: CVImageBuffer) {
    self.init(
      video: MediaSubType(rawValue: CVPixelBufferGetPixelFormatType(imageBuffer)),
      dimensions: CMVideoDimensions(
        width: Int32(clamping: CVPixelBufferGetWidth(imageBuffer)),
        height: Int32(clamping: CVPixelBufferGetHeight(imageBuffer))),
      extensions: Extensions(base: CMFormatDescription.commonValues(of: imageBuffer)))
  }

  private static func commonValues(of imageBuffer: CVImageBuffer) -> [CFString: CFPropertyList] {
    let attached = CVBufferCopyAttachments(imageBuffer, .shouldPropagate) ?? [:]
    let keys = Set(extensionKeysCommonWithImageBuffers.map(\.rawValue))
    return attached.filter { keys.contains($0.key) }
  }

  private var shape: StoredImageShape {
    StoredImageShape(size: CGSize(width: Int(dimensions.width), height: Int(dimensions.height))) { extensions[$0] }
  }
}
