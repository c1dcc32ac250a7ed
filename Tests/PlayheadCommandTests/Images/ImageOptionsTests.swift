import PlayheadFFmpeg
import Testing

@testable import PlayheadCommand

@Suite struct ImageOptionsTests {
  private static func frame(_ arguments: String...) throws -> FrameOptions? {
    guard case .frame(let options, file: "film.mp4") = try Invocation(arguments: ["frame", "film.mp4"] + arguments)
    else {
      return nil
    }
    return options
  }

  private static func thumbnails(_ arguments: String...) throws -> ThumbnailOptions? {
    let all = ["thumbnails"] + arguments + ["film.mp4"]
    guard case .thumbnails(let options, file: "film.mp4") = try Invocation(arguments: all) else { return nil }
    return options
  }

  @Test("parses frame options") func parsesFrameOptions() throws {
    let options = try #require(try Self.frame("--at", "1:02.5", "-o", "a.PNG"))
    #expect(options.time == 62.5)
    #expect(!options.takesKeyframe)
    #expect(try options.destination == ImageDestination("a.PNG", of: .output))
    #expect(options.destination.format == .png)
    #expect(try Self.frame("--at=3", "--keyframe", "-oa.jpeg")?.takesKeyframe == true)
    #expect(try Self.frame("--at=3", "--output=x/a.jpg")?.destination.format == .jpeg)
    // The later option wins.
    #expect(try Self.frame("--at=3", "--at=4", "-o", "a.png")?.time == 4)
  }

  @Test func `thumbnails`() throws {
    let options = try #require(try Self.thumbnails("--count", "12", "--out", "t"))
    #expect(options.count == 12 && options.width == 320 && options.folder == "t")
    #expect(options.sheet == nil && !options.isExact)
    let all = try #require(
      try Self.thumbnails("--count=3", "--width=96", "--out=t", "--sheet=s.png", "--exact"))
    #expect(all.width == 96 && all.isExact && all.sheet?.format == .png)
  }

  @Test(
    "rejects invalid arguments with hint",
    arguments: [
      ["frame", "f"], ["frame", "f", "--at=1"], ["frame", "f", "-o", "a.png"], ["frame", "--at=1", "-o", "a.png"],
      ["frame", "f", "--at=1", "-o", "a.gif"], ["frame", "f", "--at=x", "-o", "a.png"], ["frame", "f", "--at=1", "-o"],
      ["frame", "f", "g", "--at=1", "-o", "a.png"], ["frame", "f", "--at=1", "-o", "a.png", "--exact"],
      ["thumbnails", "f"], ["thumbnails", "f", "--count=3"], ["thumbnails", "f", "--out=t"],
      ["thumbnails", "f", "--count=0", "--out=t"], ["thumbnails", "f", "--count=100001", "--out=t"],
      ["thumbnails", "f", "--count=-1", "--out=t"], ["thumbnails", "f", "--count=1.5", "--out=t"],
      ["thumbnails", "f", "--count=99999999999999999999", "--out=t"],
      ["thumbnails", "f", "--count=3", "--out=t", "--width=0"],
      ["thumbnails", "f", "--count=3", "--out=t", "--sheet=s"],
      ["thumbnails", "f", "--count=3", "--out=t", "--at=3"], ["play", "f", "--count=3"],
    ])
  func rejectsInvalidArgumentsWithHint(arguments: [String]) {
    do throws(UsageError) {
      _ = try Invocation(arguments: arguments)
      #expect(Bool(false), "\(arguments) was understood")
    } catch {
      #expect(!error.message.isEmpty && !error.hint.isEmpty)
    }
  }

  @Test("every command lists its options") func everyCommandListsItsOptions() {
    for option in CommandOption.allCases {
      for command in option.commands where option != .version && command != .play {
        #expect(HelpText.text(for: command).contains(option.usage))
      }
    }
  }
}
