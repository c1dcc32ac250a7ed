import Foundation

/// The properties of video in a sequence parameter set.
struct SequenceParameters: Equatable {
  /// The width after cropping.
  var width = 0
  /// The height after cropping.
  var height = 0
  /// 0 for monochrome, 1 for 4:2:0, 2 for 4:2:2, 3 for 4:4:4.
  var chromaFormat: UInt32 = 1
  /// Bits of a luma sample beyond 8.
  var lumaDepth: UInt32 = 0
  /// Bits of a chroma sample beyond 8.
  var chromaDepth: UInt32 = 0
  /// The aspect ratio of a sample; nil where it is not declared.
  var pixelAspect: (horizontal: Int, vertical: Int)?
  /// Whether samples use all code values; nil where it is not declared.
  var isFullRange: Bool?
  /// The code points of primaries, transfer function and matrix (ITU-T H.273); nil where they are not declared.
  var colors: (primaries: Int32, transfer: Int32, matrix: Int32)?

  static func == (a: Self, b: Self) -> Bool {
    a.width == b.width && a.height == b.height && a.chromaFormat == b.chromaFormat && a.lumaDepth == b.lumaDepth
      && a.chromaDepth == b.chromaDepth
  }

  /// The profiles with a chroma format in the set (ITU-T H.264 §7.3.2.1.1).
  static let highProfiles: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

  /// The aspect ratios by number (ITU-T H.264 table E-1).
  private static let aspects: [(Int, Int)] = [
    (0, 0), (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11),
    (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
  ]

  /// No level of either standard has larger frames.
  private static let sizeLimit = 1 << 15

  // MARK: H.264

  /// Reads a set of H.264 (ITU-T H.264 §7.3.2.1.1); nil if it is damaged.
  init?(h264 unit: Data) {
    guard unit.count > 4, unit[unit.startIndex] & 0x1F == 7 else { return nil }
    var reader = ParameterSetReader(unit, skipping: 1)
    do { try readH264(&reader) } catch { return nil }
    guard (1...Self.sizeLimit).contains(width), (1...Self.sizeLimit).contains(height) else { return nil }
  }

  private mutating func readH264(_ reader: inout ParameterSetReader) throws {
    let profile = UInt8(try reader.bits(8))
    try reader.skip(16)
    _ = try reader.unsigned()
    var hasSeparatePlanes = false
    if Self.highProfiles.contains(profile) {
      chromaFormat = try reader.unsigned()
      if chromaFormat == 3 { hasSeparatePlanes = try reader.flag() }
      lumaDepth = try reader.unsigned()
      chromaDepth = try reader.unsigned()
      guard chromaFormat <= 3, lumaDepth <= 6, chromaDepth <= 6 else { throw ParameterSetReader.EndOfData() }
      try reader.skip(1)
      if try reader.flag() { try Self.skipScalingLists(&reader, count: chromaFormat == 3 ? 12 : 8) }
    }
    _ = try reader.unsigned()
    try Self.skipPictureOrder(&reader)
    _ = try reader.unsigned()
    try reader.skip(1)
    let (columns, rows) = (Int(try reader.unsigned()) + 1, Int(try reader.unsigned()) + 1)
    let isFrameOnly = try reader.flag()
    if !isFrameOnly { try reader.skip(1) }
    try reader.skip(1)
    let fields = isFrameOnly ? 1 : 2
    (width, height) = (columns * 16, rows * 16 * fields)
    guard width <= Self.sizeLimit, height <= Self.sizeLimit else { throw ParameterSetReader.EndOfData() }
    let hasChroma = chromaFormat > 0 && !hasSeparatePlanes
    if try reader.flag() {
      try crop(
        &reader, x: hasChroma && chromaFormat < 3 ? 2 : 1, y: (hasChroma && chromaFormat == 1 ? 2 : 1) * fields)
    }
    if try reader.flag() { try? readUsability(&reader) }
  }

  private static func skipScalingLists(_ reader: inout ParameterSetReader, count: Int) throws {
    for index in 0..<count where try reader.flag() {
      var (last, next) = (8, 8)
      for _ in 0..<(index < 6 ? 16 : 64) {
        if next != 0 { next = (last + (try reader.signed()) + 256) & 0xFF }
        last = next == 0 ? last : next
      }
    }
  }

  private static func skipPictureOrder(_ reader: inout ParameterSetReader) throws {
    switch try reader.unsigned() {
    case 0: _ = try reader.unsigned()
    case 1:
      try reader.skip(1)
      _ = (try reader.signed(), try reader.signed())
      let count = try reader.unsigned()
      guard count <= 255 else { throw ParameterSetReader.EndOfData() }
      for _ in 0..<count { _ = try reader.signed() }
    default: break
    }
  }

  /// Reads the four cropping offsets, in units of `x` and `y` samples.
  private mutating func crop(_ reader: inout ParameterSetReader, x: Int, y: Int) throws {
    let (left, right) = (Int(try reader.unsigned()), Int(try reader.unsigned()))
    let (top, bottom) = (Int(try reader.unsigned()), Int(try reader.unsigned()))
    width -= (left + right) * x
    height -= (top + bottom) * y
  }

  /// Reads the start of the video usability information (ITU-T H.264 §E.1.1).
  private mutating func readUsability(_ reader: inout ParameterSetReader) throws {
    if try reader.flag() {
      let number = Int(try reader.bits(8))
      if number == 255 {
        let (horizontal, vertical) = (Int(try reader.bits(16)), Int(try reader.bits(16)))
        if horizontal > 0, vertical > 0 { pixelAspect = (horizontal, vertical) }
      } else if number > 0, number < Self.aspects.count {
        pixelAspect = (Self.aspects[number].0, Self.aspects[number].1)
      }
    }
    if try reader.flag() { try reader.skip(1) }
    guard try reader.flag() else { return }
    try reader.skip(3)
    isFullRange = try reader.flag()
    guard try reader.flag() else { return }
    colors = (Int32(try reader.bits(8)), Int32(try reader.bits(8)), Int32(try reader.bits(8)))
  }

  // MARK: H.265

  /// Reads a set of H.265 (ITU-T H.265 §7.3.2.2.1); nil if it is damaged.
  init?(hevc unit: Data) {
    guard unit.count > 15, unit[unit.startIndex] >> 1 & 0x3F == 33 else { return nil }
    var reader = ParameterSetReader(unit, skipping: 2)
    do { try readHEVC(&reader) } catch { return nil }
    guard (1...Self.sizeLimit).contains(width), (1...Self.sizeLimit).contains(height) else { return nil }
  }

  private mutating func readHEVC(_ reader: inout ParameterSetReader) throws {
    try reader.skip(4)
    let layers = Int(try reader.bits(3))
    try reader.skip(1 + 96)
    var declared: [(profile: Bool, level: Bool)] = []
    for _ in 0..<layers { declared.append((try reader.flag(), try reader.flag())) }
    if layers > 0 { try reader.skip(2 * (8 - layers)) }
    for layer in declared { try reader.skip((layer.profile ? 88 : 0) + (layer.level ? 8 : 0)) }
    _ = try reader.unsigned()
    chromaFormat = try reader.unsigned()
    guard chromaFormat <= 3 else { throw ParameterSetReader.EndOfData() }
    let hasSeparatePlanes = chromaFormat == 3 ? try reader.flag() : false
    (width, height) = (Int(try reader.unsigned()), Int(try reader.unsigned()))
    guard width <= Self.sizeLimit, height <= Self.sizeLimit else { throw ParameterSetReader.EndOfData() }
    let hasChroma = chromaFormat > 0 && !hasSeparatePlanes
    if try reader.flag() {
      try crop(&reader, x: hasChroma && chromaFormat < 3 ? 2 : 1, y: hasChroma && chromaFormat == 1 ? 2 : 1)
    }
    lumaDepth = try reader.unsigned()
    chromaDepth = try reader.unsigned()
    guard lumaDepth <= 8, chromaDepth <= 8 else { throw ParameterSetReader.EndOfData() }
  }
}
