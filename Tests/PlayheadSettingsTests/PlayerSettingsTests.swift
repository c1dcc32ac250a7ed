import Foundation
import Testing

@testable import PlayheadSettings

@Suite("Player settings")
struct PlayerSettingsTests {
  /// Reads the settings of a text.
  private func settings(_ text: String) -> PlayerSettings { PlayerSettings(SettingsLines(text)) }

  @Test("The values of the player's group are read, with spaces around them")
  func values() throws {
    let read = settings(
      """
      # written by hand
      [other]
      resume=true
      [playhead]
      resume = false
      audio-languages=de;pt-BR
      subtitle-scale=1.5
      second-start=append
      amplify=true
      equalizer=6;0;-3.5
      normalize-audio=true
      emphasize-dialogue=true
      replaygain=album
      hwdec=nvdec
      passthrough=dts,ac3
      read-ahead=20
      deband=true
      display-resample=true
      deinterlace=film
      """)
    let passthrough = try #require(PassthroughCodecs("ac3,dts"))
    #expect(passthrough.names == ["ac3", "dts"])
    #expect(
      read.resources
        == PlayerSettings.Resources(readAhead: 20, hardwareDecoding: .nvdec, passthrough: passthrough))
    #expect(read.loudness.emphasizesDialogue && read.loudness.replayGain == .album)
    #expect(read.loudness.amplifies && read.loudness.isNormalized)
    #expect(
      read.picture
        == PlayerSettings.Picture(debands: true, deinterlacing: .inverseTelecine, adaptsToDisplay: true))
    #expect(read.equalizer == [6, 0, -3.5])
    #expect(!read.resumes)
    #expect(read.audioLanguages == ["de", "pt-BR"])
    #expect(read.subtitleScale == 1.5)
    #expect(read.secondStart == .append)
    #expect(read.subtitleLanguages.isEmpty)
  }

  @Test(
    "Missing and invalid values are replaced by defaults",
    arguments: [
      "", "resume=false", "[playhead]\nresume=perhaps\nsubtitle-scale=1e99\nsecond-start=", "[playhead\nresume=false",
      "[playhead]\nsubtitle-scale=nan\nsubtitle-lift=-1\naudio-languages=../..;\u{202E};", "[playhead]\n#resume=false",
      "[playhead]\nequalizer=13\namplify=1", "[playhead]\nequalizer=0;0;0;0;0;0;0;0;0;0;0", "[playhead]\nequalizer=a;b",
      "[playhead]\nreplaygain=loud\nemphasize-dialogue=1", "[playhead]\nhwdec=gpu\nread-ahead=-1",
      "[playhead]\npassthrough=ac3;dts", "[playhead]\npassthrough=yes", "[playhead]\npassthrough=ac3,",
      "[playhead]\ndeband=maybe\ndeinterlace=yes\ndisplay-resample=1",
    ])
  func invalid(text: String) {
    #expect(settings(text) == PlayerSettings())
  }

  @Test("A file keeps comments, other groups and keys of newer versions when settings are written")
  func unknownLines() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = SettingsFile(url: folder.appendingPathComponent("playhead/settings.ini"))
    #expect(file.read() == PlayerSettings())
    try file.write(PlayerSettings())
    let text = "# mine\n[playhead]\nhologram=yes\nresume=true\n[window]\nresume=7\n"
    try Data(text.utf8).write(to: file.url)
    var settings = file.read()
    settings.resumes = false
    settings.subtitleLanguages = ["zh-Hans", "en"]
    try file.write(settings)
    #expect(file.read() == settings)
    let lines = try String(contentsOf: file.url, encoding: .utf8).split(separator: "\n").map(String.init)
    #expect(lines.prefix(4) == ["# mine", "[playhead]", "hologram=yes", "resume=false"])
    #expect(lines.suffix(2) == ["[window]", "resume=7"])
    #expect(lines.contains("subtitle-languages=zh-Hans;en"))
  }

  @Test("A file that is too large or not text counts as missing")
  func damaged() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try Data("[playhead]\nresume=false\n\u{FF}".utf8.map { $0 } + [0xFF]).write(to: url)
    #expect(SettingsFile(url: url).read() == PlayerSettings())
    try Data(("[playhead]\nresume=false\n" + String(repeating: "#", count: 1 << 20)).utf8).write(to: url)
    #expect(SettingsFile(url: url).read() == PlayerSettings())
  }

  @Test("A file that is not text is preserved under another name when settings are written")
  func preservesDamaged() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = SettingsFile(url: folder.appendingPathComponent("settings.ini"))
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let damaged = Data("[playhead]\nresume=false\n".utf8) + Data([0xFF])
    try damaged.write(to: file.url)
    try file.write(PlayerSettings())
    #expect(file.read() == PlayerSettings())
    #expect(try Data(contentsOf: file.url.appendingPathExtension("damaged")) == damaged)
  }

  @Test("The file is in the folder for configuration, by the environment or in the home folder")
  func location() {
    #expect(
      SettingsFile.standard(environment: ["HOME": "/h"]).url.path == "/h/.config/playhead/settings.ini")
    #expect(
      SettingsFile.standard(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "/c"]).url.path == "/c/playhead/settings.ini"
    )
    #expect(
      SettingsFile.standard(environment: ["HOME": "/h", "XDG_CONFIG_HOME": "c"]).url.path
        == "/h/.config/playhead/settings.ini")
  }
}
