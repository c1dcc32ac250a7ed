import Foundation
import PlayheadItems
import PlayheadMedia
import Testing

@testable import AVKit
@testable import PlayheadEngine
@testable import PlayheadNetworking

/// Every text of the engine that a user of the window can meet has a template, so that it can be translated.
@Suite struct ErrorTranslationTests {
  private static let address = URL(fileURLWithPath: "/a/“b” cannot be used: c.mp4")

  /// Errors of all kinds except those of writing, which the window does not do, and of programs' own texts.
  private static let kinds: [MediaError.Kind] = [
    .fileNotFound, .isDirectory, .noPermission, .emptyFile, .notMedia, .refusedContainer("concat"),
    .refusedContainer("dash"), .refusedContainer("hls"), .refusedContainer("rtsp"), .refusedContainer("mpegts"),
    .damaged, .truncated(playable: 12, promised: 3700), .noDecoder(codec: "av1"), .noPlayableTracks, .noVideoTrack,
    .noCaptions, .unreadableCaptions, .noFrame(at: 2.5), .decodeFailed(codec: "vp9"), .timedOut(seconds: 9),
    .tooSlow(bytes: 3, seconds: 4), .openingTooSlow(bytes: 3, seconds: 4), .tooLarge("a limit"),
    .unsupportedScheme("gopher"), .refused(.unknownScheme("x")), .refused(.localFile), .refused(.outsideFolder),
    .refused(.specialFile), .refused(.insecure(host: "h")), .refused(.localNetwork(host: "h")), .http(status: 404),
    .http(status: 403), .http(status: 503), .http(status: 418), .hostNotFound("h"), .connectionRefused("h:1"),
    .unreachable("h"), .notSecure("h", reason: "expired"), .proxy("p:1", .notFound), .proxy("p:1", .refused),
    .proxy("p:1", .unreachable), .proxy("p:1", .credentials), .proxy("p:1", .status(502)), .proxy("p:1", .other("x")),
    .connectionLost, .invalidRedirect, .resourceChanged, .serverWithoutRanges, .noNetworkLibrary,
    .badPlaylist("it is empty"), .stalePlaylist(seconds: 60), .isProtected("FairPlay"), .readFailed(errno: 5),
    .stuck(.buffering), .stuck(.playing), .stuck(.pastTheEnd), .stuck(.suppressed), .cancelled,
  ]

  @Test(arguments: kinds) func reasonsAndSuggestionsHaveTemplates(kind: MediaError.Kind) {
    for address in [Self.address, URL(string: "https://h/film.mp4")] {
      guard let address else { continue }
      let error = MediaError(kind, url: address)
      for text in [error.reason, error.advice] {
        let match = ErrorTranslation.match(text)
        #expect(match != nil, "\(text)")
        guard let match else { continue }
        // The template with its values is the text.
        var values = match.values[...]
        let parts = match.template.split(separator: "%@", omittingEmptySubsequences: false)
        let filled = parts.dropFirst().reduce(String(parts[0])) { $0 + (values.popFirst() ?? "") + $1 }
        #expect(filled == text)
      }
    }
  }

  @Test(
    "Reasons for which audio is decoded instead of passing through have templates",
    arguments: [
      PassthroughRefusal.rate, .volume, .processing, .sampleRate(22_050), .noDevice, .notOffered, .busy,
      .refused(code: 19), .deviceLost, .invalidPackets, .otherFormat,
    ]) func passthroughRefusalsHaveTemplates(refusal: PassthroughRefusal)
  {
    let values: [String] =
      switch refusal {
      case .sampleRate(let hertz): ["\(hertz)"]
      case .refused(let code): ["\(code)"]
      default: []
      }
    #expect(ErrorTranslation.match(refusal.text)?.values == values)
  }

  @Test func valuesOfSentencesAreReasons() throws {
    let match = try #require(ErrorTranslation.match("“/a/film.mp4” cannot be used: there is no decoder for “av1”."))
    #expect(match.values == ["/a/film.mp4", "there is no decoder for “av1”"])
    #expect(ErrorTranslation.match(match.values[1])?.values == ["av1"])
  }

  @Test func otherTextsAreUnchanged() {
    for text in ["", "%@", "a program's own sentence.", "“” cannot be used"] {
      #expect(ErrorTranslation.text(text) == text)
    }
  }
}
