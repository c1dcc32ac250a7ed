import AVFoundation
import CoreVideo
import QuartzCore
import TestSupport
import Testing

/// Layers over the frames of video compositions. Expected pixels follow from the layers' frames and colours.
@Suite("Animation tools", .serialized) @MainActor struct AnimationToolTests {
  private static let size = CGSize(width: 64, height: 48)
  private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
  private static let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

  /// A blue composition of 30 frames, with a tool.
  private static func video(
    _ tool: AVVideoCompositionCoreAnimationTool?, scale: Float = 1, postProcesses: Bool = true
  ) -> AVMutableVideoComposition {
    let instruction = AVMutableVideoCompositionInstruction()
    instruction.timeRange = CompositionScene.frames(0..<30)
    instruction.backgroundColor = blue
    instruction.enablePostProcessing = postProcesses
    let video = AVMutableVideoComposition()
    video.renderSize = size
    video.renderScale = scale
    video.frameDuration = CompositionScene.frame(1)
    video.instructions = [instruction]
    video.animationTool = tool
    return video
  }

  private static func image(_ video: AVVideoComposition, at frame: Int = 0) throws -> CGImage {
    let composition = AVMutableComposition()
    try CompositionScene.append([("h264-bframes.mp4", CompositionScene.frames(0..<30))], .video, to: composition)
    let generator = AVAssetImageGenerator(asset: composition)
    generator.requestedTimeToleranceBefore = .zero
    generator.requestedTimeToleranceAfter = .zero
    generator.videoComposition = video
    return try generator.copyCGImage(at: CompositionScene.frame(frame), actualTime: nil)
  }

  /// Red, green and blue of a pixel.
  private static func pixel(_ image: CGImage, _ x: Int, _ y: Int) throws -> [UInt8] {
    let bytes = try #require(image.dataProvider?.data?.bytes)
    let place = y * image.bytesPerRow + x * 4
    let values = (0..<4).map { bytes.load(fromByteOffset: place + $0, as: UInt8.self) }
    return image.byteOrderInfo == .order32Little ? [values[2], values[1], values[0]] : Array(values.prefix(3))
  }

  private static func expect(
    _ image: CGImage, _ x: Int, _ y: Int, _ expected: [UInt8], _ location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try pixel(image, x, y)
    #expect(
      zip(found, expected).allSatisfy { abs(Int($0) - Int($1)) <= 4 }, "\(x), \(y): \(found)",
      sourceLocation: location)
  }

  /// A tree with the video in a part of it, and a red square.
  private static func tree(
    video place: CGRect, square: CGRect
  ) -> (tree: CALayer, video: CALayer, square: CALayer) {
    let (tree, video, badge) = (CALayer(), CALayer(), CALayer())
    tree.frame = CGRect(origin: .zero, size: size)
    video.frame = place
    badge.frame = square
    badge.backgroundColor = red
    tree.addSublayer(video)
    tree.addSublayer(badge)
    return (tree, video, badge)
  }

  @Test func theVideoLayerShowsTheFrameBetweenOtherLayers() throws {
    let scene = Self.tree(
      video: CGRect(x: 16, y: 12, width: 32, height: 24), square: CGRect(x: 40, y: 30, width: 12, height: 10))
    let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: scene.video, in: scene.tree)
    let image = try Self.image(Self.video(tool))
    #expect(image.width == 64 && image.height == 48)
    try Self.expect(image, 4, 4, [0, 0, 0])
    try Self.expect(image, 20, 16, [0, 0, 255])
    try Self.expect(image, 39, 35, [0, 0, 255])
    try Self.expect(image, 44, 34, [255, 0, 0])
    try Self.expect(image, 50, 38, [255, 0, 0])
    try Self.expect(image, 60, 44, [0, 0, 0])
  }

  @Test func severalVideoLayersShowTheSameFrame() throws {
    let scene = Self.tree(
      video: CGRect(x: 0, y: 0, width: 16, height: 12), square: CGRect(x: 30, y: 0, width: 4, height: 4))
    let second = CALayer()
    second.frame = CGRect(x: 40, y: 30, width: 16, height: 12)
    scene.tree.addSublayer(second)
    let tool = AVVideoCompositionCoreAnimationTool(
      postProcessingAsVideoLayers: [scene.video, second], in: scene.tree)
    let image = try Self.image(Self.video(tool))
    try Self.expect(image, 8, 6, [0, 0, 255])
    try Self.expect(image, 48, 36, [0, 0, 255])
    try Self.expect(image, 25, 20, [0, 0, 0])
  }

  /// The square moves from x = 0 to x = 32 in the second of the composition.
  @Test func animationsFollowTheTimeOfTheComposition() throws {
    let scene = Self.tree(
      video: CGRect(origin: .zero, size: Self.size), square: CGRect(x: 0, y: 0, width: 8, height: 8))
    let move = CABasicAnimation(keyPath: "position.x")
    (move.fromValue, move.toValue) = (4.0, 36.0)
    move.duration = 1
    move.beginTime = AVCoreAnimationBeginTimeAtZero
    move.isRemovedOnCompletion = false
    move.fillMode = .both
    scene.square.add(move, forKey: "move")
    let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: scene.video, in: scene.tree)
    let video = Self.video(tool)
    for frame in [0, 15, 29, 3] {
      let left = 32 * Double(frame) / 30
      let image = try Self.image(video, at: frame)
      try Self.expect(image, Int(left.rounded(.up)) + 3, 4, [255, 0, 0])
      try Self.expect(image, Int(left.rounded(.up)) + 9, 4, [0, 0, 255])
      if left > 2 { try Self.expect(image, Int(left) - 2, 4, [0, 0, 255]) }
    }
  }

  @Test func theRenderScaleAppliesToLayers() throws {
    let scene = Self.tree(
      video: CGRect(origin: .zero, size: Self.size), square: CGRect(x: 10, y: 10, width: 10, height: 10))
    let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: scene.video, in: scene.tree)
    let image = try Self.image(Self.video(tool, scale: 2))
    #expect(image.width == 128 && image.height == 96)
    try Self.expect(image, 22, 22, [255, 0, 0])
    try Self.expect(image, 38, 38, [255, 0, 0])
    try Self.expect(image, 17, 17, [0, 0, 255])
    try Self.expect(image, 42, 42, [0, 0, 255])
  }

  /// A tree that is larger than the frame is cut off, one without an area leaves the rest black.
  @Test(arguments: [CGSize(width: 4000, height: 3000), .zero]) func treesOfOtherSizes(size: CGSize) throws {
    let (tree, video) = (CALayer(), CALayer())
    tree.frame = CGRect(origin: .zero, size: size)
    video.frame = CGRect(x: 0, y: 0, width: 32, height: 48)
    tree.addSublayer(video)
    let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: video, in: tree)
    let image = try Self.image(Self.video(tool))
    #expect(image.width == 64 && image.height == 48)
    try Self.expect(image, 10, 10, [0, 0, 255])
    try Self.expect(image, 50, 10, [0, 0, 0])
  }

  @Test func instructionsWithoutPostProcessingAreLeftAsTheyAre() throws {
    let scene = Self.tree(
      video: CGRect(x: 16, y: 12, width: 32, height: 24), square: CGRect(x: 0, y: 0, width: 8, height: 8))
    let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: scene.video, in: scene.tree)
    try Self.expect(try Self.image(Self.video(tool, postProcesses: false)), 4, 4, [0, 0, 255])
    try Self.expect(try Self.image(Self.video(tool)), 4, 4, [255, 0, 0])
  }

  @Test func copiesHaveTheTool() throws {
    let scene = Self.tree(video: .zero, square: .zero)
    let tool = AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: scene.video, in: scene.tree)
    let video = Self.video(tool)
    #expect((video.copy() as? AVVideoComposition)?.animationTool === tool)
    #expect((video.mutableCopy() as? AVMutableVideoComposition)?.animationTool === tool)
    #expect(AVMutableVideoComposition().animationTool == nil)
  }

  @Test func aPlayerShowsTheLayers() throws {
    let scene = Self.tree(
      video: CGRect(origin: .zero, size: Self.size), square: CGRect(x: 0, y: 0, width: 8, height: 8))
    let composition = AVMutableComposition()
    try CompositionScene.append([("h264-bframes.mp4", CompositionScene.frames(0..<10))], .video, to: composition)
    let item = AVPlayerItem(asset: composition)
    item.videoComposition = Self.video(
      AVVideoCompositionCoreAnimationTool(postProcessingAsVideoLayer: scene.video, in: scene.tree))
    let played = CompositionScene.play(item)
    #expect(item.error == nil && played.frames.count == 10)
  }
}
