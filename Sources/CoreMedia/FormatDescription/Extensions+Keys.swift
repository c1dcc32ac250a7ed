extension CMFormatDescription.Extensions.Key {
  /// The display name of the format: a string.
  public static let formatName = Self(rawValue: kCMFormatDescriptionExtension_FormatName)

  /// The bits per pixel: a number; 24 for video.
  public static let depth = Self(rawValue: kCMFormatDescriptionExtension_Depth)

  /// Whether luma has the full range instead of the video range: a Boolean.
  public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)

  /// The extension atoms of the sample description such as `avcC`: a dictionary from their types to their data.
  public static let sampleDescriptionExtensionAtoms = Self(
    rawValue: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)

  /// Whether frames may be transparent: a Boolean.
  public static let containsAlphaChannel = Self(rawValue: kCMFormatDescriptionExtension_ContainsAlphaChannel)

  /// The alpha mode: straight or premultiplied, as in the image buffer attachment.
  public static let alphaChannelMode = Self(rawValue: kCMFormatDescriptionExtension_AlphaChannelMode)

  /// The clean aperture, as in the image buffer attachment.
  public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)

  /// The pixel aspect ratio, as in the image buffer attachment.
  public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)

  /// The number of fields per frame, as in the image buffer attachment.
  public static let fieldCount = Self(rawValue: kCMFormatDescriptionExtension_FieldCount)

  /// The order of the fields, as in the image buffer attachment.
  public static let fieldDetail = Self(rawValue: kCMFormatDescriptionExtension_FieldDetail)

  /// The color primaries, as in the image buffer attachment.
  public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)

  /// The transfer function, as in the image buffer attachment.
  public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)

  /// The gamma value, as in the image buffer attachment.
  public static let gammaLevel = Self(rawValue: kCMFormatDescriptionExtension_GammaLevel)

  /// The YCbCr matrix, as in the image buffer attachment.
  public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)

  /// The ICC profile, as in the image buffer attachment.
  public static let iccProfile = Self(rawValue: kCMFormatDescriptionExtension_ICCProfile)

  /// The chroma location, as in the image buffer attachment.
  public static let chromaLocationTopField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationTopField)

  /// The chroma location of the bottom field, as in the image buffer attachment.
  public static let chromaLocationBottomField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationBottomField)

  /// The color volume of the mastering display, as in the image buffer attachment.
  public static let masteringDisplayColorVolume = Self(
    rawValue: kCMFormatDescriptionExtension_MasteringDisplayColorVolume)

  /// The maximum light levels of content and frame average, as in the image buffer attachment.
  public static let contentLightLevelInfo = Self(rawValue: kCMFormatDescriptionExtension_ContentLightLevelInfo)

  /// The ambient environment of the mastering, as in the image buffer attachment.
  public static let ambientViewingEnvironment = Self(rawValue: kCMFormatDescriptionExtension_AmbientViewingEnvironment)
}

/// The display name of the format: a string.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"

/// The bits per pixel: a number; 24 for video.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"

/// Whether luma has the full range instead of the video range: a Boolean.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"

/// The extension atoms of the sample description such as `avcC`: a dictionary from their types to their data.
public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString = "SampleDescriptionExtensionAtoms"

/// Whether frames may be transparent: a Boolean.
public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"

/// The alpha mode: straight or premultiplied, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_AlphaChannelMode: CFString = kCVImageBufferAlphaChannelModeKey

/// The clean aperture, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey

/// The pixel aspect ratio, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString = kCVImageBufferPixelAspectRatioKey

/// The number of fields per frame, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey

/// The order of the fields, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey

/// The color primaries, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey

/// The transfer function, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_TransferFunction: CFString = kCVImageBufferTransferFunctionKey

/// The gamma value, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey

/// The YCbCr matrix, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey

/// The ICC profile, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey

/// The chroma location, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString = kCVImageBufferChromaLocationTopFieldKey

/// The chroma location of the bottom field, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
  kCVImageBufferChromaLocationBottomFieldKey

/// The color volume of the mastering display, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
  kCVImageBufferMasteringDisplayColorVolumeKey

/// The maximum light levels of content and frame average, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString = kCVImageBufferContentLightLevelInfoKey

/// The ambient environment of the mastering, as in the image buffer attachment.
public let kCMFormatDescriptionExtension_AmbientViewingEnvironment: CFString =
  kCVImageBufferAmbientViewingEnvironmentKey
