import Foundation
import PlayheadBasics
import PlayheadNetworking
import PlayheadTesting
import TestSupport
import Testing

@testable import PlayheadEngine
@testable import PlayheadItems
@testable import PlayheadPipeline

@Suite struct CaptionLimitTests {
  @Test func rejectsFileAboveLimitAndNamesIt() throws {
    let limit = ResourceLimits.captionBytes
    let folder = try TemporaryFolder()
    var text = Data("WEBVTT\n\n00:00.000 --> 00:01.000\nwords\n\n".utf8)
    text.append(Data(repeating: 0x0A, count: limit.value + 1 - text.count))
    let file = try folder.file("captions.vtt", text)
    let error = thrownError(MediaError.self) { try CaptionReader.read(file) }
    #expect(error?.kind == .tooLarge(limit.description))
    #expect(error?.reason.contains(limit.description) == true)
  }

  @Test func acceptsFileAtExactLimit() throws {
    let limit = ResourceLimit("the size", bytes: 1000)
    let folder = try TemporaryFolder()
    for (count, isRead) in [(999, true), (1000, true), (1001, false)] {
      let file = try folder.file("\(count)", Data(repeating: 7, count: count))
      let source = try FileByteSource(path: file.path)
      let bytes = try? MediaOpener.allBytes(of: source, url: file, limit: limit)
      #expect(bytes?.count == (isRead ? count : nil))
    }
  }
}
