import AVFoundation
import CoreVideo
import Synchronization
import TestSupport
import Testing

/// Video compositions of fixtures: frames carry their numbers in blocks of black and white, and colours are plain.
@Suite("Video compositions", .serialized) @MainActor struct VideoCompositionTests {
  private typealias Scene = CompositionScene

  /// Two tracks of 30 frames: frames 40… of one file, and 200… of another.
  private static func composition() throws -> AVMutableComposition {
    let composition = AVMutableComposition()
    try Scene.append([("h264-bframes.mp4", Scene.frames(40..<70))], .video, to: composition)
    try Scene.append([("hevc.mp4", Scene.frames(200..<230))], .video, to: composition)
    return composition
  }

  private static func layer(_ track: Int32) -> AVMutableVideoCompositionLayerInstruction {
    let layer = AVMutableVideoCompositionLayerInstruction()
    layer.trackID = track
    return layer
  }

  private static func video(
    _ size: CGSize, _ layers: [AVVideoCompositionLayerInstruction], background: CGColor? = nil
  ) -> AVMutableVideoComposition {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = Scene.frames(0..<30)
    instruction.layerInstructions = layers
    instruction.backgroundColor = background
    let video = AVMutableVideoComposition()
    video.renderSize = size
    video.frameDuration = Scene.frame(1)
    video.instructions = [instruction]
    return video
  }

  private static func image(
    _ asset: AVAsset, _ video: AVVideoComposition, at time: CMTime = .zero
  ) throws -> CGImage {
    let generator = AVAssetImageGenerator(asset: asset)
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    generator.videoComposition = video
    return try generator.copyCGImage(at: time, actualTime: nil)
  }

  /// Red, green and blue of a pixel.
  private static func pixel(_ image: CGImage, _ x: Int, _ y: Int) throws -> [UInt8] {
    let bytes = try #require(image.dataProvider?.data?.bytes)
    let place = y * image.bytesPerRow + x * 4
    let values = (0..<4).map { bytes.load(fromByteOffset: place + $0, as: UInt8.self) }
    return image.byteOrderInfo == .order32Little ? [values[2], values[1], values[0]] : Array(values.prefix(3))
  }

  private static func isNear(_ first: [UInt8], _ second: [UInt8]) -> Bool {
    zip(first, second).allSatisfy { abs(Int($0) - Int($1)) <= 3 }
  }

  @Test("two tracks side by side show their own frames at every time")
  func sideBySide() throws {
    let right = Self.layer(2)
    right.setTransform(CGAffineTransform(translationX: 320, y: 0), at: .zero)
    let video = Self.video(CGSize(width: 640, height: 180), [Self.layer(1), right])
    let composition = try Self.composition()
    for index in [0, 7, 29] {
      let image = try Self.image(composition, video, at: Scene.frame(index))
      #expect(image.width == 640 && image.height == 180)
      func half(_ left: Int) throws -> Int? {
        // Each number has 18 blocks of a sixtieth of the width.
        let bits = try (0..<18).map { try Self.pixel(image, left + $0 * 5 + 2, 2)[1] > 127 }
        guard bits[0], !bits[1] else { return nil }
        return bits.dropFirst(2).reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
      }
      #expect(try half(0) == 40 + index && half(320) == 200 + index)
    }
  }

  @Test("a player shows the composed frames at the composition's frame rate")
  func playing() throws {
    let front = Self.layer(2)
    front.setOpacity(0, at: Scene.frame(15))
    let item = AVPlayerItem(asset: try Self.composition())
    item.videoComposition = Self.video(CGSize(width: 320, height: 180), [front, Self.layer(1)])
    let played = Scene.play(item)
    #expect(item.error == nil && item.presentationSize == CGSize(width: 320, height: 180))
    #expect(played.frames.map(\.time) == (0..<30).map { Scene.frame($0) })
  }

  @Test("opacity ramps, backgrounds and the order of layers")
  func opacity() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let white = try Self.plain("white", in: folder)
    let composition = AVMutableComposition()
    try Self.add(white, to: composition)
    let layer = Self.layer(1)
    layer.setOpacityRamp(fromStartOpacity: 1, toEndOpacity: 0, timeRange: Scene.frames(0..<20))
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    let video = Self.video(CGSize(width: 64, height: 48), [layer], background: red)
    for (index, expected) in [(0, 255), (5, 191), (10, 128), (25, 0)] {
      let found = try Self.pixel(try Self.image(composition, video, at: Scene.frame(index)), 30, 20)
      #expect(Self.isNear(found, [255, UInt8(expected), UInt8(expected)]), "frame \(index): \(found)")
    }
  }

  @Test("transforms and crops place the frame to the pixel")
  func transforms() throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let white = try Self.plain("white", in: folder)
    let composition = AVMutableComposition()
    try Self.add(white, to: composition)
    let black: [UInt8] = [0, 0, 0]
    let full: [UInt8] = [255, 255, 255]
    let layer = Self.layer(1)
    layer.setCropRectangle(CGRect(x: 8, y: 4, width: 16, height: 12), at: .zero)
    layer.setTransform(CGAffineTransform(translationX: 20, y: 10), at: .zero)
    var image = try Self.image(composition, Self.video(CGSize(width: 128, height: 96), [layer]))
    for (x, y, expected) in [
      (27, 20, black), (28, 20, full), (43, 20, full), (44, 20, black), (30, 13, black), (30, 14, full), (30, 25, full),
      (30, 26, black),
    ] { #expect(Self.isNear(try Self.pixel(image, x, y), expected), "\(x), \(y)") }
    // A quarter turn clockwise: 64 × 48 becomes 48 × 64.
    let turned = Self.layer(1)
    turned.setTransform(CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 48, ty: 0), at: .zero)
    image = try Self.image(composition, Self.video(CGSize(width: 128, height: 96), [turned]))
    for (x, y, expected) in [(1, 1, full), (46, 62, full), (49, 10, black), (10, 65, black)] {
      #expect(Self.isNear(try Self.pixel(image, x, y), expected), "turned \(x), \(y)")
    }
  }

  @Test("the properties of an asset give one layer a track")
  func propertiesOfAsset() async throws {
    let film = AVURLAsset(url: Fixture.url("rotated.mp4"))
    let video = try await AVVideoComposition.videoComposition(withPropertiesOf: film)
    #expect(video.renderSize == CGSize(width: 180, height: 320) && video.frameDuration == Scene.frame(1))
    let instruction = try #require(video.instructions.first as? AVVideoCompositionInstruction)
    #expect(instruction.layerInstructions.map(\.trackID) == film.tracks(withMediaType: .video).map(\.trackID))
    let upright = AVAssetImageGenerator(asset: film)
    upright.appliesPreferredTrackTransform = true
    let expected = try upright.copyCGImage(at: .zero, actualTime: nil)
    let found = try Self.image(film, video)
    #expect(found.width == expected.width && found.height == expected.height)
    for (x, y) in [(5, 5), (90, 160), (170, 300), (20, 200)] {
      #expect(try zip(Self.pixel(found, x, y), Self.pixel(expected, x, y)).allSatisfy { abs(Int($0) - Int($1)) < 40 })
    }
  }

  @Test("a program's own compositor receives the frames of all required tracks")
  func customCompositor() throws {
    Inverter.requests.withLock { $0 = [] }
    let video = Self.video(CGSize(width: 320, height: 180), [Self.layer(1), Self.layer(2)])
    video.customVideoCompositorClass = Inverter.self
    let composition = try Self.composition()
    let plain = try Self.image(composition, Self.video(CGSize(width: 320, height: 180), [Self.layer(1)]))
    let image = try Self.image(composition, video, at: Scene.frame(3))
    let number = FrameNumber.read(plain)
    #expect(number == 40)
    let inverted = try (0..<18).map { try Self.pixel(image, $0 * 5 + 2, 2)[1] < 128 }
    #expect(inverted.dropFirst(2).reduce(0) { $0 * 2 + ($1 ? 1 : 0) } == 43)
    #expect(Inverter.requests.withLock { $0.contains("0.1: 1, 2") })
  }

  /// Inverts the frame of the first track.
  final class Inverter: NSObject, AVVideoCompositing, @unchecked Sendable {
    // Sendable: has no state but a locked one.
    static let requests = Mutex<[String]>([])
    override required init() { super.init() }
    var sourcePixelBufferAttributes: [String: any Sendable]? {
      [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    }
    var requiredPixelBufferAttributesForRenderContext: [String: any Sendable] {
      [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    }
    func renderContextChanged(_ newRenderContext: AVVideoCompositionRenderContext) {}
    func startRequest(_ request: AVAsynchronousVideoCompositionRequest) {
      let tracks = request.sourceTrackIDs.map { "\($0.int32Value)" }.joined(separator: ", ")
      Self.requests.withLock { $0.append("\(request.compositionTime.seconds): \(tracks)") }
      guard let source = request.sourceFrame(byTrackID: 1), let target = request.renderContext.newPixelBuffer(),
        let from = CVPixelBufferGetBaseAddress(source), let to = CVPixelBufferGetBaseAddress(target)
      else { return request.finish(with: AVError(.unknown)) }
      let (rows, other) = (CVPixelBufferGetBytesPerRow(source), CVPixelBufferGetBytesPerRow(target))
      for y in 0..<CVPixelBufferGetHeight(target) {
        for x in 0..<CVPixelBufferGetWidth(target) * 4 {
          let value = from.load(fromByteOffset: y * rows + x, as: UInt8.self)
          to.storeBytes(of: x % 4 == 3 ? 255 : 255 - value, toByteOffset: y * other + x, as: UInt8.self)
        }
      }
      request.finish(withComposedVideoFrame: target)
    }
  }

  @Test("ramps can be queried; copies are independent")
  func values() throws {
    let layer = AVMutableVideoCompositionLayerInstruction()
    var (start, end, range): (Float, Float, CMTimeRange) = (-1, -1, .invalid)
    #expect(!layer.getOpacityRamp(for: .zero, startOpacity: &start, endOpacity: &end, timeRange: &range))
    layer.setOpacityRamp(fromStartOpacity: 0, toEndOpacity: 2, timeRange: Scene.frames(10..<20))
    let copy = try #require(layer.copy() as? AVVideoCompositionLayerInstruction)
    layer.setOpacity(0.5, at: Scene.frame(15))
    #expect(copy.getOpacityRamp(for: Scene.frame(15), startOpacity: &start, endOpacity: &end, timeRange: &range))
    #expect(start == 0 && end == 1 && range == Scene.frames(10..<20))
    #expect(layer.getOpacityRamp(for: Scene.frame(16), startOpacity: &start, endOpacity: &end, timeRange: &range))
    #expect(start == 0.5 && end == 0.5 && range.duration == .positiveInfinity)
    let video = Self.video(CGSize(width: 10, height: 10), [layer])
    let item = AVPlayerItem(url: Fixture.url("h264-bframes.mp4"))
    item.videoComposition = video
    video.renderSize = .zero
    #expect(item.videoComposition?.renderSize.width == 10)
    video.frameDuration = .zero
    #expect(video.frameDuration == Scene.frame(1))
    #expect((item.copy() as? AVPlayerItem)?.videoComposition?.instructions.count == 1)
  }

  /// A second of one colour, 64 × 48.
  private static func plain(_ color: String, in folder: URL) throws -> URL {
    try MadeFile.ffmpeg(
      "-f lavfi -i color=\(color):d=1:r=30:s=64x48 -c:v ffv1 -pix_fmt bgr0 \(color).mkv", in: folder)
  }

  private static func add(_ file: URL, to composition: AVMutableComposition) throws {
    let source = try #require(AVURLAsset(url: file).tracks.first)
    let track = composition.addMutableTrack(withMediaType: .video, preferredTrackID: 1)
    try track?.insertTimeRange(Scene.frames(0..<30), of: source, at: .zero)
  }
}
