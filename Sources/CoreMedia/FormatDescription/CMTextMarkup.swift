import CoreGraphics

// Keys and values of caption attributes: in the strings of `AVPlayerItemLegibleOutput` and in `AVTextStyleRule`.

/// The text color as `[alpha, red, green, blue]`, 0 to 1 each.
public let kCMTextMarkupAttribute_ForegroundColorARGB: CFString = "CMForegroundColorARGB"
/// The background color of the whole text block, as `[alpha, red, green, blue]`.
public let kCMTextMarkupAttribute_BackgroundColorARGB: CFString = "CMBackgroundColorARGB"
/// The background color of characters, as `[alpha, red, green, blue]`.
public let kCMTextMarkupAttribute_CharacterBackgroundColorARGB: CFString = "CMCharacterBackgroundColorARGB"
/// Whether characters are bold.
public let kCMTextMarkupAttribute_BoldStyle: CFString = "CMBoldStyle"
/// Whether characters are italic.
public let kCMTextMarkupAttribute_ItalicStyle: CFString = "CMItalicStyle"
/// Whether characters are underlined.
public let kCMTextMarkupAttribute_UnderlineStyle: CFString = "CMUnderlineStyle"
/// The name of a font family.
public let kCMTextMarkupAttribute_FontFamilyName: CFString = "CMFontFamilyName"
/// Names of font families, of which the first installed one is used.
public let kCMTextMarkupAttribute_FontFamilyNameList: CFString = "CMFontFamilyNameList"
/// One of `kCMTextMarkupGenericFontName_…`.
public let kCMTextMarkupAttribute_GenericFontFamilyName: CFString = "CMGenericFontFamilyName"
/// The font size in percent of the video's height.
public let kCMTextMarkupAttribute_BaseFontSizePercentageRelativeToVideoHeight: CFString =
  "CMBaseFontSizePercentageRelativeToVideoHeight"
/// The font size in percent of the default size.
public let kCMTextMarkupAttribute_RelativeFontSize: CFString = "CMRelativeFontSize"
/// One of `kCMTextVerticalLayout_…`; absent for horizontal text.
public let kCMTextMarkupAttribute_VerticalLayout: CFString = "CMVerticalLayout"
/// One of `kCMTextMarkupAlignmentType_…`.
public let kCMTextMarkupAttribute_Alignment: CFString = "CMAlignment"
/// The position of the text in the writing direction, in percent of the video.
public let kCMTextMarkupAttribute_TextPositionPercentageRelativeToWritingDirection: CFString =
  "CMTextPositionPercentageRelativeToWritingDirection"
/// The position of the text orthogonal to the writing direction, in percent of the video.
public let kCMTextMarkupAttribute_OrthogonalLinePositionPercentageRelativeToWritingDirection: CFString =
  "CMOrthogonalLinePositionPercentageRelativeToWritingDirection"
/// The maximum length of lines, in percent of the video.
public let kCMTextMarkupAttribute_WritingDirectionSizePercentage: CFString = "CMWritingDirectionSizePercentage"
/// One of `kCMTextMarkupCharacterEdgeStyle_…`.
public let kCMTextMarkupAttribute_CharacterEdgeStyle: CFString = "CMCharacterEdgeStyle"

/// Aligned at the start of the writing direction.
public let kCMTextMarkupAlignmentType_Start: CFString = "start"
/// Centered.
public let kCMTextMarkupAlignmentType_Middle: CFString = "middle"
/// Aligned at the end of the writing direction.
public let kCMTextMarkupAlignmentType_End: CFString = "end"
/// Aligned at the left.
public let kCMTextMarkupAlignmentType_Left: CFString = "left"
/// Aligned at the right.
public let kCMTextMarkupAlignmentType_Right: CFString = "right"

/// Vertical text, with lines from left to right.
public let kCMTextVerticalLayout_LeftToRight: CFString = "lr"
/// Vertical text, with lines from right to left.
public let kCMTextVerticalLayout_RightToLeft: CFString = "rl"

/// No edge.
public let kCMTextMarkupCharacterEdgeStyle_None: CFString = "None"
/// A raised edge.
public let kCMTextMarkupCharacterEdgeStyle_Raised: CFString = "Raised"
/// A depressed edge.
public let kCMTextMarkupCharacterEdgeStyle_Depressed: CFString = "Depressed"
/// A uniform outline.
public let kCMTextMarkupCharacterEdgeStyle_Uniform: CFString = "Uniform"
/// A drop shadow.
public let kCMTextMarkupCharacterEdgeStyle_DropShadow: CFString = "DropShadow"

/// The default font.
public let kCMTextMarkupGenericFontName_Default: CFString = "Default"
/// A font with serifs.
public let kCMTextMarkupGenericFontName_Serif: CFString = "Serif"
/// A font without serifs.
public let kCMTextMarkupGenericFontName_SansSerif: CFString = "SansSerif"
/// A monospaced font.
public let kCMTextMarkupGenericFontName_Monospace: CFString = "Monospace"
/// A proportional font with serifs.
public let kCMTextMarkupGenericFontName_ProportionalSerif: CFString = "ProportionalSerif"
/// A proportional font without serifs.
public let kCMTextMarkupGenericFontName_ProportionalSansSerif: CFString = "ProportionalSansSerif"
/// A monospaced font with serifs.
public let kCMTextMarkupGenericFontName_MonospaceSerif: CFString = "MonospaceSerif"
/// A monospaced font without serifs.
public let kCMTextMarkupGenericFontName_MonospaceSansSerif: CFString = "MonospaceSansSerif"
/// A casual font.
public let kCMTextMarkupGenericFontName_Casual: CFString = "Casual"
/// A cursive font.
public let kCMTextMarkupGenericFontName_Cursive: CFString = "Cursive"
/// A decorative font.
public let kCMTextMarkupGenericFontName_Fantasy: CFString = "Fantasy"
/// A font with small capitals.
public let kCMTextMarkupGenericFontName_SmallCapital: CFString = "SmallCapital"
