import Foundation

/// Files of interlaced MPEG-2 video with 25 frames a second, whose fields have 50 different times.
public enum InterlacedFile {
  /// The size of the video.
  public static let (width, height) = (128, 96)

  /// A file with GOPs of 12 frames. The ending of `name` determines the container.
  public static func make(_ name: String, in folder: URL, duration: Double = 2) throws -> URL {
    try MadeFile.ffmpeg(
      "-f lavfi -i testsrc2=s=\(width)x\(height):r=50:d=\(duration) -vf tinterlace=interleave_top,setfield=tff "
        + "-c:v mpeg2video -flags +ilme+ildct -q:v 3 -bf 2 -g 12 \(name)", in: folder)
  }

  /// A file in which five of nine frames in decode order are interlaced, and the others progressive.
  public static func withChangingFlags(in folder: URL, duration: Double = 2) throws -> URL {
    let file = try make("flags.mkv", in: folder, duration: duration)
    var bytes = [UInt8](try Data(contentsOf: file))
    var picture = 0
    // The picture coding extension (ISO/IEC 13818-2 §6.2.3.1) has the flag `progressive_frame`.
    for index in bytes.indices.dropLast(9)
    where bytes[index] == 0 && bytes[index + 1] == 0 && bytes[index + 2] == 1 && bytes[index + 3] == 0xB5
      && bytes[index + 4] >> 4 == 8
    {
      if picture % 9 >= 5 { bytes[index + 8] |= 0x80 }
      picture += 1
    }
    try Data(bytes).write(to: file)
    return file
  }
}
