import Foundation
import Glibc
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadCommand

/// The built command in a real terminal: its output, its keys, and the restored terminal.
@Suite(.serialized) final class TerminalPlayerTests {
  private let folder: URL
  private let clip: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    clip = try SmallClip.video(seconds: 8, in: folder)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func run(
    _ arguments: [String], kind: String = "xterm-256color", rows: Int = 24
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltCommand.path, arguments,
      environment: ["TERM=\(kind)", "COLORTERM=truecolor", "LANG=C.UTF-8", "PATH=/usr/bin:/bin"],
      rows: rows)
  }

  /// Leaves the alternate screen last, with the original mode.
  private func expectRestored(_ terminal: PseudoTerminal) {
    #expect(terminal.text.hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    #expect(terminal.hasOldMode)
  }

  @Test("plays and handles keys") func playsAndHandlesKeys() throws {
    let terminal = try run(["--terminal=cells", "--no-audio", clip])
    #expect(terminal.wait(for: "playing"))
    #expect(terminal.text.hasPrefix("\u{1B}[?1049h\u{1B}[?25l"))
    #expect(!terminal.hasOldMode)
    #expect(terminal.wait(for: "Space pause"))
    // A color frame in synchronized updates.
    #expect(terminal.wait(for: "\u{1B}[?2026h"))
    #expect(terminal.wait(for: "\u{1B}[38;2;"))
    terminal.type(" ")
    #expect(terminal.wait(for: "paused"))
    terminal.type("m]")
    #expect(terminal.wait(for: "1.1×  muted"))
    // To the beginning, and five exact seconds at once: the presses add up.
    terminal.type("\u{1B}[H" + String(repeating: "\u{1B}[1;2C", count: 5))
    #expect(terminal.wait(for: "paused   0:05"))
    terminal.type("i")
    #expect(terminal.wait(for: "rawvideo 64×36 25 fps"))
    terminal.type("q")
    #expect(terminal.end() == .status(0))
    expectRestored(terminal)
  }

  @Test("caption keys override options")
  func captionKeysOverrideOptions() throws {
    let words = try SmallClip.file("words.srt", "1\n00:00:00,000 --> 00:00:30,000\nbeside the film\n", in: folder)
    let resource = try Fixtures.url("demo.mp4").path
    let terminal = try run([
      "--terminal=cells", "--no-audio", "--subtitles=de", "--sub-file=\(words)", "--start=1", resource,
    ])
    #expect(terminal.wait(for: " Der Tag beginnt. "))
    #expect(terminal.wait(for: " beside the film "))
    terminal.type(" ")
    #expect(terminal.wait(for: "paused"))
    // To half a second in the caption's interval, however late the pause was.
    terminal.type("\u{1B}[H" + String(repeating: ".", count: 15))
    #expect(terminal.wait(for: "paused   0:00"))
    let before = terminal.output.count
    terminal.type("j")
    #expect(terminal.wait(for: "captions off (2 available)", from: before))
    terminal.type("J")
    #expect(terminal.wait(for: "captions 2/2: ", from: before))
    // Nothing plays: the caption returns by itself.
    #expect(terminal.wait(for: " Der Tag beginnt. ", from: before))
    let there = terminal.output.count
    // Two at once: the second starts from the result of the first.
    terminal.type("JJ")
    #expect(terminal.wait(for: "captions off (2 available)", from: there))
    terminal.type("q")
    #expect(terminal.end() == .status(0))
    expectRestored(terminal)
  }

  @Test("reports unreadable captions and plays")
  func reportsUnreadableCaptionsAndPlays() throws {
    let terminal = try run(["--terminal=cells", "--no-audio", "--sub-file=\(folder.path)/nowhere.srt", clip])
    #expect(terminal.wait(for: "playing"))
    #expect(terminal.wait(for: "nowhere.srt"))
    terminal.type("q")
    #expect(terminal.end() == .status(0))
    #expect(terminal.text.contains("playhead: cannot read “\(folder.path)/nowhere.srt”"))
  }

  /// The samples of the first file are encrypted: it fails after it was ready, and sets the rate to zero.
  @Test func nextFilePlaysAfterFailure() throws {
    let terminal = try run(["--headless", "--verbose", "--length=0.3", try Fixtures.url("sample-aes.ts").path, clip])
    #expect(terminal.wait(for: "cannot play"))
    #expect(terminal.wait(for: "opening \(clip)"))
    #expect(terminal.wait(for: "playing at"))
    #expect(terminal.end() == .status(1))
  }

  @Test(
    "restores terminal at every exit",
    arguments: [
      ("\u{3}", nil, .status(0)), ("", SIGTERM, .signal(SIGTERM)), ("", SIGINT, .signal(SIGINT)),
      ("", SIGHUP, .signal(SIGHUP)),
      ("", SIGSEGV, .signal(SIGSEGV)), ("", SIGABRT, .signal(SIGABRT)),
    ] as [(String, Int32?, PseudoTerminal.Ending)])
  func restoresTerminalAtEveryExit(keys: String, signal: Int32?, ending: PseudoTerminal.Ending) throws {
    let terminal = try run(["--terminal", "--no-audio", clip])
    #expect(terminal.wait(for: "playing"))
    if let signal { terminal.send(signal) } else { terminal.type(keys) }
    #expect(terminal.end() == ending)
    expectRestored(terminal)
  }

  /// The server withholds its answer, or sends a DASH manifest byte by byte.
  @Test(
    "keys and signals end the program while a URL is opened",
    arguments: [
      ("q", nil, .status(0)), ("\u{3}", nil, .signal(SIGINT)), ("", SIGTERM, .signal(SIGTERM)),
      ("", SIGINT, .signal(SIGINT)),
    ] as [(String, Int32?, PseudoTerminal.Ending)], [true, false])
  func endsWhileOpening(end: (String, Int32?, PseudoTerminal.Ending), isHeld: Bool) throws {
    let server = try FaultServer()
    let gate = ServerGate()
    let text = #"<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static"><Period/></MPD>"#
    var resource = ServedResource(.data(Data(text.utf8)))
    resource.lastingFault = isHeld ? .hold(gate) : .trickle(after: 0, bytesPerSecond: 5)
    server.serve("/film.mpd", resource)
    let terminal = try run(["--no-audio", server.url("/film.mpd").absoluteString])
    server.waitForRequests(count: 1)
    let (keys, signal, ending) = end
    if let signal { terminal.send(signal) } else { terminal.type(keys) }
    #expect(terminal.end() == ending)
    #expect(terminal.hasOldMode)
    // Nothing is restored that was never shown.
    #expect(!terminal.text.contains("\u{1B}"))
    gate.open()
  }

  @Test("redraws after resize") func redrawsAfterResize() throws {
    let terminal = try run(["--terminal=cells", "--no-audio", clip])
    #expect(terminal.wait(for: "\u{1B}[24;1H"))
    terminal.type(" ")
    #expect(terminal.wait(for: "paused"))
    let before = terminal.output.count
    terminal.resize(columns: 60, rows: 15)
    // Cleared, the status in the last line, and the frame redrawn although nothing plays.
    #expect(terminal.wait(for: "\u{1B}[2J", from: before))
    #expect(terminal.wait(for: "\u{1B}[15;1H", from: before))
    #expect(terminal.wait(for: "\u{1B}[38;2;", from: before))
    terminal.type("q")
    #expect(terminal.end() == .status(0))
    expectRestored(terminal)
  }

  @Test("exits while terminal is blocked") func exitsWhileTerminalIsBlocked()
    throws
  {
    let terminal = try run(["--terminal=kitty", "--no-audio", clip])
    #expect(terminal.wait(for: "playing"))
    // Nothing is read meanwhile: the program blocks within a frame.
    usleep(300_000)
    terminal.type("q")
    usleep(700_000)
    #expect(terminal.end() == .status(0))
    expectRestored(terminal)
  }

  @Test("uses answer to terminal query")
  func usesAnswerToTerminalQuery() throws {
    let terminal = try run(["--terminal", "--no-audio", clip])
    #expect(terminal.wait(for: "\u{1B}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}[c"))
    terminal.type("\u{1B}[6;20;10t\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;4c")
    #expect(terminal.wait(for: "\u{1B}_Ga=T,i="))
    terminal.type("q")
    #expect(terminal.end() == .status(0))
    #expect(!terminal.text.contains("\u{1B}Pq"))
    expectRestored(terminal)
  }

  @Test("unopenable file prints one sentence") func unopenableFilePrintsOneSentence() throws {
    let text = try SmallClip.file("notes.mp4", "no film at all\n", in: folder)
    let terminal = try run(["--terminal", text])
    #expect(terminal.end() == .status(1))
    #expect(
      terminal.text
        == "playhead: cannot play “\(text)”: it is not a video or audio file. Check that it is the file you mean.\r\n")
  }

  @Test("plays remaining files after failure") func playsRemainingFilesAfterFailure() throws {
    let empty = try SmallClip.file("empty.mp4", "", in: folder)
    let short = try SmallClip.video(seconds: 1, in: folder)
    let terminal = try run(["--terminal", "--no-audio", empty, short])
    #expect(terminal.end() == .status(1))
    #expect(terminal.text.contains("playing"))
    #expect(terminal.text.hasSuffix("“\(empty)”: the file is empty. Check that the download finished.\r\n"))
    #expect(terminal.hasOldMode)
  }

  @Test("dumb terminal plays audio only") func dumbTerminalPlaysAudioOnly() throws {
    let terminal = try run(["--no-audio", "-v", "--length=0.2", clip], kind: "dumb")
    #expect(terminal.end() == .status(0))
    #expect(!terminal.text.contains("\u{1B}"))
    #expect(terminal.text.contains("\r\nplaying at 0:00."))
    #expect(terminal.text.hasSuffix("\r\nended\r\n"))
  }
}
