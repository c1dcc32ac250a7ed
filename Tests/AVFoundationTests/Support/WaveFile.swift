import Foundation

/// A file with 16-bit mono audio, removed with its last reference.
final class WaveFile: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString).wav")

  init(_ samples: [Int16], sampleRate: UInt32 = 8000) throws {
    func bytes<Value: FixedWidthInteger>(_ value: Value) -> Data {
      withUnsafeBytes(of: value.littleEndian) { Data($0) }
    }
    let audio = samples.reduce(into: Data()) { $0 += bytes($1) }
    var file = Data("RIFF".utf8) + bytes(UInt32(36 + audio.count)) + Data("WAVEfmt ".utf8) + bytes(UInt32(16))
    file += bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(sampleRate) + bytes(sampleRate * 2)
    file += bytes(UInt16(2)) + bytes(UInt16(16)) + Data("data".utf8) + bytes(UInt32(audio.count)) + audio
    try file.write(to: url)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
