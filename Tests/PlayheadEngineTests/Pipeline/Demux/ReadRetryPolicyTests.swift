import CoreMedia
import Foundation
import PlayheadNetworking
import Testing

import PlayheadClock
@testable import PlayheadItems
@testable import PlayheadPipeline

@Suite("Retry policy of reads")
struct ReadRetryPolicyTests {
  private let lost = MediaError(.connectionLost, url: URL(fileURLWithPath: "/a"))

  @Test("while media is buffered it never gives up")
  func retriesWhileBuffered() {
    var policy = ReadRetryPolicy(limit: 4)
    for time in stride(from: 0.0, to: 100, by: 5) {
      let shouldContinue = policy.shouldRetry(lost, queued: [9, 1000 - Int(time)], seconds: 2, now: time)
      #expect(shouldContinue)
    }
  }

  @Test("without buffered media it gives up after the timeout, and restarts with new media")
  func givesUpWithoutMedia() {
    var policy = ReadRetryPolicy(limit: 4)
    var answers = [0.0, 1, 3.9, 4].map { policy.shouldRetry(lost, queued: [0, 7], seconds: 0, now: $0) }
    #expect(answers == [true, true, true, false])
    policy.noteProgress(bytes: 2000, track: 0, time: .zero)
    answers = [10.0, 14].map { policy.shouldRetry(lost, queued: [0, 7], seconds: 0, now: $0) }
    #expect(answers == [true, false])
  }

  /// A server of 5 bytes a second delivers a small audio packet between two failures.
  @Test func onePacketBetweenFailuresDoesNotResetTimeout() {
    var policy = ReadRetryPolicy(limit: 60)
    var now = 0.0
    while now < 1000, policy.shouldRetry(lost, queued: [0], seconds: 0, now: now) {
      policy.noteProgress(bytes: 170, track: 0, time: CMTime(value: Int64(now), timescale: 1))
      now += 15.5
    }
    #expect((60...80).contains(now))
  }

  /// A segment that breaks off at the same position each time it is read.
  @Test func rereadPacketsDoNotResetTimeout() {
    var policy = ReadRetryPolicy(limit: 60)
    func readAgain() {
      for number in 0..<50 {
        policy.noteProgress(bytes: 1000, track: 0, time: CMTime(value: Int64(number), timescale: 25))
        policy.noteProgress(bytes: 200, track: 1, time: CMTime(value: Int64(number), timescale: 50))
      }
    }
    var now = 0.0
    readAgain()
    while now < 1000, policy.shouldRetry(lost, queued: [0], seconds: 0, now: now) {
      readAgain()
      now += 15.5
    }
    #expect((60...80).contains(now))
    // Later packets are new, and so are all after a seek.
    policy.noteProgress(bytes: 1000, track: 0, time: CMTime(value: 3, timescale: 1))
    let first = policy.shouldRetry(lost, queued: [0], seconds: 0, now: now)
    policy.noteSeek()
    readAgain()
    let second = policy.shouldRetry(lost, queued: [0], seconds: 0, now: now + 100)
    #expect(first && second)
  }

  @Test("buffered media that is not consumed does not count")
  func unconsumedMedia() {
    var policy = ReadRetryPolicy(limit: 4)
    let answers = [0.0, 1, 4.9, 5].map { policy.shouldRetry(lost, queued: [5, 7], seconds: 2, now: $0) }
    #expect(answers == [true, true, true, false])
    policy.noteProgress(bytes: 2000, track: 0, time: .zero)
    let first = policy.shouldRetry(lost, queued: [5, 7], seconds: 2, now: 10)
    policy.notePause(queued: [5, 7])
    let second = policy.shouldRetry(lost, queued: [5, 7], seconds: 2, now: 14)
    #expect(first && !second, "no progress since the first failure")
  }

  @Test func waitsSixtySecondsByDefaultAndBacksOff() {
    let item = EngineItem(url: URL(fileURLWithPath: "/a"))
    var policy = ReadRetryPolicy(limit: item.networkTimeout)
    var now = 0.0
    var pauses: [Double] = []
    while policy.shouldRetry(lost, queued: [0], seconds: 0, now: now), now < 200 {
      pauses.append(policy.pause.seconds)
      now += policy.pause.seconds
    }
    #expect((58.5...61.5).contains(now))
    #expect(pauses == pauses.sorted() && pauses.first == 0.5 && pauses.last == 1.5)
  }

  @Test("a permanent failure is reported at once")
  func permanentFailure() {
    var policy = ReadRetryPolicy(limit: 60)
    for kind in [MediaError.Kind.http(status: 404), .damaged, .isProtected("x"), .stalePlaylist(seconds: 10)] {
      let shouldContinue = policy.shouldRetry(
        MediaError(kind, url: URL(fileURLWithPath: "/a")), queued: [1], seconds: 5, now: 0)
      #expect(!shouldContinue)
    }
  }
}
