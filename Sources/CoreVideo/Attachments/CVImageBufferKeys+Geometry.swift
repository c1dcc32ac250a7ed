// Attachments that tell which part of a picture is shown, in what shape, and where its samples lie.

/// The part of the picture that is meant to be seen, a dictionary of the four numbers below, in pixels.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"

/// The part of the picture to show if there is a choice, as the clean aperture.
public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"

/// The width of a clean aperture.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"

/// The height of a clean aperture.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"

/// How far the centre of a clean aperture lies right of the picture's.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"

/// How far the centre of a clean aperture lies below the picture's.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"

/// The shape of a pixel, a dictionary of the two numbers below.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"

/// The width of a pixel, in relation to its height.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"

/// The height of a pixel, in relation to its width.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"

/// The size to show the picture in, a dictionary of the two numbers below, in square pixels.
public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"

/// The width to show the picture in.
public let kCVImageBufferDisplayWidthKey: CFString = "Width"

/// The height to show the picture in.
public let kCVImageBufferDisplayHeightKey: CFString = "Height"

/// How many fields a frame is made of, a number: 1 for progressive, 2 for interlaced pictures.
public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"

/// How two fields are stored, one of the `FieldDetail` strings.
public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"

/// Fields one after the other, the top one earlier.
public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"

/// Fields one after the other, the bottom one earlier.
public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"

/// Interleaved lines, the first one belonging to the earlier field.
public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"

/// Interleaved lines, the first one belonging to the later field.
public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"

/// Where chroma samples lie in the top field or a progressive frame, one of the `ChromaLocation` strings.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"

/// Where chroma samples lie in the bottom field, one of the `ChromaLocation` strings.
public let kCVImageBufferChromaLocationBottomFieldKey: CFString = "CVImageBufferChromaLocationBottomField"

/// On the left luma sample, halfway down: MPEG-2 and later. Chroma location 0 of ITU-T H.273.
public let kCVImageBufferChromaLocation_Left: CFString = "Left"

/// Between all luma samples: MPEG-1 and JPEG. Chroma location 1 of ITU-T H.273.
public let kCVImageBufferChromaLocation_Center: CFString = "Center"

/// On the top left luma sample. Chroma location 2 of ITU-T H.273.
public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"

/// Between the two upper luma samples. Chroma location 3 of ITU-T H.273.
public let kCVImageBufferChromaLocation_Top: CFString = "Top"

/// On the bottom left luma sample. Chroma location 4 of ITU-T H.273.
public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"

/// Between the two lower luma samples. Chroma location 5 of ITU-T H.273.
public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"

/// Cr on the top left and Cb on the bottom left luma sample: DV with 625 lines.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"

/// How chroma was thinned out originally, one of the `ChromaSubsampling` strings.
public let kCVImageBufferChromaSubsamplingKey: CFString = "CVImageBufferChromaSubsampling"

/// At half width and height.
public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"

/// At half width.
public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"

/// At a quarter of the width.
public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
