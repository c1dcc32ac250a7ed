import PlayheadItems
import Testing

@testable import AVFoundation

@Suite("§5.10 errors")
struct ErrorTests {
  static let situations: [(MediaError.Kind, domain: String, code: Int)] = [
    (.fileNotFound, NSURLErrorDomain, -1100),
    (.isDirectory, NSURLErrorDomain, -1101),
    (.noPermission, NSURLErrorDomain, -1102),
    (.timedOut(seconds: 10), NSURLErrorDomain, -1001),
    (.unsupportedScheme("gopher"), NSURLErrorDomain, -1002),
    (.emptyFile, "AVFoundationErrorDomain", -11828),
    (.notMedia, "AVFoundationErrorDomain", -11828),
    (.damaged, "AVFoundationErrorDomain", -11829),
    (.truncated(playable: 3, promised: 10), "AVFoundationErrorDomain", -11829),
    (.noDecoder(codec: "av1"), "AVFoundationErrorDomain", -11833),
    (.noPlayableTracks, "AVFoundationErrorDomain", -11869),
    (.decodeFailed(codec: "h264"), "AVFoundationErrorDomain", -11821),
    (.readFailed(errno: 5), "AVFoundationErrorDomain", -11849),
    (.writeFailed(errno: 28), "AVFoundationErrorDomain", -11807), (.writeFailed(errno: 13), "NSCocoaErrorDomain", 512),
    (.cancelled, "AVFoundationErrorDomain", -11878),
  ]

  @Test("each failure has its domain and code", arguments: situations.indices)
  func mapping(index: Int) {
    let (kind, domain, code) = Self.situations[index]
    let error = clientError(kind) as NSError
    #expect(error.domain == domain)
    #expect(error.code == code)
  }

  @Test("each error has one sentence with the file and a recovery suggestion", arguments: situations.indices)
  func sentences(index: Int) {
    let error = clientError(Self.situations[index].0)
    let sentence = error.localizedDescription
    #expect(sentence.contains("/media/a clip.mp4"))
    #expect(sentence.hasSuffix("."))
    #expect(!sentence.contains("\n"))
    #expect((error as NSError).localizedDescription == sentence)
    #expect((error as NSError).localizedRecoverySuggestion?.isEmpty == false)
  }

  @Test("underlying errors lead to the system's error")
  func chain() throws {
    let missing = clientError(.fileNotFound) as NSError
    let posix = try #require(missing.userInfo[NSUnderlyingErrorKey] as? NSError)
    #expect(posix.domain == NSPOSIXErrorDomain)
    #expect(posix.code == 2)
    #expect(missing.userInfo[NSFilePathErrorKey] as? String == "/media/a clip.mp4")
  }

  @Test("an error casts between AVError and NSError and is caught by its code")
  func casts() throws {
    let error: any Error = AVError(.decodeFailed, userInfo: [NSLocalizedDescriptionKey: "It broke."])
    #expect((error as NSError).code == -11821)
    #expect(error.localizedDescription == "It broke.")
    let object: any Error = NSError(domain: AVFoundationErrorDomain, code: -11828)
    #expect((object as? AVError)?.code == .fileFormatNotRecognized)
    #expect((NSError(domain: "Other", code: -11828) as any Error) as? AVError == nil)
    do {
      throw object
    } catch AVError.fileFormatNotRecognized {
    } catch {
      Issue.record("not matched by its code")
    }
    #expect((clientError(.fileNotFound) as? URLError)?.code == .fileDoesNotExist)
  }

  private func clientError(_ kind: MediaError.Kind) -> any Error {
    MediaError(kind, url: URL(fileURLWithPath: "/media/a clip.mp4")).forClients
  }
}
