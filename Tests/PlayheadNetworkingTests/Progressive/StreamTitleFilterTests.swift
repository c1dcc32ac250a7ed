import Foundation
import Testing

@testable import PlayheadNetworking

@Suite("Stream titles")
struct StreamTitleFilterTests {
  /// Audio with a title after every `interval` bytes, as in Shoutcast's protocol.
  private func mixed(_ audio: [UInt8], interval: Int, titles: [String]) -> [UInt8] {
    var result: [UInt8] = []
    for (index, start) in stride(from: 0, to: audio.count, by: interval).enumerated() {
      let part = audio[start..<min(audio.count, start + interval)]
      result += part
      guard part.count == interval else { break }
      let text = index < titles.count ? Array(titles[index].utf8) : []
      let blocks = (text.count + 15) / 16
      result += [UInt8(blocks)] + text + [UInt8](repeating: 0, count: blocks * 16 - text.count)
    }
    return result
  }

  @Test("the audio is complete, however the data is split", arguments: [1, 2, 3, 7, 16, 100, 5000])
  func completeAudio(piece: Int) throws {
    let audio = [UInt8](numberedBytes(3000))
    let body = mixed(
      audio, interval: 256, titles: ["StreamTitle='It's; me';StreamUrl='';", "", "StreamTitle='Second';"])
    var filter = try #require(StreamTitleFilter(interval: 256))
    var result: [UInt8] = []
    var titles: [String?] = []
    for start in stride(from: 0, to: body.count, by: piece) {
      result += Array(body[start..<min(body.count, start + piece)]).withUnsafeBytes { filter.filter($0) }
      if titles.last != filter.title { titles.append(filter.title) }
    }
    #expect(result == audio)
    #expect(titles.compactMap(\.self).last == "Second")
    if piece < 100 { #expect(titles.compactMap(\.self) == ["It's; me", "Second"]) }
  }

  @Test("an interval of zero disables the filter")
  func interval() { #expect(StreamTitleFilter(interval: 0) == nil) }
}
