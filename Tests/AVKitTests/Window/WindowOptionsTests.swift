import Foundation
import PlayheadPlaylists
import PlayheadText
import Testing

@testable import playhead_window

@Suite("The window program's command line")
struct WindowOptionsTests {
  @Test("All options at once")
  func all() throws {
    let options = try WindowOptions(arguments: [
      "--geometry=1920x1080+10+0", "--fullscreen", "--no-audio", "--mute", "--volume=50", "--start=1.5", "--length=20",
      "--exit-at-end", "--loop", "a.mp4", "--", "--b.mp4",
    ])
    #expect(options.geometry == .init(width: 1920, height: 1080, position: .init(x: 10, y: 0)))
    #expect(options.isFullScreen && !options.hasAudio && options.isMuted && options.exitsAtEnd && options.loops)
    #expect(options.volume == 0.5 && options.start == 1.5 && options.length == 20)
    #expect(options.files == ["a.mp4", "--b.mp4"])
  }

  @Test("A size without a position")
  func size() throws {
    #expect(
      try WindowOptions(arguments: ["--geometry=64x48", "x"]).geometry == .init(width: 64, height: 48, position: nil))
  }

  @Test(
    "Invalid options are refused",
    arguments: [
      ["--exit-at-end"], ["--rate=9", "x"], ["--geometry=10", "x"], ["--geometry=10x0", "x"],
      ["--geometry=10x10+1", "x"], ["--geometry=10x10-1-1", "x"],
      ["--volume=101", "x"], ["--volume", "x"], ["--start=-1", "x"], ["--length=soon", "x"], ["--what", "x"],
      ["--loop=2", "x"], ["--hwdec=gpu", "x"], ["--hwdec", "x"], ["--deband=2", "x"], ["--display-resample=yes", "x"],
      ["--deinterlace=yes", "x"],
      ["--deinterlace", "x"], ["--passthrough=mp3", "x"], ["--passthrough", "x"],
    ])
  func refused(arguments: [String]) {
    #expect(throws: WindowOptions.UsageError.self) { try WindowOptions(arguments: arguments) }
  }

  @Test("The options of a later start are the same after they were forwarded, and its paths are absolute")
  func forwarding() throws {
    let given = [
      "--fullscreen", "--mute", "--volume=50", "--rate=1.5", "--start=3", "--loop", "--subtitles=de",
      "--network-timeout=5", "--route=Living room", "--hwdec=nvdec", "--passthrough=eac3", "--deinterlace=film",
      "--deband", "--display-resample",
      "--sub-file=/a.srt", "/film.mp4",
      "https://user:secret@example.com/a",
    ]
    let options = try WindowOptions(arguments: given)
    #expect(options.canForward)
    #expect(try WindowOptions(arguments: options.forwardedArguments) == options)
    let relative = try WindowOptions(arguments: ["film.mp4"]).forwardedArguments
    #expect(relative == ["--", FileManager.default.currentDirectoryPath + "/film.mp4"])
  }

  @Test(
    "A start whose options apply to a whole process or a plain window is not forwarded",
    arguments: ["--no-audio", "--allow-local-network", "--allow-insecure", "--exit-at-end", "--geometry=10x10"])
  func ownWindow(option: String) throws {
    #expect(try !WindowOptions(arguments: [option, "film.mp4"]).canForward)
  }

  @Test("A window has the size of the video if it fits the screen")
  func windowSize() {
    func size(_ width: Double, _ height: Double) -> [Int] {
      let size = WindowSize.size(forVideo: CGSize(width: width, height: height), screen: (1280, 800))
      return [size.width, size.height]
    }
    #expect(size(640, 360) == [640, 360])
    #expect(size(1920, 1080) == [1152, 648])
    #expect(size(1080, 1920) == [405, 720])
    #expect(size(1280, 800) == [1152, 720])
    #expect(size(0, 0) == [640, 360])
  }

  @Test("A window takes the shape of the next video and keeps its area, up to nine tenths of the screen")
  func nextWindowSize() {
    func size(_ width: Double, _ height: Double, window: (Int, Int)) -> [Int]? {
      WindowSize.size(
        forNextVideo: CGSize(width: width, height: height), window: (window.0, window.1), screen: (1280, 800)
      ).map { [$0.width, $0.height] }
    }
    #expect(size(1920, 1080, window: (640, 360)) == nil)
    #expect(size(1280, 720, window: (641, 360)) == nil)
    // 400 × 400 and 800 × 200 have the same area.
    #expect(size(1600, 400, window: (400, 400)) == [800, 200])
    // 810 × 810 would be higher than nine tenths of 800.
    #expect(size(100, 100, window: (1080, 608)) == [720, 720])
    #expect(size(0, 0, window: (640, 360)) == nil)
  }
}

@Suite struct ShownCaptionsTests {
  private let found = ["/f/film.de.srt", "/f/film.fr.srt"].map { path in
    CaptionFile(path: path, name: CaptionFileName(path))
  }

  @Test func captionsOfCommandLineHavePrecedence() throws {
    var options = try WindowOptions(arguments: ["film.mp4"])
    #expect(options.shownCaptions(named: ["/a.srt", "/b.srt"], found: found) == "/a.srt")
    options.subtitles = "off"
    #expect(options.shownCaptions(named: ["/a.srt"], found: found) == nil)
  }

  @Test func languageSelectsFile() throws {
    var options = try WindowOptions(arguments: ["film.mp4"])
    options.subtitles = "fr-CA"
    #expect(options.shownCaptions(named: [], found: found) == "/f/film.fr.srt")
    options.subtitles = "ja"
    #expect(options.shownCaptions(named: [], found: found) == nil)
  }
}
