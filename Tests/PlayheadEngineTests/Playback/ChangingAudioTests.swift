import Foundation
import PlayheadTesting
import TestSupport
import Testing

/// Audio whose sample rate or channels change within the file: the first format is kept, the rest is converted.
@Suite(.serialized, .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the files with"))
struct ChangingAudioTests {
  @Test(arguments: [("44100 -ac 2", "22050 -ac 1"), ("22050 -ac 1", "48000 -ac 2"), ("48000 -ac 1", "48000 -ac 2")])
  func continuesInFirstFormat(_ first: String, _ second: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    var whole = Data()
    for (name, format) in [("a", first), ("b", second)] {
      whole += try Data(
        contentsOf: MadeFile.ffmpeg(
          "-f lavfi -i sine=f=1000:d=4 -ar \(format) -c:a aac -muxdelay 0 -muxpreload 0 \(name).ts", in: folder))
    }
    let file = folder.appendingPathComponent("joined.ts")
    try whole.write(to: file)
    let stage = Stage()
    stage.open(file)
    #expect(stage.playToEnd())
    #expect(stage.eventLog.last == "playedToEnd")
    let recording = try #require(Recording(stage.capturedAudio))
    #expect(Set(stage.capturedAudio.map(\.format)).count == 1)
    #expect(abs(recording.seconds - 8) < 0.2)
    for time in [1.0, 3, 5, 7] {
      let part = recording.part(from: time, seconds: 0.5)
      #expect(abs(Tone.frequency(of: part, sampleRate: recording.sampleRate) - 1000) < 1, "at \(time) s")
    }
  }
}
