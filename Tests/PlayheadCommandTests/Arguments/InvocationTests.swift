import PlayheadMedia
import PlayheadNetworking
import PlayheadSettings
import Testing

@testable import PlayheadCommand

/// Parsing of command lines.
@Suite struct InvocationTests {
  private func play(_ arguments: String...) throws -> (options: PlayOptions, files: [String]) {
    guard case .play(let options, let files) = try Invocation(arguments: arguments) else {
      throw UsageError("not a play command", hint: "")
    }
    return (options, files)
  }

  @Test("play command is optional") func playCommandIsOptional() throws {
    #expect(try Invocation(arguments: ["a.mp4"]) == .play(PlayOptions(), files: ["a.mp4"]))
    #expect(try Invocation(arguments: ["play", "a.mp4"]) == .play(PlayOptions(), files: ["a.mp4"]))
  }

  @Test("parses every play option") func parsesEveryPlayOption() throws {
    let words = [
      "--start=1:02:03.5", "--length", "10", "--rate=1.5", "--volume=40", "--mute", "--no-audio", "--loop",
      "--headless",
      "--fullscreen", "--geometry=960x540+20+5", "--hwdec=vaapi", "--deinterlace=film", "--deband",
      "--display-resample", "-v",
    ]
    var expected = PlayOptions()
    expected.start = 3723.5
    expected.length = 10
    expected.rate = 1.5
    expected.volume = 40
    expected.isMuted = true
    expected.hasAudio = false
    expected.loops = true
    expected.output = .headless
    expected.isFullscreen = true
    expected.geometry = "960x540+20+5"
    expected.hardwareDecoding = .vaapi
    expected.deinterlacing = .inverseTelecine
    expected.debands = true
    expected.adaptsToDisplay = true
    expected.isVerbose = true
    #expect(try Invocation(arguments: words + ["x"]) == .play(expected, files: ["x"]))
  }

  @Test("accepts options around files") func acceptsOptionsAroundFiles() throws {
    let result = try play("--mute", "a", "--loop", "b", "--rate", "2")
    #expect(result.files == ["a", "b"])
    #expect(result.options.isMuted && result.options.loops && result.options.rate == 2)
  }

  @Test("hardware decoders are named") func hardwareDecodersAreNamed() throws {
    for choice in HardwareDecoding.allCases {
      #expect(try play("--hwdec=\(choice.rawValue)", "a.mp4").options.hardwareDecoding == choice)
    }
    #expect(try play("a.mp4").options.hardwareDecoding == nil)
    for name in ["vaap", "", "auto-copy", "NO", "cuda"] {
      #expect(throws: UsageError.self) { try Invocation(arguments: ["--hwdec=\(name)", "a.mp4"]) }
    }
    #expect(throws: UsageError.self) { try Invocation(arguments: ["dump", "--hwdec=no", "a.mp4"]) }
    #expect(
      try Invocation(arguments: ["explain", "--hwdec=no", "a"]) == .explain(file: "a", hardwareDecoding: .off))
    #expect(try Invocation(arguments: ["explain", "a"]) == .explain(file: "a", hardwareDecoding: .automatic))
  }

  @Test("codecs that pass through are a list") func passthroughCodecsAreList() throws {
    #expect(try play("--passthrough=truehd,ac3", "a").options.passthrough?.names == ["ac3", "truehd"])
    #expect(try play("--passthrough=no", "a").options.passthrough?.names == [])
    #expect(try play("a").options.passthrough == nil)
    #expect(PassthroughCodecs.known == PassthroughCodec.allCases.map(\.rawValue))
    for text in ["", "yes", "aac", "ac3,", "ac3;dts", "AC3", "no,ac3"] {
      #expect(throws: UsageError.self) { try Invocation(arguments: ["--passthrough=\(text)", "a"]) }
    }
    #expect(throws: UsageError.self) { try Invocation(arguments: ["explain", "--passthrough=ac3", "a"]) }
  }

  @Test("treatments of interlaced video are named") func deinterlacingIsNamed() throws {
    for mode in VideoFilterSettings.Deinterlacing.allCases {
      #expect(try play("--deinterlace=\(mode.rawValue)", "a.mp4").options.deinterlacing == mode)
    }
    #expect(try play("a.mp4").options.deinterlacing == nil)
    for name in ["", "off", "Film", "yes"] {
      #expect(throws: UsageError.self) { try Invocation(arguments: ["--deinterlace=\(name)", "a.mp4"]) }
    }
  }

  @Test("routes takes no file") func routesTakesNoFile() throws {
    #expect(try Invocation(arguments: ["routes"]) == .routes(asJSON: false))
    #expect(try Invocation(arguments: ["routes", "--json"]) == .routes(asJSON: true))
    #expect(throws: UsageError.self) { try Invocation(arguments: ["routes", "a.mp4"]) }
    #expect(throws: UsageError.self) { try Invocation(arguments: ["routes", "--loop"]) }
  }

  @Test("later option wins") func laterOptionWins() throws {
    #expect(try play("--rate=2", "--rate=0.5", "x").options.rate == 0.5)
    #expect(try play("--terminal=kitty", "--terminal=cells", "x").options.output == .terminal(.cells))
  }

  @Test(
    "output option selects video output",
    arguments: [
      ("--terminal", PlayOptions.Output.terminal(nil)), ("--terminal=kitty", .terminal(.kitty)),
      ("--terminal=sixel", .terminal(.sixel)), ("--terminal=iterm", .terminal(.iterm)),
      ("--terminal=cells", .terminal(.cells)),
      ("--no-window", .withoutWindow), ("--headless", .headless),
    ])
  func outputOptionSelectsVideoOutput(word: String, output: PlayOptions.Output) throws {
    #expect(try play(word, "x").options.output == output)
  }

  @Test("terminal option does not consume next argument") func terminalOptionDoesNotConsumeNextArgument() throws {
    #expect(try play("--terminal", "kitty").files == ["kitty"])
  }

  @Test("arguments after double dash are files") func argumentsAfterDoubleDashAreFiles() throws {
    #expect(try play("--mute", "--", "--loop", "-", "info").files == ["--loop", "-", "info"])
    #expect(try Invocation(arguments: ["--", "help"]) == .play(PlayOptions(), files: ["help"]))
    #expect(try play("play", "play").files == ["play"])
  }

  @Test("accepts names with spaces and non-Latin scripts") func acceptsNamesWithSpacesAndNonLatinScripts() throws {
    #expect(try play("mein film.mp4", "映画.mkv").files == ["mein film.mp4", "映画.mkv"])
  }

  @Test("parses reference permissions") func parsesReferencePermissions() throws {
    #expect(try play("x").options.permissions == [])
    #expect(
      try play("--allow-insecure", "x", "--allow-local-network").options.permissions == [.insecure, .localNetwork])
    #expect(Invocation.permissions(arguments: ["info", "--allow-local-network", "x"]) == .localNetwork)
    #expect(throws: UsageError.self) { try Invocation(arguments: ["playlist", "--allow-insecure", "x"]) }
  }

  @Test("parses other commands") func parsesOtherCommands() throws {
    #expect(try Invocation(arguments: ["info", "a"]) == .info(file: "a", asJSON: false))
    #expect(try Invocation(arguments: ["info", "--json", "a"]) == .info(file: "a", asJSON: true))
    #expect(try Invocation(arguments: ["--json", "info", "a"]) == .info(file: "a", asJSON: true))
    #expect(try Invocation(arguments: ["info", "--", "--json"]) == .info(file: "--json", asJSON: false))
    #expect(try Invocation(arguments: ["dump", "a"]) == .dump(DumpOptions(), file: "a"))
    #expect(try Invocation(arguments: ["help"]) == .help(nil))
    #expect(try Invocation(arguments: ["help", "info"]) == .help(.info))
    #expect(try Invocation(arguments: ["info", "--help"]) == .help(.info))
    #expect(try Invocation(arguments: ["-h"]) == .help(nil))
    #expect(try Invocation(arguments: ["--version"]) == .version)
  }
}
