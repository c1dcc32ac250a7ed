import Foundation

/// Colours that FFmpeg's filter libplacebo (FFmpeg 5.1, libplacebo 4.208, on Mesa's CPU driver of Vulkan) makes of
/// Dolby Vision in profile 5.
///
/// The samples were encoded without loss by libx265 as areas of 16 by 16 in yuv444p10le, with full range and one of the
/// units of metadata below behind the frame, and filtered by
///
///     libplacebo=color_primaries=bt709:color_trc=iec61966-2-1:colorspace=gbr:range=pc:dithering=none:peak_detect=0:
///     tonemapping=bt.2390:tonemapping_mode=max:tonemapping_crosstalk=0:apply_dolbyvision=1
///
/// The metadata was written for these tests according to ETSI GS CCM 001, with the usual matrices of profile 5.
public enum DolbyVisionReference {
  /// All samples: five levels of each of red, green and blue, without reshaping. Their colors are those with each unit
  /// of `metadata`.
  public static let rows = ColorSample.samples(table)

  /// Units of the video stream with metadata. The first has eight polynomials for intensity, and regressions of the
  /// orders 3 and 2 for the colour differences, with a peak of 1000 cd/m²; the second changes no sample and has a peak
  /// of 4000 cd/m².
  public static let metadata: [[UInt8]] = [
    """
    7c01190809004061b6506e20002008020080200802007f801ffa001909bfa80000040615d2ff5f4e9fe77eb467745ddf1fae\
    a7edeed93318026a7e2b6a0793411250e474f2f72a60c52ee4ce6eb35222a9dba5a1c646b57ec56a204cab6514c680a5de9b\
    e5221201dd7b6ff418d5010624ff3b64a051eb9028f5d03d70aff7cedc0c49bbfd70a5020c4afe147b40624e3fe76c901062\
    5024dd2ff3b64bfeb85303126effbe774072b03ff3b650147af008312980c49c8147ae7fbe76ff851edfe76c98147ae8126e\
    980a3d780831280c49c8189377fc6a8201893a020c49ff3b64d03126ff9db23a2000031f06912000fc5b04432000010bea57\
    00000300000800000300080000030042b9fea3fea3fea342b9fea3fea3fea342b9ffff000003000003000003000064200f80\
    e15472f6993880
    """,
    """
    7c01190809004061b6506f003ff801ffc00fffd0000008000006800000400000340000030200000301a2000031f06912000f\
    c5b04432000010bea57000000300008000000300800000042b9fea3fea3fea342b9fea3fea3fea342b9ffff0000003000003\
    00000300064200fce0154053ddb20680
    """,
  ].map(bytes)

  /// Metadata with a curve that ends above the largest sample.
  public static let invalidMetadata = bytes(
    """
    7c01190809004061b6506e80096320801ffc00fffd0000030080000068000004000003034000002000001a00000301000003\
    00d1000018f834890007e2d822190000085f52b800000300004000000300400000030215cff51ff51ff51a15cff51ff51ff5\
    1a15cffff8000003000003000003000321007e700aa07f712b1a80
    """)

  /// The second unit of `metadata` as metadata of profile 8, whose samples have colours without it.
  public static let otherProfile = bytes(
    """
    7c01190809084061b6506f003ff801ffc00fffd0000008000006800000400000340000030200000301a2000031f06912000f\
    c5b04432000010bea57000000300008000000300800000042b9fea3fea3fea342b9fea3fea3fea342b9ffff0000003000003\
    00000300064200fce01540c5c9276c80
    """)

  /// A unit without extension blocks, with one that declares the brightest light of the scene (level 1). `maximum`: its
  /// PQ value of 12 bits.
  public static func adding(maximum: Int, to unit: [UInt8]) -> [UInt8] {
    var payload: [UInt8] = []
    for byte in unit where !(byte == 3 && payload.suffix(2).elementsEqual([0, 0])) { payload.append(byte) }
    // A header and a prefix of three bytes; behind the data a checksum, which decoders ignore, and the end.
    var bits = payload.dropLast(5).flatMap { byte in (0..<8).map { byte >> UInt8(7 - $0) & 1 } }
    // The last bit that is set is the number of blocks, 0 in Exp-Golomb code. Zeros align what follows.
    while bits.last == 0 { bits.removeLast() }
    bits.removeLast()
    bits += [0, 1, 0]
    while bits.count % 8 != 0 { bits.append(0) }
    // The length in bytes in Exp-Golomb code, the level, and minimum, maximum and mean of 12 bits each.
    bits += [0, 0, 1, 1, 0] + [0, 0, 0, 0, 0, 0, 0, 1]
    for value in [0, maximum, maximum / 2] { bits += (0..<12).map { UInt8(value >> (11 - $0) & 1) } }
    bits += [0, 0, 0, 0]
    while bits.count % 8 != 0 { bits.append(0) }
    let data = stride(from: 0, to: bits.count, by: 8).map { bits[$0..<$0 + 8].reduce(UInt8(0)) { $0 << 1 | $1 } }
    var result: [UInt8] = []
    for byte in data + [0xFF, 0xFF, 0xFF, 0xFF, 0x80] {
      if byte <= 3, result.suffix(2).elementsEqual([0, 0]) { result.append(3) }
      result.append(byte)
    }
    return result
  }

  /// The bytes of hexadecimal digits.
  private static func bytes(_ digits: String) -> [UInt8] {
    stride(from: 0, to: digits.utf8.count, by: 2).compactMap { UInt8(digits.dropFirst($0).prefix(2), radix: 16) }
  }

  /// Makes a Matroska file with equal frames at 25 frames a second, and a GOP of four. They have a square for each row
  /// in lines of `columns` squares.
  ///
  /// - Parameters:
  ///   - metadata: The unit of metadata for each frame.
  ///   - size: The size of the frame; nil for that of the squares.
  public static func file(
    in folder: URL, columns: Int, side: Int, size: (width: Int, height: Int)? = nil, metadata: [[UInt8]]
  ) throws -> URL {
    let lines = (rows.count + columns - 1) / columns
    let (width, height) = size ?? (columns * side, lines * side)
    try ColorSample.frame(of: rows, columns: columns, side: side, width: width, height: height)
      .write(to: folder.appendingPathComponent("samples.yuv"))
    let plain = try MadeFile.ffmpeg(
      [
        "-f", "rawvideo", "-pix_fmt", "yuv444p10le", "-s", "\(width)x\(height)", "-r", "25", "-i", "samples.yuv", "-vf",
        "loop=loop=\(metadata.count - 1):size=1", "-c:v", "libx265", "-x265-params",
        "log-level=0:lossless=1:range=full:aud=1:bframes=0:keyint=4:min-keyint=4", "plain.hevc",
      ], in: folder)
    try insert(metadata, into: Data(contentsOf: plain)).write(to: folder.appendingPathComponent("dolby.hevc"))
    return try MadeFile.ffmpeg(
      "-fflags +genpts -r 25 -i dolby.hevc -c copy dolby.mkv", in: folder)
  }

  /// Appends a unit to each access unit of a stream, which begins with an access unit delimiter.
  private static func insert(_ metadata: [[UInt8]], into stream: Data) -> Data {
    let (start, delimiter) = (Data([0, 0, 0, 1]), Data([0, 0, 0, 1, 0x46, 1]))
    var (result, rest) = (Data(), stream)
    for unit in metadata {
      let next = rest.dropFirst(1).range(of: delimiter)?.lowerBound ?? rest.endIndex
      result += rest[..<next] + start + unit
      rest = rest[next...]
    }
    return result + rest
  }

  private static let table = """
    0 512 512 | 0 0 0 | 0 0 0
    102 446 363 | 0 0 38 | 0 0 39
    238 369 261 | 0 1 130 | 0 0 113
    356 317 207 | 0 4 218 | 0 0 178
    532 263 163 | 0 0 255 | 0 0 249
    155 380 632 | 0 39 0 | 0 39 0
    187 417 482 | 0 40 39 | 0 39 37
    266 390 303 | 0 36 131 | 0 26 112
    365 330 221 | 0 28 217 | 0 9 178
    534 266 166 | 0 6 255 | 0 0 249
    330 300 721 | 0 132 0 | 0 114 0
    341 320 657 | 0 131 0 | 0 113 0
    382 367 466 | 0 129 126 | 0 113 108
    434 365 323 | 0 107 211 | 0 86 176
    555 295 197 | 0 54 255 | 0 42 249
    468 262 770 | 0 211 0 | 0 179 0
    473 270 746 | 0 211 0 | 0 179 0
    498 311 611 | 0 209 83 | 0 179 66
    532 346 460 | 0 204 197 | 0 179 171
    607 335 276 | 0 117 255 | 0 104 247
    662 234 811 | 0 255 0 | 0 250 0
    663 236 806 | 0 255 0 | 0 250 0
    672 252 757 | 0 255 0 | 0 250 0
    691 284 653 | 0 255 79 | 0 250 69
    734 333 456 | 0 255 255 | 0 249 239
    114 681 633 | 51 0 0 | 49 0 0
    157 672 453 | 52 0 40 | 48 0 39
    254 476 290 | 31 0 131 | 19 0 112
    361 356 217 | 0 0 217 | 0 0 178
    533 271 165 | 0 0 255 | 0 0 249
    175 479 657 | 45 36 0 | 38 37 0
    205 511 512 | 45 37 39 | 36 37 36
    277 459 322 | 20 33 131 | 1 23 112
    370 363 230 | 0 26 217 | 0 7 178
    535 274 168 | 0 4 255 | 0 0 249
    332 316 724 | 0 131 0 | 0 113 0
    344 336 661 | 0 131 0 | 0 113 0
    385 382 471 | 0 129 125 | 0 113 108
    436 378 326 | 0 106 211 | 0 86 177
    555 301 199 | 0 54 255 | 0 42 248
    469 266 771 | 0 211 0 | 0 179 0
    473 274 747 | 0 210 0 | 0 179 0
    499 315 612 | 0 208 83 | 0 179 66
    532 350 461 | 0 204 197 | 0 178 170
    607 337 276 | 0 117 255 | 0 104 247
    662 235 812 | 0 255 0 | 0 250 0
    663 237 807 | 0 255 0 | 0 250 0
    672 253 757 | 0 255 0 | 0 250 0
    691 285 653 | 0 255 79 | 0 250 69
    734 333 456 | 0 255 255 | 0 249 239
    259 788 745 | 163 0 0 | 136 0 0
    280 815 629 | 163 0 34 | 135 0 23
    335 772 421 | 160 0 132 | 133 0 112
    404 599 291 | 121 0 215 | 94 0 178
    545 356 187 | 0 0 255 | 0 0 249
    273 720 745 | 162 0 0 | 134 0 0
    292 747 639 | 161 0 32 | 133 0 21
    344 728 432 | 158 0 131 | 131 0 112
    409 586 298 | 119 0 215 | 92 0 178
    547 357 189 | 0 0 255 | 0 0 249
    361 453 755 | 138 122 0 | 111 107 0
    371 470 699 | 138 121 0 | 110 107 0
    409 511 512 | 132 119 123 | 107 107 107
    456 494 361 | 97 99 209 | 70 81 176
    565 364 215 | 0 49 255 | 0 39 249
    478 312 780 | 0 208 0 | 0 177 0
    482 320 757 | 0 207 0 | 0 177 0
    506 360 624 | 0 205 82 | 0 177 65
    540 392 473 | 0 201 197 | 0 177 171
    613 371 285 | 0 115 255 | 0 103 247
    664 244 813 | 0 255 0 | 0 250 0
    665 245 808 | 0 255 0 | 0 250 0
    673 261 759 | 0 255 0 | 0 250 0
    693 293 656 | 0 255 78 | 0 250 68
    736 341 459 | 0 255 255 | 0 249 238
    381 838 814 | 255 0 0 | 212 0 0
    392 855 754 | 255 0 6 | 212 0 0
    431 883 562 | 255 0 104 | 212 0 84
    476 820 407 | 249 0 207 | 208 0 177
    578 552 244 | 123 0 255 | 109 0 249
    385 817 814 | 255 0 0 | 212 0 0
    396 834 755 | 255 0 5 | 212 0 0
    434 863 565 | 255 0 103 | 211 0 83
    479 808 410 | 249 0 207 | 208 0 177
    579 550 246 | 122 0 255 | 109 0 248
    424 651 809 | 251 66 0 | 205 61 0
    432 664 767 | 251 66 0 | 205 61 0
    465 703 597 | 247 65 98 | 204 61 79
    504 693 440 | 239 62 203 | 201 59 175
    592 527 263 | 117 26 255 | 103 20 248
    504 439 807 | 213 191 0 | 175 170 0
    508 445 786 | 213 191 0 | 174 170 0
    531 482 661 | 209 189 76 | 173 170 62
    563 511 512 | 202 187 191 | 169 170 169
    630 473 315 | 95 108 255 | 78 98 247
    669 275 819 | 0 255 0 | 0 248 0
    670 277 814 | 0 255 0 | 0 248 0
    679 292 766 | 0 255 0 | 0 248 0
    698 324 664 | 0 255 77 | 0 248 67
    740 370 467 | 0 255 255 | 0 247 238
    561 872 884 | 255 0 0 | 255 0 0
    564 877 867 | 255 0 0 | 255 0 0
    585 908 753 | 255 0 37 | 255 0 33
    614 932 606 | 255 0 108 | 255 0 100
    673 855 398 | 255 0 255 | 255 0 247
    562 868 884 | 255 0 0 | 255 0 0
    565 873 867 | 255 0 0 | 255 0 0
    585 904 753 | 255 0 38 | 255 0 32
    615 928 606 | 255 0 108 | 255 0 101
    674 853 398 | 255 0 255 | 255 0 247
    571 824 880 | 255 0 0 | 255 0 0
    574 829 865 | 255 0 0 | 255 0 0
    593 859 758 | 255 0 35 | 255 0 28
    622 885 613 | 255 0 107 | 255 0 99
    679 826 404 | 255 0 255 | 255 0 247
    600 701 870 | 255 41 0 | 255 57 0
    602 705 859 | 255 40 0 | 255 57 0
    618 731 770 | 255 41 17 | 255 57 6
    644 762 634 | 255 41 103 | 255 56 95
    696 743 425 | 255 36 255 | 255 52 245
    702 427 848 | 255 244 0 | 245 237 0
    702 428 844 | 255 244 0 | 244 237 0
    710 441 801 | 255 245 0 | 244 238 0
    727 470 706 | 255 244 69 | 243 237 59
    767 511 512 | 255 244 248 | 236 237 236
    """
}
