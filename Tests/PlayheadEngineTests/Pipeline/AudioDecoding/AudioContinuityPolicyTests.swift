import Testing

@testable import PlayheadPipeline

/// Distinguishes gaps from other steps between decoded audio and its times.
@Suite struct AudioContinuityPolicyTests {
  /// Feeds packets of 0.1 s and their frames to the policy. Returns the sum of inserted silence and of cut audio.
  private func play(
    isAlone: Bool = false, packets: [Double], frames: [(time: Double, length: Double)], losing lost: Int? = nil
  ) -> (silence: Double, cut: Double, placed: Double) {
    var policy = AudioContinuityPolicy(isAlone: isAlone, delaysFirst: true)
    var (silence, cut, position) = (0.0, 0.0, frames[0].time)
    for index in packets.indices {
      policy.sent(start: packets[index], duration: 0.1)
      if index == lost { policy.lost() }
      guard frames.indices.contains(index), frames[index].length > 0 else { continue }
      let gap = index == 0 ? 0 : policy.gap(before: frames[index].time, expected: position)
      if gap > 0 { silence += gap } else { cut -= gap }
      position += gap + frames[index].length
    }
    return (silence, cut, position)
  }

  private let even = (0..<20).map { Double($0) / 10 }

  @Test func gaplessAudioIsUnchanged() {
    let result = play(packets: even, frames: even.map { ($0, 0.1) })
    #expect(result.silence == 0 && result.cut == 0)
  }

  /// ISS counts bytes of the compressed audio as samples: packets of 0.1 s begin every 25 ms.
  @Test func packetsAdvancingByLessThanDurationAreContiguous() {
    let times = (0..<20).map { Double($0) / 40 }
    let result = play(isAlone: true, packets: times, frames: times.map { ($0, 0.1) })
    #expect(result.silence == 0 && result.cut == 0)
    #expect(abs(result.placed - 2) < 1e-9)
  }

  /// RealMedia assigns one time to a whole block of packets, and some writers to all packets.
  @Test func packetsSharingATimeAreContiguous() {
    let blocks = (0..<20).map { Double($0 / 5) / 2 }
    for times in [blocks, Array(repeating: 0, count: 20)] {
      let result = play(packets: times, frames: times.map { ($0, 0.1) })
      #expect(result.silence == 0 && result.cut == 0)
      #expect(abs(result.placed - 2) < 1e-9)
    }
  }

  @Test func decoderDelayIsNoGap() {
    // As libavcodec's WMA decoder: the first packet yields one frame less, all others are late by that.
    let result = play(packets: even, frames: even.map { ($0, $0 == 0 ? 0.03 : 0.1) })
    #expect(result.silence == 0 && result.cut == 0)
    #expect(abs(result.placed - 1.93) < 1e-9)
  }

  @Test func delayedFirstAudioStartsAtFirstPacket() {
    // Packets at 0 and 0.046 yield nothing, the one at 0.092 their audio.
    for (delaysFirst, start) in [(true, 0.0), (false, 0.092)] {
      var policy = AudioContinuityPolicy(isAlone: true, delaysFirst: delaysFirst)
      for time in [0, 0.046, 0.092] { policy.sent(start: time, duration: 0.046) }
      #expect(policy.start(of: 0.092) == start)
      #expect(policy.gap(before: 0.138, expected: start + 0.046) == 0)
    }
  }

  @Test func fillsGapBetweenPackets() {
    let times = even.map { $0 < 1 ? $0 : $0 + 0.5 }
    let result = play(packets: times, frames: times.map { ($0, 0.1) })
    #expect(abs(result.silence - 0.5) < 1e-9 && result.cut == 0)
  }

  @Test func cutsOverlappingPackets() {
    let times = even.map { $0 < 1 ? $0 : $0 - 0.05 }
    let result = play(packets: times, frames: times.map { ($0, 0.1) })
    #expect(abs(result.cut - 0.05) < 1e-9 && result.silence == 0)
  }

  @Test func undecodablePacketIsReplacedBySilence() {
    let result = play(packets: even, frames: even.map { ($0, $0 == 1 ? 0 : 0.1) }, losing: 10)
    #expect(abs(result.silence - 0.1) < 1e-9)
  }

  @Test func correctsDrift() {
    // A capture whose packets last 0.1 s and hold 2 ms less: within 2 s that is 40 ms.
    let result = play(packets: even, frames: even.map { ($0, 0.098) })
    #expect(abs(result.silence - 0.03) < 0.003)
  }

  @Test func guessedDurationsDoNotDelayAudioOnly() {
    let frames = even.map { ($0, 0.06) }
    #expect(play(isAlone: true, packets: even, frames: frames).silence == 0)
    #expect(play(isAlone: false, packets: even, frames: frames).silence > 0.4)
  }
}
