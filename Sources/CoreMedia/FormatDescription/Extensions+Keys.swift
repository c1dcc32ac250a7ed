extension CMFormatDescription.Extensions.Key {
  /// The name of the format for people, a string.
  public static let formatName = Self(rawValue: kCMFormatDescriptionExtension_FormatName)

  /// Bits of a pixel, a number; 24 for video.
  public static let depth = Self(rawValue: kCMFormatDescriptionExtension_Depth)

  /// Whether luma uses the full range instead of video's, a Boolean.
  public static let fullRangeVideo = Self(rawValue: kCMFormatDescriptionExtension_FullRangeVideo)

  /// Atoms of the sample description such as `avcC`, a dictionary from their types to their data.
  public static let sampleDescriptionExtensionAtoms = Self(
    rawValue: kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms)

  /// Whether pictures may have transparent parts, a Boolean.
  public static let containsAlphaChannel = Self(rawValue: kCMFormatDescriptionExtension_ContainsAlphaChannel)

  /// Whether colours are multiplied by alpha, as the attachment of a picture.
  public static let alphaChannelMode = Self(rawValue: kCMFormatDescriptionExtension_AlphaChannelMode)

  /// The part that is meant to be seen, as the attachment of a picture.
  public static let cleanAperture = Self(rawValue: kCMFormatDescriptionExtension_CleanAperture)

  /// The shape of a pixel, as the attachment of a picture.
  public static let pixelAspectRatio = Self(rawValue: kCMFormatDescriptionExtension_PixelAspectRatio)

  /// How many fields make a frame, as the attachment of a picture.
  public static let fieldCount = Self(rawValue: kCMFormatDescriptionExtension_FieldCount)

  /// How fields are stored, as the attachment of a picture.
  public static let fieldDetail = Self(rawValue: kCMFormatDescriptionExtension_FieldDetail)

  /// The primaries, as the attachment of a picture.
  public static let colorPrimaries = Self(rawValue: kCMFormatDescriptionExtension_ColorPrimaries)

  /// The transfer function, as the attachment of a picture.
  public static let transferFunction = Self(rawValue: kCMFormatDescriptionExtension_TransferFunction)

  /// The exponent of a gamma curve, as the attachment of a picture.
  public static let gammaLevel = Self(rawValue: kCMFormatDescriptionExtension_GammaLevel)

  /// The matrix, as the attachment of a picture.
  public static let yCbCrMatrix = Self(rawValue: kCMFormatDescriptionExtension_YCbCrMatrix)

  /// The ICC profile, as the attachment of a picture.
  public static let iccProfile = Self(rawValue: kCMFormatDescriptionExtension_ICCProfile)

  /// Where chroma lies, as the attachment of a picture.
  public static let chromaLocationTopField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationTopField)

  /// Where chroma lies in the bottom field, as the attachment of a picture.
  public static let chromaLocationBottomField = Self(rawValue: kCMFormatDescriptionExtension_ChromaLocationBottomField)

  /// What the mastering display could show, as the attachment of a picture.
  public static let masteringDisplayColorVolume = Self(
    rawValue: kCMFormatDescriptionExtension_MasteringDisplayColorVolume)

  /// The brightest pixel and frame, as the attachment of a picture.
  public static let contentLightLevelInfo = Self(rawValue: kCMFormatDescriptionExtension_ContentLightLevelInfo)

  /// The surroundings of the mastering, as the attachment of a picture.
  public static let ambientViewingEnvironment = Self(rawValue: kCMFormatDescriptionExtension_AmbientViewingEnvironment)
}

/// The name of the format for people, a string.
public let kCMFormatDescriptionExtension_FormatName: CFString = "FormatName"

/// Bits of a pixel, a number; 24 for video.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"

/// Whether luma uses the full range instead of video's, a Boolean.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"

/// Atoms of the sample description such as `avcC`, a dictionary from their types to their data.
public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString = "SampleDescriptionExtensionAtoms"

/// Whether pictures may have transparent parts, a Boolean.
public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"

/// Whether colours are multiplied by alpha, as the attachment of a picture.
public let kCMFormatDescriptionExtension_AlphaChannelMode: CFString = kCVImageBufferAlphaChannelModeKey

/// The part that is meant to be seen, as the attachment of a picture.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey

/// The shape of a pixel, as the attachment of a picture.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString = kCVImageBufferPixelAspectRatioKey

/// How many fields make a frame, as the attachment of a picture.
public let kCMFormatDescriptionExtension_FieldCount: CFString = kCVImageBufferFieldCountKey

/// How fields are stored, as the attachment of a picture.
public let kCMFormatDescriptionExtension_FieldDetail: CFString = kCVImageBufferFieldDetailKey

/// The primaries, as the attachment of a picture.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey

/// The transfer function, as the attachment of a picture.
public let kCMFormatDescriptionExtension_TransferFunction: CFString = kCVImageBufferTransferFunctionKey

/// The exponent of a gamma curve, as the attachment of a picture.
public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey

/// The matrix, as the attachment of a picture.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey

/// The ICC profile, as the attachment of a picture.
public let kCMFormatDescriptionExtension_ICCProfile: CFString = kCVImageBufferICCProfileKey

/// Where chroma lies, as the attachment of a picture.
public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString = kCVImageBufferChromaLocationTopFieldKey

/// Where chroma lies in the bottom field, as the attachment of a picture.
public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
  kCVImageBufferChromaLocationBottomFieldKey

/// What the mastering display could show, as the attachment of a picture.
public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
  kCVImageBufferMasteringDisplayColorVolumeKey

/// The brightest pixel and frame, as the attachment of a picture.
public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString = kCVImageBufferContentLightLevelInfoKey

/// The surroundings of the mastering, as the attachment of a picture.
public let kCMFormatDescriptionExtension_AmbientViewingEnvironment: CFString =
  kCVImageBufferAmbientViewingEnvironmentKey
