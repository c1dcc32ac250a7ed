import CoreGraphics

// Keys and values of the attributes of captions: in the strings of `AVPlayerItemLegibleOutput` and in `AVTextStyleRule`.

/// A colour as `[alpha, red, green, blue]`, 0 to 1 each.
public let kCMTextMarkupAttribute_ForegroundColorARGB: CFString = "CMForegroundColorARGB"
/// The colour behind the whole block of text, as `[alpha, red, green, blue]`.
public let kCMTextMarkupAttribute_BackgroundColorARGB: CFString = "CMBackgroundColorARGB"
/// The colour behind characters, as `[alpha, red, green, blue]`.
public let kCMTextMarkupAttribute_CharacterBackgroundColorARGB: CFString = "CMCharacterBackgroundColorARGB"
/// Whether characters are bold.
public let kCMTextMarkupAttribute_BoldStyle: CFString = "CMBoldStyle"
/// Whether characters are italic.
public let kCMTextMarkupAttribute_ItalicStyle: CFString = "CMItalicStyle"
/// Whether characters are underlined.
public let kCMTextMarkupAttribute_UnderlineStyle: CFString = "CMUnderlineStyle"
/// The name of a family of fonts.
public let kCMTextMarkupAttribute_FontFamilyName: CFString = "CMFontFamilyName"
/// Names of families of fonts, of which the first one counts that is installed.
public let kCMTextMarkupAttribute_FontFamilyNameList: CFString = "CMFontFamilyNameList"
/// One of the `kCMTextMarkupGenericFontName_…`.
public let kCMTextMarkupAttribute_GenericFontFamilyName: CFString = "CMGenericFontFamilyName"
/// The size of text in percent of the height of the picture.
public let kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight: CFString =
  "CMBaseFontSizePercentageRelativeToVideoHeight"
/// The size of characters in percent of what it would be.
public let kCMTextMarkupAttribute_RelativeFontSize: CFString = "CMRelativeFontSize"
/// One of the `kCMTextVerticalLayout_…`; none for lines that run across.
public let kCMTextMarkupAttribute_VerticalLayout: CFString = "CMVerticalLayout"
/// One of the `kCMTextMarkupAlignmentType_…`.
public let kCMTextMarkupAttribute_Alignment: CFString = "CMAlignment"
/// Where text stands along its lines, in percent of the picture.
public let kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection: CFString =
  "CMTextPositionPercentageRelativeToWritingDirection"
/// Where text stands across its lines, in percent of the picture.
public let kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection: CFString =
  "CMOrthogonalLinePositionPercentageRelativeToWritingDirection"
/// How long its lines may be, in percent of the picture.
public let kCMTextMarkupAttribute_WritingDirectionSizePercentage: CFString = "CMWritingDirectionSizePercentage"
/// One of the `kCMTextMarkupCharacterEdgeStyle_…`.
public let kCMTextMarkupAttribute_CharacterEdgeStyle: CFString = "CMCharacterEdgeStyle"

public let kCMTextMarkupAlignmentType_Start: CFString = "start"
public let kCMTextMarkupAlignmentType_Middle: CFString = "middle"
public let kCMTextMarkupAlignmentType_End: CFString = "end"
public let kCMTextMarkupAlignmentType_Left: CFString = "left"
public let kCMTextMarkupAlignmentType_Right: CFString = "right"

/// Lines stand side by side, the first at the left.
public let kCMTextVerticalLayout_LeftToRight: CFString = "lr"
/// Lines stand side by side, the first at the right.
public let kCMTextVerticalLayout_RightToLeft: CFString = "rl"

public let kCMTextMarkupCharacterEdgeStyle_None: CFString = "None"
public let kCMTextMarkupCharacterEdgeStyle_Raised: CFString = "Raised"
public let kCMTextMarkupCharacterEdgeStyle_Depressed: CFString = "Depressed"
public let kCMTextMarkupCharacterEdgeStyle_Uniform: CFString = "Uniform"
public let kCMTextMarkupCharacterEdgeStyle_DropShadow: CFString = "DropShadow"

public let kCMTextMarkupGenericFontName_Default: CFString = "Default"
public let kCMTextMarkupGenericFontName_Serif: CFString = "Serif"
public let kCMTextMarkupGenericFontName_SansSerif: CFString = "SansSerif"
public let kCMTextMarkupGenericFontName_Monospace: CFString = "Monospace"
public let kCMTextMarkupGenericFontName_ProportionalSerif: CFString = "ProportionalSerif"
public let kCMTextMarkupGenericFontName_ProportionalSansSerif: CFString = "ProportionalSansSerif"
public let kCMTextMarkupGenericFontName_MonospaceSerif: CFString = "MonospaceSerif"
public let kCMTextMarkupGenericFontName_MonospaceSansSerif: CFString = "MonospaceSansSerif"
public let kCMTextMarkupGenericFontName_Casual: CFString = "Casual"
public let kCMTextMarkupGenericFontName_Cursive: CFString = "Cursive"
public let kCMTextMarkupGenericFontName_Fantasy: CFString = "Fantasy"
public let kCMTextMarkupGenericFontName_SmallCapital: CFString = "SmallCapital"
