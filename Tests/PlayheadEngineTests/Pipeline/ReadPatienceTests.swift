import Foundation
import PlayheadNetworking
import Testing

@testable import PlayheadEngine

@Suite("Patience with reads")
struct ReadPatienceTests {
  private let lost = MediaError(.connectionLost, url: URL(fileURLWithPath: "/a"))

  @Test("while media is left it never ends")
  func wet() {
    var patience = ReadPatience()
    for time in stride(from: 0.0, to: 100, by: 5) {
      let goesOn = patience.failed(lost, isDry: false, now: time)
      #expect(goesOn)
    }
  }

  @Test("without media it ends in time for ten seconds in all, and begins anew with what comes")
  func dry() {
    var patience = ReadPatience()
    var answers = [0.0, 1, 3.9, 4].map { patience.failed(lost, isDry: true, now: $0) }
    #expect(answers == [true, true, true, false])
    patience.worked()
    answers = [10.0, 14].map { patience.failed(lost, isDry: true, now: $0) }
    #expect(answers == [true, false])
  }

  @Test("what does not pass is told at once")
  func hopeless() {
    var patience = ReadPatience()
    for kind in [MediaError.Kind.http(status: 404), .damaged, .isProtected("x"), .stalePlaylist(seconds: 10)] {
      let goesOn = patience.failed(MediaError(kind, url: URL(fileURLWithPath: "/a")), isDry: false, now: 0)
      #expect(!goesOn)
    }
  }
}
