import CoreMedia
import Foundation
import TestSupport
import Testing

@testable import PlayheadEngine

/// Codecs whose decoders hold audio back: it plays without gaps.
@Suite(.serialized, .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the files with"))
struct DelayedAudioTests {
  @Test(arguments: ["wmav1 sine.wma", "wmav2 sine.wma", "wmav2 sine.avi", "wmav2 sine.mkv"])
  func windowsMediaAudioHasNoGap(_ coding: String) throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try MadeFile.ffmpeg("-f lavfi -i sine=f=1000:r=44100:d=6 -b:a 128k -c:a \(coding)", in: folder)
    let stage = Stage()
    stage.open(file)
    stage.playToEnd()
    let recording = try #require(Recording(stage.heard))
    #expect(abs(recording.seconds - 6) < 0.1, "\(recording.seconds) s")
    // A sine of one eighth of full scale from the first frame that the encoder did not fade in: silence would show.
    let quiet = stride(from: 0.1, to: 5.8, by: 0.02).filter {
      Tone.amplitude(of: 1000, in: recording.part(from: $0, seconds: 0.02), sampleRate: recording.sampleRate) < 0.08
    }
    #expect(quiet.isEmpty, "silence at \(quiet)")
  }
}
