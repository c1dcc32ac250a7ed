import CPlayheadGTK
import PlayheadMedia

/// The texture layout of a frame: its planes, and the conversion of their samples to colors.
struct PlaneLayout: Equatable, Sendable {
  /// The planes in which the shader finds luma and the two chroma components.
  enum Arrangement: Sendable { case threePlanes, threePlanesAndAlpha, lumaAndPairs, packed }

  /// The planes that the shader samples.
  var arrangement: Arrangement
  /// The texture format of each plane.
  var planes: [PlayheadPlaneLayout]
  /// The conversion of samples to red, green and blue.
  var matrix: ColorMatrix
  /// The code value that a texture value of 1 represents.
  var codeScale: Double
  /// The factor from a texture value of alpha to opacity.
  private(set) var alphaScale: Float = 1

  /// nil if the frame must be converted before the upload: packed and unusual formats, matrices without luma and two
  /// color differences, or more than eight bits on a driver without 16-bit textures.
  init?(_ frame: VideoFrame, hasWordTextures: Bool) {
    let format = frame.pixelFormat
    let resolved = frame.color.resolvedMatrix(height: frame.height)
    let isWord = format.bytesPerSample(ofPlane: 0) == 2
    guard !format.isRGB, hasWordTextures || !isWord, format.isLittleEndianOrBytes else { return nil }
    let depth = format.bitDepth
    var codeScale = isWord ? 65535.0 : 255.0
    switch format.planeCount {
    case 3,
      4 where format.hasAlpha:
      guard isWord ? depth > 8 : depth == 8 && format.bytesPerSample(ofPlane: 0) == 1 else { return nil }
      arrangement = format.planeCount == 3 ? .threePlanes : .threePlanesAndAlpha
      planes = Array(repeating: isWord ? PLAYHEAD_PLANE_R16 : PLAYHEAD_PLANE_R8, count: format.planeCount)
    case 2 where format == .nv12:
      arrangement = .lumaAndPairs
      planes = [PLAYHEAD_PLANE_R8, PLAYHEAD_PLANE_RG8]
    case 2 where format == .p010:
      arrangement = .lumaAndPairs
      planes = [PLAYHEAD_PLANE_R16, PLAYHEAD_PLANE_RG16]
      // The ten bits are in the high end of the word.
      codeScale = 65535.0 / 64
    default: return nil
    }
    // Dolby Vision's samples are converted by a table only.
    let ownMatrix: ColorMatrix? =
      frame.color.dolbyVisionMapping != nil
      ? .identity
      : ColorMatrix(matrix: resolved, isFullRange: frame.color.isFullRange, bitDepth: depth, codeScale: codeScale)
    guard let matrix = ownMatrix else { return nil }
    self.matrix = matrix
    self.codeScale = codeScale
    alphaScale = Float(codeScale / Double((1 << depth) - 1))
  }

  /// Creates a layout from its parts.
  private init(arrangement: Arrangement, planes: [PlayheadPlaneLayout], matrix: ColorMatrix, codeScale: Double) {
    self.arrangement = arrangement
    self.planes = planes
    self.matrix = matrix
    self.codeScale = codeScale
  }

  /// A single RGBA texture.
  static let packed = PlaneLayout(
    arrangement: .packed, planes: [PLAYHEAD_PLANE_RGBA8], matrix: .identity, codeScale: 255)
}

extension DisplayTransform {
  /// The rows of the matrix that maps a position in the upright frame to one in the stored frame, both 0 to 1 from the
  /// top left.
  var textureRows: [Float] {
    let turned: [Float] =
      switch rotation {
      case 90: [0, 1, 0, -1, 0, 1]
      case 180: [-1, 0, 1, 0, -1, 1]
      case 270: [0, -1, 1, 1, 0, 0]
      default: [1, 0, 0, 0, 1, 0]
      }
    let first = isMirrored ? [-turned[0], -turned[1], 1 - turned[2]] : Array(turned[0..<3])
    return first + turned[3..<6] + [0, 0, 1]
  }
}
