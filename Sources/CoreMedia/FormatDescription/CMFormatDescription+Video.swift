import Foundation

extension CMFormatDescription {
  /// The visible part of the frames (clean aperture) in pixels, relative to the top left or the bottom left corner.
  public func cleanAperture(originIsAtTopLeft: Bool) -> CGRect {
    let rect = shape.cleanRect
    guard !originIsAtTopLeft else { return rect }
    return CGRect(x: rect.minX, y: shape.size.height - rect.maxY, width: rect.width, height: rect.height)
  }

  /// The display size of the frames: the stored size, optionally scaled by the pixel aspect ratio and cropped to the
  /// clean aperture.
  public func presentationDimensions(usePixelAspectRatio: Bool = true, useCleanAperture: Bool = true) -> CGSize {
    let size = useCleanAperture ? shape.cleanRect.size : shape.size
    return CGSize(width: usePixelAspectRatio ? size.width * shape.pixelAspectRatio : size.width, height: size.height)
  }

  /// Whether the description matches an image buffer: format, size, and all extensions that are common with
  /// attachments.
  public func matchesImageBuffer(_ imageBuffer: CVImageBuffer) -> Bool {
    guard mediaType == .video, mediaSubType.rawValue == CVPixelBufferGetPixelFormatType(imageBuffer),
      Int(dimensions.width) == CVPixelBufferGetWidth(imageBuffer),
      Int(dimensions.height) == CVPixelBufferGetHeight(imageBuffer)
    else { return false }
    let attached = CMFormatDescription.commonValues(of: imageBuffer)
    let keys = Set(CMFormatDescription.extensionKeysCommonWithImageBuffers.map(\.rawValue))
    return (extensions.values.filter { keys.contains($0.key) } as NSDictionary).isEqual(attached as NSDictionary)
  }

  /// The keys of extensions that are also attachments of image buffers with the same meaning.
  public static var extensionKeysCommonWithImageBuffers: [Extensions.Key] {
    [
      .cleanAperture, .pixelAspectRatio, .fieldCount, .fieldDetail, .colorPrimaries, .transferFunction, .gammaLevel,
      .yCbCrMatrix, .iccProfile, .chromaLocationTopField, .chromaLocationBottomField, .alphaChannelMode,
      .masteringDisplayColorVolume, .contentLightLevelInfo, .ambientViewingEnvironment,
    ]
  }

  /// Creates a description of an image buffer, with its attachments.
  public convenience init(imageBuffer: CVImageBuffer) {
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
