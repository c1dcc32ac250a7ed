@_spi(Playhead) import AVFoundation
import PlayheadTesting
import Synchronization
import Testing

@Suite("§5.8 access log and error log")
struct ItemLogTests {
  private static let multivariant = """
    #EXTM3U
    #EXT-X-STREAM-INF:BANDWIDTH=900000,AVERAGE-BANDWIDTH=700000
    a.m3u8?token=secret

    """

  @Test("a local file has no log entries")
  func none() {
    let stage = Stage("demo.mp4")
    stage.settle()
    #expect(stage.player.currentItem?.accessLog() == nil)
    #expect(stage.player.currentItem?.errorLog() == nil)
  }

  @Test("a stream's entry has known values, defaults otherwise, and no secrets; both notifications are posted")
  func stream() throws {
    let server = try FaultServer()
    try ServedStream.serve(Self.multivariant, on: server)
    var clip = try ServedResource(file: Fixture.url("start-offset.ts"))
    clip.faults = [.status(503)]
    server.serve("/film.ts", clip)
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/index.m3u8"))
    let posted = Mutex<[String]>([])
    let tokens = [NSNotification.Name.AVPlayerItemNewAccessLogEntry, .AVPlayerItemNewErrorLogEntry].map { name in
      NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { _ in
        posted.withLock { $0.append(name.rawValue) }
      }
    }
    defer { for token in tokens { NotificationCenter.default.removeObserver(token) } }
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    stage.run(4)
    let log = try #require(item.accessLog())
    let event = try #require(log.events.first)
    #expect(log.events.count == 1)
    #expect(event.uri == "http://127.0.0.1:\(server.port)/a.m3u8?token=…")
    #expect(event.serverAddress == "127.0.0.1" && event.playbackType == "VOD")
    #expect(event.indicatedBitrate == 900_000 && event.indicatedAverageBitrate == 700_000)
    #expect(event.numberOfMediaRequests == server.requests.count)
    #expect(event.durationWatched > 3 && event.durationWatched <= 4)
    #expect(event.playbackStartOffset == 0 && event.playbackStartDate != nil && event.startupTime >= 0)
    #expect(event.numberOfDroppedVideoFrames == 0 && event.switchBitrate == -1 && event.averageAudioBitrate == -1)
    let lines = try #require(log.extendedLogData().map { String(decoding: $0, as: UTF8.self) }).split(separator: "\n")
    let fields = try #require(lines.first { $0.hasPrefix("#Fields: ") }).split(separator: " ").dropFirst()
    #expect(lines.last?.split(separator: " ").count == fields.count)
    #expect(lines.last?.contains("secret") == false)
    #expect(
      event.videoDecoderName == "h264" && fields.last == "x-video-decoder" && lines.last?.hasSuffix(" h264") == true)
    #expect(log.extendedLogDataStringEncoding == String.Encoding.utf8.rawValue)
    let errors = try #require(item.errorLog())
    #expect(errors.events.map(\.errorStatusCode) == [-12661])
    #expect(errors.events.first?.errorDomain == "CoreMediaErrorDomain")
    #expect(errors.events.first?.uri?.hasSuffix("/film.ts") == true)
    #expect(errors.events.first?.playbackSessionID == event.playbackSessionID)
    #expect(errors.events.first?.errorComment?.isEmpty == false)
    #expect(Set(posted.withLock { $0 }).count == 2)
  }

  @Test("a file over HTTP has an entry")
  func file() throws {
    let server = try FaultServer()
    server.serve("/film.mp4", try ServedResource(file: Fixture.url("demo.mp4")))
    let stage = Stage()
    let item = AVPlayerItem(url: server.url("/film.mp4"))
    stage.player.replaceCurrentItem(with: item)
    stage.player.play()
    stage.run(3)
    let event = try #require(item.accessLog()?.events.first)
    #expect(event.playbackType == "FILE" && event.numberOfSegmentsDownloaded == -1)
    #expect(event.numberOfBytesTransferred > 100_000 && event.numberOfMediaRequests >= 1)
  }
}
