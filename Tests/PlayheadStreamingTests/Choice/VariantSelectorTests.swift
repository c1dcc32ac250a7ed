import Foundation
import Testing

@testable import PlayheadStreaming

@Suite("Variant selection")
struct VariantSelectorTests {
  private static let ladder: [VariantSelector.Candidate] = [
    .init(index: 0, peak: 2_400_000, average: 2_000_000, width: 1280, height: 720),
    .init(index: 1, peak: 800_000, average: 700_000, width: 640, height: 360),
    .init(index: 2, peak: 5_500_000, average: 5_000_000, width: 1920, height: 1080),
    .init(index: 3, peak: 400_000, average: 350_000, width: 416, height: 234),
  ]

  /// Plays segments of four seconds over a link whose throughput is a function of time.
  private func play(
    _ seconds: Double, speed: (Double) -> Double
  ) -> (choices: [(at: Double, index: Int)], stalls: Double) {
    var selector = VariantSelector(Self.ladder)
    var choices: [(at: Double, index: Int)] = []
    var current: Int?
    var now = 0.0
    var ahead = 0.0
    var stalled = 0.0
    while now < seconds {
      let decision = selector.choose(current: current, buffer: .init(ahead: ahead), now: now)
      if decision.index != current { choices.append((now, decision.index)) }
      current = decision.index
      let bits = Double(Self.ladder[decision.index].average) * 4
      // A load takes as long as the link needs for its bits, in steps of a tenth of a second.
      var left = bits
      let began = now
      while left > 0 {
        left -= speed(now) / 10
        now += 0.1
      }
      selector.loaded(bytes: Int(bits / 8), seconds: now - began)
      let spent = now - began
      if began > 0 { stalled += max(0, spent - ahead) }
      ahead = max(0, ahead - (began > 0 ? spent : 0)) + 4
      // Enough is buffered: it pauses until there is capacity.
      if ahead > 30 {
        now += ahead - 30
        ahead = 30
      }
    }
    return (choices, stalled)
  }

  /// HDR10 is preferred to Dolby Vision, which is preferred to nothing.
  @Test func dolbyVisionIsTheLastChoice() throws {
    func variant(_ codecs: String, _ range: String?) -> String {
      "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"\(codecs)\"\(range.map { ",VIDEO-RANGE=\($0)" } ?? "")\nv.m3u8\n"
    }
    func eligible(_ variants: [String]) throws -> [Int] {
      let text = "#EXTM3U\n" + variants.joined()
      let url = URL(string: "https://example.com/m.m3u8")
      guard case .multivariant(let playlist) = try PlaylistParser.parse(text.utf8, url: url) else { return [] }
      return VariantSelection.eligible(playlist.variants) { _ in true }
    }
    let (dolby, hdr, sdr) = ("dvh1.05.06", "hvc1.2.4.L123", "avc1.640028")
    #expect(try eligible([variant(dolby, "PQ"), variant(hdr, "PQ")]) == [1])
    #expect(try eligible([variant(dolby, "PQ"), variant(sdr, "SDR"), variant(hdr, "PQ")]) == [1])
    #expect(try eligible([variant(sdr, nil), variant(dolby, nil)]) == [0])
    #expect(try eligible([variant("dvhe.05.03", "PQ"), variant(dolby, "PQ")]) == [0, 1])
  }

  @Test func expensiveNetworksAddTheirLimits() {
    var preferences = VariantPreferences()
    preferences.peakBitRate = 3_000_000
    preferences.maximumHeight = 360
    // The network is not asked about without such limits.
    var isAsked = false
    func isExpensive() -> Bool {
      isAsked = true
      return true
    }
    #expect(preferences.applied(isExpensive: isExpensive()) == preferences && !isAsked)
    preferences.expensiveNetworks.peakBitRate = 1_000_000
    preferences.expensiveNetworks.maximumHeight = 720
    preferences.expensiveNetworks.maximumWidth = 640
    #expect(preferences.applied(isExpensive: false) == preferences)
    let applied = preferences.applied(isExpensive: true)
    #expect(applied.peakBitRate == 1_000_000 && applied.maximumHeight == 360 && applied.maximumWidth == 640)
    var selector = VariantSelector(Self.ladder)
    selector.expected = 20_000_000
    selector.preferences = applied
    #expect(selector.choose(current: nil, buffer: .init(ahead: 0), now: 0).index == 1)
  }

  @Test func losslessAudioIsChosenOnlyWithPermission() {
    var lossless = Self.ladder[2]
    lossless.index = 9
    lossless.average = 6_000_000
    lossless.hasLosslessAudio = true
    var selector = VariantSelector(Self.ladder + [lossless])
    selector.expected = 20_000_000
    #expect(selector.choose(current: nil, buffer: .init(ahead: 0), now: 0).index == 2)
    selector.preferences.allowsLosslessAudio = true
    #expect(selector.choose(current: nil, buffer: .init(ahead: 0), now: 0).index == 9)
    // Without an alternative it plays in any case.
    var only = VariantSelector([lossless])
    #expect(only.choose(current: nil, buffer: .init(ahead: 0), now: 0).index == 9)
  }

  /// A playlist may name thousands: each would be requested before a failure is reported.
  @Test func triesAtMostTwentyVariantsWithinPenalty() {
    var selector = VariantSelector((0..<100).map { .init(index: $0, peak: 1000 + $0, average: 1000 + $0) })
    var current = selector.choose(current: nil, buffer: .init(ahead: 0), now: 0).index
    var tried: Set<Int> = [current]
    while selector.failed(current, at: 0), tried.count < 100 {
      current = selector.choose(current: current, buffer: .init(ahead: 0), now: 0).index
      tried.insert(current)
    }
    #expect(tried.count == 20)
    let mayTryAgain = selector.failed(current, at: 31)
    #expect(mayTryAgain, "their penalty is over")
  }

  @Test("8 → 1 → 8 Mbit/s: no stall, down in time, up within twenty seconds, no oscillation")
  func trace() {
    let played = play(180) { (60..<120).contains($0) ? 1_000_000 : 8_000_000 }
    #expect(played.stalls == 0)
    let before = played.choices.last { $0.at < 60 }
    #expect(before?.index == 2)
    #expect((before?.at ?? 99) <= 20)
    let slow = played.choices.filter { (60..<120).contains($0.at) }
    #expect(slow.last.map { Self.ladder[$0.index].average <= 950_000 } == true)
    let after = played.choices.filter { $0.at >= 120 }
    #expect(after.contains { $0.index == 2 && $0.at <= 145 })
    #expect(played.choices.count <= 8, "\(played.choices)")
  }

  @Test("a steady link settles on its variant", arguments: [600_000.0, 1_000_000, 3_000_000, 20_000_000])
  func steady(speed: Double) {
    let played = play(120) { _ in speed }
    let settled = played.choices.last?.index
    let requested = Self.ladder.filter { Double($0.average) <= speed * 0.8 }.max { $0.average < $1.average }
    #expect(settled == requested?.index)
    #expect((played.choices.last?.at ?? 0) < 40)
    #expect(played.stalls == 0 || speed < 2_500_000)
  }

  @Test("initial variant: a safe rate, a known estimate, or the playlist's first")
  func beginning() {
    var decision: VariantSelector.Decision
    var selector = VariantSelector(Self.ladder)
    decision = selector.choose(current: nil, buffer: .init(ahead: 0), now: 0)
    #expect(decision == .init(index: 1, reason: .first))
    selector.expected = 3_000_000
    decision = selector.choose(current: nil, buffer: .init(ahead: 0), now: 0)
    #expect(decision == .init(index: 0, reason: .first))
    selector.expected = 100_000
    decision = selector.choose(current: nil, buffer: .init(ahead: 0), now: 0)
    #expect(decision == .init(index: 3, reason: .first), "less there is not")
    selector.preferences.startsOnFirst = true
    decision = selector.choose(current: nil, buffer: .init(ahead: 0), now: 0)
    #expect(decision.index == 0)
    var odd = VariantSelector([Self.ladder[2], Self.ladder[3]])
    decision = odd.choose(current: nil, buffer: .init(ahead: 0), now: 0)
    #expect(decision.index == 3)
    odd.preferences.startsOnFirst = true
    decision = odd.choose(current: nil, buffer: .init(ahead: 0), now: 0)
    #expect(decision.index == 2)
  }

  @Test("steps up use half of the throughput with an empty buffer, four fifths with a little, nine tenths with more")
  func stepUpFractions() {
    func choice(_ speed: Double, ahead: Double, segment: Double = 4) -> Int {
      var selector = VariantSelector(Self.ladder)
      selector.loaded(bytes: Int(speed), seconds: 8)
      return selector.choose(current: 1, buffer: .init(ahead: ahead, segment: segment), now: 10).index
    }
    #expect(choice(3_900_000, ahead: 0) == 1)
    #expect(choice(4_000_000, ahead: 0) == 0)
    #expect(choice(10_000_000, ahead: 0) == 2)
    #expect(choice(6_240_000, ahead: 6) == 0)
    #expect(choice(6_250_000, ahead: 6) == 2)
    #expect(choice(5_560_000, ahead: 7.9) == 0)
    #expect(choice(5_560_000, ahead: 8) == 2)
    // As many of longer segments have to be buffered.
    #expect(choice(5_560_000, ahead: 11, segment: 6) == 0)
    #expect(choice(5_560_000, ahead: 12, segment: 6) == 2)
    #expect(choice(4_000_000, ahead: 7, segment: 8) == 0)
  }

  @Test("a small buffer needs only three fifths of itself, also after a step down")
  func smallBuffer() {
    var selector = VariantSelector(Self.ladder)
    selector.loaded(bytes: 250_000, seconds: 4)
    var decision = selector.choose(current: 2, buffer: .init(ahead: 1, segment: 1, capacity: 3), now: 100)
    #expect(decision == .init(index: 3, reason: .slower))
    for _ in 0..<20 { selector.loaded(bytes: 6_500_000, seconds: 8) }
    decision = selector.choose(current: 3, buffer: .init(ahead: 1.7, segment: 1, capacity: 3), now: 109)
    #expect(decision.index == 3)
    decision = selector.choose(current: 3, buffer: .init(ahead: 1.8, segment: 1, capacity: 3), now: 109)
    #expect(decision == .init(index: 2, reason: .faster))
  }

  @Test("after a step down: none up for eight seconds or with a small buffer, and a bold one only with more")
  func pausesAfterStepDown() {
    var selector = VariantSelector(Self.ladder)
    selector.loaded(bytes: 250_000, seconds: 4)
    var decision = selector.choose(current: 2, buffer: .init(ahead: 3), now: 100)
    #expect(decision == .init(index: 3, reason: .slower))
    for _ in 0..<20 { selector.loaded(bytes: 5_600_000, seconds: 8) }
    decision = selector.choose(current: 1, buffer: .init(ahead: 20), now: 107.9)
    #expect(decision.index == 1)
    decision = selector.choose(current: 1, buffer: .init(ahead: 5), now: 120)
    #expect(decision.index == 1, "nothing hasty any more")
    decision = selector.choose(current: 1, buffer: .init(ahead: 7), now: 108)
    #expect(decision.index == 0)
    decision = selector.choose(current: 0, buffer: .init(ahead: 7), now: 108)
    #expect(decision.index == 0)
    decision = selector.choose(current: 0, buffer: .init(ahead: 20), now: 108)
    #expect(decision.index == 2)
  }

  @Test(
    "a step up reverted within 15 s is retried later each time, and soon after it has lasted"
  )
  func revertedStepUp() {
    var selector = VariantSelector(Self.ladder)
    /// Seconds from a step down until the next bold step up.
    func rest(steppingDownAt now: Double, speed: Int = 4_500_000) -> Int? {
      for _ in 0..<20 { selector.loaded(bytes: speed, seconds: 8) }
      _ = selector.choose(current: 2, buffer: .init(ahead: 3), now: now)
      for _ in 0..<20 { selector.loaded(bytes: 5_600_000, seconds: 8) }
      return (0..<200).first { selector.choose(current: 0, buffer: .init(ahead: 20), now: now + Double($0)).index == 2 }
    }
    #expect(rest(steppingDownAt: 100) == 8)
    #expect(rest(steppingDownAt: 118) == 16, "up at 108, down after ten seconds")
    #expect(rest(steppingDownAt: 144) == 32)
    #expect(rest(steppingDownAt: 186) == 64)
    #expect(rest(steppingDownAt: 260) == 64, "not for ever")
    #expect(rest(steppingDownAt: 400) == 8)
    #expect(rest(steppingDownAt: 420, speed: 3_700_000) == 8, "a link that breaks down is no reason for regret")
  }

  @Test("low-quality segments are refetched where time and throughput allow")
  func improves() {
    var selector = VariantSelector(Self.ladder)
    var decision = selector.improves(on: 1, buffer: .init(ahead: 20, segment: 4), now: 100)
    #expect(decision == nil, "the throughput is unknown")
    selector.loaded(bytes: 10_000_000, seconds: 8)
    decision = selector.improves(on: 1, buffer: .init(ahead: 20, segment: 4), now: 100)
    #expect(decision == .init(index: 2, reason: .faster))
    decision = selector.improves(on: 0, buffer: .init(ahead: 20, segment: 4), now: 100)
    #expect(decision == nil, "720 lines are fine")
    decision = selector.improves(on: 1, buffer: .init(ahead: 7, segment: 4), now: 100)
    #expect(decision == nil, "it is due too soon")
    selector.preferences.pinned = 1
    decision = selector.improves(on: 1, buffer: .init(ahead: 20, segment: 4), now: 100)
    #expect(decision == nil)
  }

  /// A segment of four seconds of 5 Mbit/s is 2.5 MB.
  @Test("a late segment is abandoned where another variant arrives sooner")
  func abandons() {
    func decision(
      _ bytes: Int, _ seconds: Double, ahead: Double, size: Int? = 2_500_000, current: Int = 2
    ) -> VariantSelector.Decision? {
      var selector = VariantSelector(Self.ladder)
      return selector.abandons(
        .init(bytes: bytes, size: size, seconds: seconds, duration: 4), of: current, ahead: ahead, now: 50)
    }
    // 1 Mbit/s: 19 seconds more are needed.
    #expect(decision(125_000, 1, ahead: 12) == .init(index: 1, reason: .slower))
    #expect(decision(125_000, 1, ahead: 12, size: nil) == .init(index: 1, reason: .slower))
    #expect(decision(125_000, 1, ahead: 20.1) == nil, "it comes in time")
    #expect(decision(60_000, 0.5, ahead: 12) == nil, "too early to decide")
    #expect(decision(8_000, 1, ahead: 12) == nil, "nothing comes, which another variant would not change")
    #expect(decision(2_200_000, 17.6, ahead: 1) == nil, "the rest arrives sooner than a whole other one")
    #expect(decision(40_000, 1, ahead: 1, size: 175_000, current: 3) == nil, "there is nothing less")
    var selector = VariantSelector(Self.ladder)
    selector.loaded(bytes: 10_000_000, seconds: 8)
    _ = selector.abandons(.init(bytes: 125_000, size: nil, seconds: 1, duration: 4), of: 2, ahead: 3, now: 50)
    let next = selector.choose(current: 1, buffer: .init(ahead: 7), now: 55)
    #expect(next.index == 1, "it counts as a step down")
    #expect((selector.bitsPerSecond ?? 0) < 6_000_000)
    selector.preferences.pinned = 2
    let pinned = selector.abandons(.init(bytes: 125_000, size: nil, seconds: 1, duration: 4), of: 2, ahead: 3, now: 50)
    #expect(pinned == nil)
  }

  @Test("preferences limit the choice and always leave one variant")
  func preferences() {
    var decision: VariantSelector.Decision
    var selector = VariantSelector(Self.ladder)
    selector.loaded(bytes: 10_000_000, seconds: 1)
    decision = selector.choose(current: 0, buffer: .init(ahead: 20), now: 100)
    #expect(decision == .init(index: 2, reason: .faster))
    selector.preferences.peakBitRate = 1_000_000
    decision = selector.choose(current: 2, buffer: .init(ahead: 20), now: 100)
    #expect(decision == .init(index: 1, reason: .limits))
    selector.preferences.peakBitRate = 1
    decision = selector.choose(current: 2, buffer: .init(ahead: 20), now: 100)
    #expect(decision.index == 3)
    selector.preferences.peakBitRate = 0
    selector.preferences.maximumHeight = 720
    decision = selector.choose(current: 0, buffer: .init(ahead: 20), now: 100)
    #expect(decision == .init(index: 0, reason: .unchanged))
    selector.preferences.pinned = 3
    decision = selector.choose(current: 0, buffer: .init(ahead: 20), now: 100)
    #expect(decision == .init(index: 3, reason: .pinned))
  }

  @Test("a failed variant is penalized for a while; a single variant is not")
  func failure() {
    var decision: VariantSelector.Decision
    var selector = VariantSelector(Self.ladder)
    let hasOthers = selector.failed(0, at: 10)
    #expect(hasOthers)
    decision = selector.choose(current: 0, buffer: .init(ahead: 5), now: 10)
    #expect(decision == .init(index: 1, reason: .failed))
    decision = selector.choose(current: 0, buffer: .init(ahead: 5), now: 41)
    #expect(decision.index == 0)
    var only = VariantSelector([Self.ladder[0]])
    let isOver = !only.failed(0, at: 10)
    #expect(isOver)
  }

  @Test("small responses do not affect the estimate, and one slow load lowers it at once")
  func estimate() {
    var estimate = ThroughputEstimate()
    estimate.add(bytes: 100, seconds: 0.001)
    #expect(estimate.bitsPerSecond == nil)
    estimate.add(bytes: 1_000_000, seconds: 1)
    #expect(abs((estimate.bitsPerSecond ?? 0) - 8_000_000) < 1)
    estimate.add(bytes: 500_000, seconds: 4)
    let value = estimate.bitsPerSecond ?? 0
    #expect(value > 1_000_000 && value < 3_500_000)
  }

  @Test("round-trip time does not count as throughput; further server delay does")
  func latency() {
    func speed(_ loads: (bytes: Int, seconds: Double, wait: Double)...) -> Double {
      var estimate = ThroughputEstimate()
      for load in loads { estimate.add(bytes: load.bytes, seconds: load.seconds, wait: load.wait) }
      return ((estimate.bitsPerSecond ?? 0) / 1000).rounded()
    }
    #expect(speed((375_000, 0.54, 0.04)) == 6_000)
    // The same server, which has to fetch the next one from its origin: 3 Mbit in a second.
    #expect(speed((375_000, 0.54, 0.04), (375_000, 1.04, 0.94)) < 4_500)
    #expect(speed((375_000, 1.04, 0.94)) > 3_000 && speed((375_000, 1.04, 0.94)) < 6_000, "at most half of the time")
    #expect(speed((375_000, 0.5, -1)) == 6_000 && speed((375_000, 0.5, .nan)) == 6_000)
  }
}
