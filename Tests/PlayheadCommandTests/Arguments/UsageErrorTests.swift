import TestSupport
import Testing

@testable import PlayheadCommand

/// Errors of invalid command lines: always the word, and always the correction.
@Suite struct UsageErrorTests {
  @Test(arguments: [
    (["--headless"], "playhead: no file to play. Write “playhead FILE”; “playhead --help” lists the options."),
    (["--sart=3", "x"], "playhead: unknown option “--sart”. Did you mean “--start”?"),
    (["-start", "x"], "playhead: unknown option “-s” in “-start”. Did you mean “--start”?"),
    (
      ["-x"],
      "playhead: unknown option “-x”. “playhead --help” lists the options; a file whose name begins with “-” goes after “--”."
    ),
    (["--mute=yes", "x"], "playhead: “--mute” takes no value, but got “yes”. Write just “--mute”."),
    (["x", "--start"], "playhead: “--start” needs a value. Write “--start=SECONDS”."),
    (["--rate=", "x"], "playhead: “--rate” needs a value. Write “--rate=RATE”."),
    (
      ["--start=1,5", "x"],
      "playhead: “--start=1,5” is not a time. Write seconds, such as 90 or 1.5, or 1:30, or 1:02:03."
    ),
    (["--rate=fast", "x"], "playhead: “--rate=fast” is not a number. Write a number such as 1 or 1.5."),
    (["--rate=0", "x"], "playhead: “--rate=0” is out of range. Write a number from 0.25 to 4."),
    (["--volume=101", "x"], "playhead: “--volume=101” is out of range. Write a number from 0 to 100."),
    (
      ["--terminal=kity", "x"],
      "playhead: “--terminal=kity” is not a kind of terminal graphics. Did you mean “--terminal=kitty”?"
    ),
    (
      ["--terminal=ascii", "x"],
      "playhead: “--terminal=ascii” is not a kind of terminal graphics. Write one of kitty, sixel, iterm, cells."
    ),
    (
      ["--terminal", "--headless", "x"],
      "playhead: “--terminal” and “--headless” exclude each other. Write one of them."
    ),
    (
      ["--geometry=big", "x"],
      "playhead: “--geometry=big” is not a size and position. Write, for example, 960x540 or 960x540+20+20."
    ),
    (["--json", "x"], "playhead: “--json” does not belong to “play”. It is an option of “playhead info”."),
    (["info", "--loop", "x"], "playhead: “--loop” does not belong to “info”. It is an option of “playhead play”."),
    (["info"], "playhead: “info” needs a file. Write “playhead info FILE”."),
    (
      ["dump", "a", "b"],
      "playhead: “dump” takes one file, and “b” is one too many. Run it once for each file; a name with spaces needs quotes."
    ),
    (["help", "inof"], "playhead: there is no command “inof”. Did you mean “info”?"),
    (["-"], "playhead: standard input cannot be played. Save it to a file first; a file named “-” is written “./-”."),
  ])
  func sentences(arguments: [String], sentence: String) {
    let error = thrownError(UsageError.self) { try Invocation(arguments: arguments) }
    #expect(error?.sentence == sentence)
  }

  @Test(
    "rejects invalid times",
    arguments: [
      "", "1:", ":1", "1:60", "1:2:3:4", "-1", "nan", "inf", "1e3", "0x10", "1.5:00", "１２", "1 ",
    ])
  func rejectsInvalidTimes(text: String) {
    #expect(throws: UsageError.self) { try OptionValue.seconds(text, of: .start) }
  }

  @Test(arguments: [("0", 0), ("90", 90), ("1.25", 1.25), ("1:30", 90), ("01:02:03.5", 3723.5), ("100:00", 6000)])
  func acceptsValidTimes(text: String, seconds: Double) throws {
    #expect(try OptionValue.seconds(text, of: .start) == seconds)
  }

  @Test(arguments: ["960x540", "960x540+0+0", "1x1+20+30"])
  func acceptsValidGeometries(text: String) throws {
    #expect(try OptionValue.geometry(text) == text)
  }

  @Test(
    "rejects invalid geometries",
    arguments: [
      "", "960", "x540", "960x", "960x540+1", "960x540+1+", "960x540 ", "99999999x1", "50%", "1x1x1", "1x1-0-0", "+1+1",
    ])
  func rejectsInvalidGeometries(text: String) {
    #expect(throws: UsageError.self) { try OptionValue.geometry(text) }
  }

  @Test("suggests similar words") func suggestsSimilarWords() {
    #expect(SimilarWord.distance("abc", "abc") == 0)
    #expect(SimilarWord.distance("abcd", "acbd") == 1)
    #expect(SimilarWord.distance("kitten", "sitting") == 3)
    #expect(SimilarWord.best(for: "vlume", among: ["volume", "mute"]) == "volume")
    #expect(SimilarWord.best(for: "xyz", among: ["volume", "mute"]) == nil)
  }
}
