import CoreMedia
import Foundation
import PlayheadStreaming
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadImages
@testable import PlayheadItems

/// Single images of streams. Each frame of the fixtures shows its number; the stream must return the same images as the
/// file.
@Suite("Images of streams")
struct StreamImageTests {
  private let server: FaultServer

  init() throws { server = try FaultServer() }

  private static func number(_ outcome: ImageOutcome) -> Int? {
    if case .image(let extracted) = outcome { FrameNumber.read(extracted.image) } else { nil }
  }

  private static func request(exact: Bool = false, width: Double = 0) -> ImageRequest {
    var request = ImageRequest()
    if exact { request.toleranceBefore = .zero }
    request.maximumSize.width = width
    return request
  }

  private func serve(_ path: String, _ lines: [String]) {
    server.serve(path, ServedResource(.data(Data((["#EXTM3U"] + lines + [""]).joined(separator: "\n").utf8))))
  }

  private func sliced(_ name: String) throws -> (stream: SlicedStream, keys: KeyFrameRanges) {
    if name.hasSuffix(".ts") { return (try SlicedStream.transport(name), try KeyFrameRanges.transport(name)) }
    let stream = try SlicedStream.fragments(name)
    return (stream, try KeyFrameRanges.fragments(name, stream))
  }

  private var paths: [String] { server.requests.map(\.path) }

  @Test(
    "keyframes come from the I-frame playlist, one short request each", arguments: ["mpeg2.ts", "fragmented.mp4"])
  func keyFrames(name: String) throws {
    let (stream, keys) = try sliced(name)
    stream.serve("/v", on: server)
    server.serve("/v/keys.m3u8", ServedResource(.data(Data(keys.playlist(stream).utf8))))
    serve(
      "/index.m3u8",
      [
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180", "v/index.m3u8",
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,RESOLUTION=320x180,URI=\"v/keys.m3u8\"",
      ])
    let address = ImageExtractor(url: server.url("/index.m3u8"))
    let file = ImageExtractor(url: try Fixtures.url(name))
    for time in [9.3, 0.4, 4.7, 4.8] {
      let expected = Self.number(file.image(at: seconds(time), request: ImageRequest()))
      #expect(expected != nil)
      #expect(Self.number(address.image(at: seconds(time), request: ImageRequest())) == expected, "\(time)")
    }
    #expect(!paths.contains("/v/index.m3u8"))
    let media = server.requests.filter { $0.path.hasSuffix(stream.suffix) }
    #expect(media.count <= 4)
    #expect(media.allSatisfy { request in (request.lastByte ?? .max) < keys.lengths.max() ?? 0 })
    // Requests that keyframes cannot answer use the segments.
    let exact = Self.number(address.image(at: seconds(4.7), request: Self.request(exact: true)))
    #expect(exact == Self.number(file.image(at: seconds(4.7), request: Self.request(exact: true))))
    #expect(paths.contains("/v/index.m3u8"))
  }

  @Test(
    "without one they come from the smallest sufficient rendition, and from the segment at the time")
  func smallest() throws {
    let stream = try SlicedStream.transport("mpeg2.ts")
    stream.serve("/low", on: server)
    stream.serve("/high", on: server)
    serve(
      "/index.m3u8",
      [
        "#EXT-X-STREAM-INF:BANDWIDTH=3000000,RESOLUTION=640x360", "high/index.m3u8",
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180", "low/index.m3u8",
      ])
    let file = ImageExtractor(url: try Fixtures.url("mpeg2.ts"))
    let small = ImageExtractor(url: server.url("/index.m3u8"))
    let request = Self.request(exact: true)
    #expect(
      Self.number(small.image(at: seconds(6.5), request: request))
        == Self.number(file.image(at: seconds(6.5), request: request)))
    #expect(paths.contains("/high/index.m3u8") && !paths.contains("/low/index.m3u8"))
    let before = paths.count
    let thumbnail = small.image(at: seconds(6.5), request: Self.request(width: 160))
    guard case .image(let extracted) = thumbnail else { return #expect(Bool(false), "\(thumbnail)") }
    #expect(extracted.image.width == 160)
    let requested = Set(paths[before...])
    let covering = stream.segments.indices.last {
      stream.segments[..<$0].reduce(0) { $0 + $1.duration } <= 6.5
    }
    #expect(requested.contains("/low/\(covering ?? -1).ts"))
    // A demuxer reads half a second ahead, which is a segment here.
    let neighbours = Set([0, 1, covering ?? 0, (covering ?? 0) + 1].map { "/low/\($0).ts" })
    #expect(requested.subtracting(neighbours) == ["/low/index.m3u8"])
  }

  @Test("a missing I-frame playlist does not matter, and a missing stream is reported")
  func missing() throws {
    try SlicedStream.transport("mpeg2.ts").serve("/v", on: server)
    serve(
      "/index.m3u8",
      [
        "#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180", "v/index.m3u8",
        "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,URI=\"keys.m3u8\"",
      ])
    #expect(Self.number(ImageExtractor(url: server.url("/index.m3u8")).image(at: seconds(3), request: .init())) != nil)
    serve("/gone.m3u8", ["#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180", "no/index.m3u8"])
    let gone = ImageExtractor(url: server.url("/gone.m3u8")).image(at: .zero, request: .init())
    guard case .failure(let error) = gone else { return #expect(Bool(false)) }
    #expect(error.kind == .http(status: 404))
  }

  @Test("the rendition for a size")
  func choice() throws {
    let text = """
      #EXTM3U
      #EXT-X-STREAM-INF:BANDWIDTH=5000000,RESOLUTION=1920x1080
      a
      #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
      b
      #EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=640x360
      c
      #EXT-X-STREAM-INF:BANDWIDTH=700000,RESOLUTION=640x360
      d
      #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,RESOLUTION=320x180,URI="e"
      #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,RESOLUTION=640x360,URI="f"
      """
    guard
      case .multivariant(let playlist) = try PlaylistParser.parse(Array(text.utf8), url: server.url("/"), imports: [:])
    else { return #expect(Bool(false)) }
    func choice(_ width: Double, _ height: Double) -> ImageRenditions {
      ImageRenditions(playlist, filling: .init(width: width, height: height)) { _ in true }
    }
    #expect(choice(200, 0).variants == [3, 2, 0])
    #expect(choice(200, 0).keyFrames == [0, 1])
    #expect(choice(500, 0).keyFrames == [1, 0])
    #expect(choice(0, 720).variants == [0, 3, 2])
    #expect(choice(0, 0).variants == [0, 3, 2])
    #expect(choice(4000, 0).variants == [0, 3, 2])
    #expect(choice(500, 170).keyFrames == [0, 1])
  }
}
