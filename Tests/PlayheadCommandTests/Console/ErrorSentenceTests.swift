import Foundation
import PlayheadItems
import Testing

@testable import PlayheadCommand

/// Every cause has its own sentence, which names the file, the cause and the remedy.
@Suite struct ErrorSentenceTests {
  private static let kinds: [(MediaError.Kind, String)] = [
    (.fileNotFound, "there is no such file. Check the name and the folder."),
    (.isDirectory, "it is a folder. Name a file inside it."),
    (.noPermission, "you have no permission to read it. Ask its owner for the permission."),
    (.emptyFile, "the file is empty. Check that the download finished."),
    (.notMedia, "it is not a video or audio file. Check that it is the file you mean."),
    (.damaged, "its data is damaged. Fetch the file again."),
    (
      .truncated(playable: 3.2, promised: 20),
      "it ends after 0:03 of 0:20. Fetch the file again: a part of it is missing."
    ),
    (
      .noDecoder(codec: "vvc"),
      "there is no decoder for “vvc”. Install the package libavcodec-extra, or convert the file."
    ),
    (.noPlayableTracks, "it has neither video nor audio. “playhead info” lists its tracks."),
    (
      .decodeFailed(codec: "webp"),
      "the decoder for “webp” cannot decode its data. "
        + "Convert the file: the decoder may not support its kind, such as an animation."
    ),
    (
      .timedOut(seconds: 10),
      "nothing could be read for 10 seconds. Check the disk, or the program that writes the pipe."
    ),
    (
      .unsupportedScheme("rtsp"), "addresses with “rtsp” cannot be read. Name a file, or an address with http or https."
    ),
    (.http(status: 404), "it is not on the server (status 404). Check the address."),
    (
      .http(status: 403),
      "the server denies access to it (status 403). Check your permissions, and whether the address has expired."
    ),
    (.http(status: 503), "the server failed (status 503). Try again later."),
    (.hostNotFound("a.example"), "there is no host “a.example”. Check the address and the network."),
    (
      .connectionRefused("a.example:1"),
      "“a.example:1” refused the connection. Check the address, its port, and whether the server runs."
    ),
    (.connectionLost, "the connection was lost. Check the network, and play it again."),
    (
      .serverWithoutRanges,
      "its server does not support byte ranges. Download the file first, or have its index moved to its front."
    ),
    (.writeFailed(errno: ENOSPC), "writing failed: No space left on device. Check the free space on the disk."),
    (.readFailed(errno: EIO), "reading failed: Input/output error. Check the disk."),
    (.cancelled, "opening it was cancelled. Try again."),
  ]

  @Test(arguments: kinds)
  func eachErrorHasOneSentence(kind: MediaError.Kind, rest: String) {
    let error = MediaError(kind, url: URL(fileURLWithPath: "/tmp/x.mp4"))
    #expect(ErrorSentence.text(error, verb: "play", name: "x.mp4") == "playhead: cannot play “x.mp4”: \(rest)")
  }

  @Test("omits secrets from URLs") func omitsSecretsFromURLs() throws {
    let address = "https://ada:secret@a.example/film.mp4?token=secret"
    let error = MediaError(.http(status: 403), url: try #require(URL(string: address)))
    let text = ErrorSentence.text(error, verb: "play", name: address)
    #expect(text.contains("https://…@a.example/film.mp4?token=…"))
    #expect(!text.contains("secret"))
  }

  @Test("replaces control characters in names") func replacesControlCharactersInNames() {
    let error = MediaError(.emptyFile, url: URL(fileURLWithPath: "/tmp/x"))
    let text = ErrorSentence.text(error, verb: "play", name: "\u{1B}]0;x\u{7}")
    #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
  }
}
