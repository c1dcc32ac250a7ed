import CoreGraphics
import CoreMedia
import PlayheadItems

/// The options of an image request.
package struct ImageRequest: Sendable, Equatable {
  /// The colours of the images.
  package enum Colors: Sendable, Equatable {
    /// HDR is tone-mapped to sRGB; everything else is unchanged and tagged with its colour space.
    case standardRange
    /// As in the file; HDR has 16 bits a component.
    case source
    /// Everything in sRGB, for image files whose readers ignore colour spaces.
    case sRGB
  }

  /// The displayed region of the encoded frame, and its pixel shape.
  package enum Aperture: Sendable, Equatable {
    /// The clean aperture, with square pixels.
    case clean
    /// The whole frame, with square pixels.
    case production
    /// The whole frame, with its pixels as encoded.
    case encoded
  }

  /// How long before the requested time a frame may start. With `.zero`, an earlier frame must still be displayed at
  /// that time.
  package var toleranceBefore = CMTime.positiveInfinity
  /// How long after the requested time a frame may start.
  package var toleranceAfter = CMTime.positiveInfinity
  /// The image is scaled down to fit into this size, never up; a side of 0 is unlimited.
  package var maximumSize = CGSize.zero
  /// The displayed region and its pixel shape.
  package var aperture = Aperture.clean
  /// Whether the image is rotated and mirrored according to its track.
  package var isUpright = false
  /// The colours of the images.
  package var colors = Colors.standardRange

  /// The default options: the nearest keyframe, at full size, in the standard range.
  package init() {}
}

/// An image of a resource.
package struct ExtractedImage: Sendable {
  /// The pixels of the image.
  package let image: CGImage
  /// The presentation time of its frame.
  package let time: CMTime
}

/// The outcome of one request.
package enum ImageOutcome: Sendable {
  /// The image of a frame within the tolerances.
  case image(ExtractedImage)
  /// No image: the resource, its decoder, or the time is the cause.
  case failure(MediaError)
  /// The batch was cancelled before the image was extracted.
  case cancelled
}
