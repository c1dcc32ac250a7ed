import Foundation

/// Videos whose frames carry closed captions, made for a test: ffmpeg makes the frames, and the bytes of the captions,
/// from the tables of CEA-608-E and CTA-708-E, are inserted between them (ATSC A/53 part 4). 30 frames a second,
/// without reordering.
public struct CaptionedFile {
  /// The video codec of the file.
  public enum Codec: String, Sendable { case h264, hevc }

  /// The caption service: a line 21 channel or a digital service.
  public enum Service: Sendable, Equatable {
    /// CC1 to CC4.
    case line21(Int)
    case digital(Int)
  }

  /// A text on the screen from one frame until another.
  public struct CaptionText: Sendable {
    /// The text of the caption.
    public var text: String
    /// The service that carries it.
    public var service: Service
    /// The first frame that shows it.
    public var from: Int
    /// The first frame that no longer shows it.
    public var until: Int

    /// Creates a text of a service, shown from one frame until another.
    public init(_ text: String, _ service: Service = .line21(1), from: Int, until: Int) {
      (self.text, self.service, self.from, self.until) = (text, service, from, until)
    }
  }

  /// Whether ffmpeg is installed.
  public static let hasFFmpeg: Bool = ["/usr/bin/ffmpeg", "/usr/local/bin/ffmpeg"].contains {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Writes `name` into `folder`; its extension selects the container.
  ///
  /// - Parameter first: The first frame that carries captions.
  public static func make(
    _ name: String, in folder: URL, codec: Codec = .h264, seconds: Int = 10, first: Int = 0, _ words: [CaptionText],
    options: [String] = []
  ) throws -> URL {
    let raw = folder.appendingPathComponent("raw-\(name).\(codec.rawValue)")
    let encoder =
      codec == .h264
      ? ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "0", "-g", "30", "-threads", "1"]
      : ["-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=error:bframes=0:keyint=30:pools=1"]
    try ffmpeg(
      ["-f", "lavfi", "-i", "testsrc2=s=160x90:r=30:d=\(seconds),format=yuv420p"] + encoder
        + ["-f", codec.rawValue, raw.path])
    let pairs = schedule(words, count: seconds * 30)
    let clip = insert(into: [UInt8](try Data(contentsOf: raw)), codec) { $0 < first ? [] : pairs[$0] }
    try Data(clip).write(to: raw)
    let result = folder.appendingPathComponent(name)
    try ffmpeg(
      ["-r", "30", "-fflags", "+genpts", "-f", codec.rawValue, "-i", raw.path, "-c", "copy"] + options + [result.path])
    return result
  }

  /// The frames of a video, with an additional track of the captions that another decoder finds in them.
  public static func withOwnTrack(_ clip: URL, _ name: String, in folder: URL) throws -> URL {
    let result = folder.appendingPathComponent(name)
    try ffmpeg(
      ["-f", "lavfi", "-i", "movie=\(clip.path)[out0+subcc]", "-i", clip.path, "-map", "1:v", "-map", "0:s"]
        + ["-c", "copy", result.path])
    return result
  }

  private static func ffmpeg(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }

  // MARK: Payload of each frame

  /// The triplets of each frame: a pair of the first field, one of the second, and the available part of a packet.
  private static func schedule(_ words: [CaptionText], count: Int) -> [[UInt8]] {
    var fields = [[[UInt8]]](repeating: .init(repeating: [0x80, 0x80], count: count), count: 2)
    var packets = [[UInt8]](repeating: [], count: count)
    for words in words {
      switch words.service {
      case .line21(let channel):
        write(words, channel, into: &fields[(channel - 1) / 2])
      case .digital(let service):
        packets[words.from] += packet(service, shown(words.text))
        if words.until < count { packets[words.until] += packet(service, [0x8C, 0xFF]) }
      }
    }
    return (0..<count).map { index -> [UInt8] in
      var bytes: [UInt8] = [0xFC]
      bytes += fields[0][index]
      bytes.append(0xFD)
      bytes += fields[1][index]
      return bytes + packets[index]
    }
  }

  /// A caption that is loaded off screen and then shown at once.
  private static func write(_ words: CaptionText, _ channel: Int, into pairs: inout [[UInt8]]) {
    let code: UInt8 = (channel % 2 == 0 ? 0x1C : 0x14) | (channel > 2 ? 1 : 0)
    let row: UInt8 = channel % 2 == 0 ? 0x1C : 0x14
    // Load off screen, clear the loaded text; row 15, white, from the left.
    var load: [[UInt8]] = [[code, 0x20], [code, 0x20], [code, 0x2E], [code, 0x2E], [row, 0x70], [row, 0x70]]
    let letters = Array(words.text.utf8) + (words.text.utf8.count % 2 == 0 ? [] : [0])
    for index in stride(from: 0, to: letters.count, by: 2) { load.append([letters[index], letters[index + 1]]) }
    for (offset, pair) in load.enumerated() { pairs[words.from - load.count + offset] = pair.map(odd) }
    // The screen changes with the first of the two.
    for offset in 0..<2 {
      pairs[words.from + offset] = [odd(code), odd(0x2F)]
      if words.until + offset < pairs.count { pairs[words.until + offset] = [odd(code), odd(0x2C)] }
    }
  }

  private static func odd(_ byte: UInt8) -> UInt8 { byte.nonzeroBitCount % 2 == 0 ? byte | 0x80 : byte }

  /// A visible window at the bottom, and its text.
  private static func shown(_ text: String) -> [UInt8] {
    [0x98, 0x38, 70, 105, 0x70, 31, 0x11] + Array(text.utf8) + [0x03]
  }

  private static func packet(_ service: Int, _ bytes: [UInt8]) -> [UInt8] {
    var block: [UInt8] = [UInt8(min(service, 7) << 5 | bytes.count)]
    if service >= 7 { block.append(UInt8(service)) }
    block += bytes
    if block.count % 2 == 0 { block.append(0) }
    let packet = [UInt8((block.count + 1) / 2)] + block
    var triplets: [UInt8] = []
    for index in stride(from: 0, to: packet.count, by: 2) {
      let marker: UInt8 = index == 0 ? 0xFF : 0xFE
      triplets += [marker, packet[index], packet[index + 1]]
    }
    return triplets
  }

  // MARK: Insertion into the frames

  private static func insert(
    into stream: [UInt8], _ codec: Codec, _ triplets: (Int) -> [UInt8]
  ) -> [UInt8] {
    var result: [UInt8] = []
    var image = 0
    for unit in units(of: stream) {
      let kind = codec == .h264 ? unit[0] & 0x1F : unit[0] >> 1 & 0x3F
      if codec == .h264 ? kind == 1 || kind == 5 : kind < 32 {
        let carried = triplets(image)
        image += 1
        if !carried.isEmpty { result += [0, 0, 0, 1] + message(carried, codec) }
      }
      result += [0, 0, 0, 1] + unit
    }
    return result
  }

  private static func units(of stream: [UInt8]) -> [[UInt8]] {
    var starts: [Int] = []
    for index in 0..<(stream.count - 2) where stream[index] == 0 && stream[index + 1] == 0 && stream[index + 2] == 1 {
      starts.append(index + 3)
    }
    return starts.enumerated().map { number, start in
      var end = number + 1 < starts.count ? starts[number + 1] - 3 : stream.count
      while end > start, stream[end - 1] == 0 { end -= 1 }
      return Array(stream[start..<end])
    }
  }

  private static func message(_ triplets: [UInt8], _ codec: Codec) -> [UInt8] {
    let body: [UInt8] =
      [0xB5, 0x00, 0x31] + Array("GA94".utf8) + [3, 0x40 | UInt8(triplets.count / 3), 0xFF] + triplets + [0xFF]
    var bytes: [UInt8] = [4, UInt8(body.count)] + body + [0x80]
    var index = 2
    while index < bytes.count {
      if bytes[index - 2] == 0, bytes[index - 1] == 0, bytes[index] < 4 { bytes.insert(3, at: index) }
      index += 1
    }
    return (codec == .h264 ? [6] : [39 << 1, 1]) + bytes
  }
}
