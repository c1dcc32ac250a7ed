// Attachments that specify the visible part of an image, its aspect ratio, and the location of its samples.

/// The clean aperture, the visible part of the image: a dictionary of the four numbers below, in pixels.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"

/// The preferred clean aperture if there is a choice.
public let kCVImageBufferPreferredCleanApertureKey: CFString = "CVPreferredCleanAperture"

/// The width of a clean aperture.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"

/// The height of a clean aperture.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"

/// The horizontal offset of the aperture's center from the image's center, to the right.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"

/// The vertical offset of the aperture's center from the image's center, downward.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"

/// The pixel aspect ratio: a dictionary of the two numbers below.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"

/// The width of a pixel relative to its height.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"

/// The height of a pixel relative to its width.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"

/// The display size: a dictionary of the two numbers below, in square pixels.
public let kCVImageBufferDisplayDimensionsKey: CFString = "CVDisplayDimensions"

/// The display width.
public let kCVImageBufferDisplayWidthKey: CFString = "Width"

/// The display height.
public let kCVImageBufferDisplayHeightKey: CFString = "Height"

/// The number of fields per frame: 1 for progressive, 2 for interlaced frames.
public let kCVImageBufferFieldCountKey: CFString = "CVFieldCount"

/// The order of two fields: one of the `FieldDetail` strings.
public let kCVImageBufferFieldDetailKey: CFString = "CVFieldDetail"

/// Separate fields, the top field first.
public let kCVImageBufferFieldDetailTemporalTopFirst: CFString = "TemporalTopFirst"

/// Separate fields, the bottom field first.
public let kCVImageBufferFieldDetailTemporalBottomFirst: CFString = "TemporalBottomFirst"

/// Interleaved lines, of which the first belongs to the earlier field.
public let kCVImageBufferFieldDetailSpatialFirstLineEarly: CFString = "SpatialFirstLineEarly"

/// Interleaved lines, of which the first belongs to the later field.
public let kCVImageBufferFieldDetailSpatialFirstLineLate: CFString = "SpatialFirstLineLate"

/// The chroma location in the top field or a progressive frame: one of the `ChromaLocation` strings.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"

/// The chroma location in the bottom field: one of the `ChromaLocation` strings.
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

/// Cr co-sited with the top left and Cb with the bottom left luma sample: DV, 625 lines.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"

/// The original chroma subsampling: one of the `ChromaSubsampling` strings.
public let kCVImageBufferChromaSubsamplingKey: CFString = "CVImageBufferChromaSubsampling"

/// Half width and height.
public let kCVImageBufferChromaSubsampling_420: CFString = "4:2:0"

/// Half width.
public let kCVImageBufferChromaSubsampling_422: CFString = "4:2:2"

/// A quarter of the width.
public let kCVImageBufferChromaSubsampling_411: CFString = "4:1:1"
