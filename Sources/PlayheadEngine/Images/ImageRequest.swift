import CoreGraphics
import CoreMedia

/// How pictures of a resource are wanted.
package struct ImageRequest: Sendable, Equatable {
  /// What becomes of the colours.
  package enum Colors: Sendable, Equatable {
    /// High dynamic range is brought down to sRGB; everything else stays as it is and names its space.
    case standardRange
    /// As the file has them; high dynamic range comes with 16 bits a component.
    case source
    /// Everything in sRGB, for image files whose readers look no further.
    case sRGB
  }

  /// Which part of the stored picture is shown, and in which shape.
  package enum Aperture: Sendable, Equatable {
    /// What is meant to be seen, with square pixels.
    case clean
    /// All of it, with square pixels.
    case production
    /// All of it, with its pixels as they are stored.
    case encoded
  }

  /// How long before the asked time a picture may begin. `.zero` and a picture that began earlier: it must still be seen then.
  package var toleranceBefore = CMTime.positiveInfinity
  /// How long after the asked time a picture may begin.
  package var toleranceAfter = CMTime.positiveInfinity
  /// The picture is made to fit into it, never larger than it is; a side of 0 is free.
  package var maximumSize = CGSize.zero
  package var aperture = Aperture.clean
  /// Whether the picture is turned and mirrored as its track asks.
  package var isUpright = false
  package var colors = Colors.standardRange

  package init() {}
}

/// A picture of a resource.
package struct ExtractedImage: Sendable {
  package let image: CGImage
  /// When it begins to be seen.
  package let time: CMTime
}

/// What became of one request.
package enum ImageOutcome: Sendable {
  case picture(ExtractedImage)
  case failure(MediaError)
  case cancelled
}
