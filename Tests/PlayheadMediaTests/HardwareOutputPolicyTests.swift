import CoreMedia
import PlayheadMedia
import Testing

/// The decisions about hardware decoders, without a decoder. Packets are numbers.
@Suite struct HardwareOutputPolicyTests {
  typealias Policy = HardwareOutputPolicy<Int>

  /// Sends packets with these times; those in `syncs` are sync samples. Returns the first failure.
  private func send(
    _ policy: inout Policy, _ times: [Int64], syncs: Set<Int64> = [], bytes: Int = 1
  ) -> HardwareDecodingFailure? {
    for time in times {
      let failure = policy.add(
        Int(time), .init(time: time, byteCount: bytes, isSync: syncs.contains(time), skipsNonReference: false))
      if let failure { return failure }
    }
    return nil
  }

  @Test("frames in presentation order are accepted") func framesInOrderAreAccepted() {
    var policy = Policy(hasGradualRefresh: false)
    #expect(send(&policy, [0, 3, 1, 2], syncs: [0]) == nil)
    for time in 0...3 as ClosedRange<Int64> { #expect(policy.accept(time: time, isInterlaced: false) == nil) }
    #expect(policy.end() == nil)
  }

  @Test("frames with unknown times are rejected") func framesWithUnknownTimesAreRejected() {
    var policy = Policy(hasGradualRefresh: false)
    #expect(send(&policy, [0, 1], syncs: [0]) == nil)
    #expect(policy.accept(time: 7, isInterlaced: false) == .unexpectedTime)
    #expect(policy.accept(time: nil, isInterlaced: false) == .unexpectedTime)
    #expect(policy.accept(time: 0, isInterlaced: false) == nil)
    #expect(policy.accept(time: 0, isInterlaced: false) == .unexpectedTime)
  }

  @Test("a frame that did not come out is noticed by the next one and at the end") func missingFramesAreNoticed() {
    var policy = Policy(hasGradualRefresh: false)
    #expect(send(&policy, [0, 1, 2], syncs: [0]) == nil)
    #expect(policy.accept(time: 0, isInterlaced: false) == nil)
    #expect(policy.accept(time: 2, isInterlaced: false) == .missingFrame)
    #expect(policy.end() == .missingFrame)
  }

  @Test("second fields need no frame of their own") func secondFieldsNeedNoFrame() {
    var policy = Policy(hasGradualRefresh: false)
    #expect(send(&policy, [0, 1, 2, 3], syncs: [0]) == nil)
    #expect(policy.accept(time: 0, isInterlaced: true) == nil)
    #expect(policy.accept(time: 2, isInterlaced: true) == nil)
    #expect(policy.end() == nil)
  }

  @Test("leading frames, skipped frames and discarded frames may be left out") func optionalFramesMayBeLeftOut() {
    var policy = Policy(hasGradualRefresh: false)
    #expect(send(&policy, [5, 3, 4], syncs: [5]) == nil)
    #expect(policy.add(6, .init(time: 6, byteCount: 1, isSync: false, skipsNonReference: true)) == nil)
    #expect(
      policy.add(7, .init(time: 7, byteCount: 1, isSync: false, isDiscarded: true, skipsNonReference: false)) == nil)
    #expect(send(&policy, [8]) == nil)
    #expect(policy.accept(time: 5, isInterlaced: false) == nil)
    #expect(policy.accept(time: 8, isInterlaced: false) == nil)
    #expect(policy.end() == nil)
  }

  @Test("packets are retained from the sync sample that has come out") func packetsAreRetainedFromSyncSample() {
    for (hasGradualRefresh, expected) in [(false, [4, 5, 6]), (true, [0, 1, 4, 5, 6])] {
      var policy = Policy(hasGradualRefresh: hasGradualRefresh)
      #expect(send(&policy, [0, 1, 4, 5, 6], syncs: [0, 4]) == nil)
      for time in [0, 1] as [Int64] { #expect(policy.accept(time: time, isInterlaced: false) == nil) }
      #expect(policy.entries.map(\.packet) == [0, 1, 4, 5, 6])
      #expect(policy.accept(time: 4, isInterlaced: false) == nil)
      #expect(policy.entries.map(\.packet) == expected)
      // Software decodes all of them: a leading frame, a delivered one, and two new ones.
      var filter = policy.filter
      #expect([3, 4, 5, 6].map { filter.delivers($0) } == [hasGradualRefresh, false, true, true])
    }
  }

  @Test("limits are reached before packets are lost") func limitsAreReachedBeforePacketsAreLost() {
    var limits = Policy.Limits()
    limits.bytes = 10
    var policy = Policy(hasGradualRefresh: false, limits: limits)
    #expect(send(&policy, [0, 1, 2], syncs: [0], bytes: 4) == .longGroup)
    #expect(policy.entries.count == 3)
    // With a sync sample that has come out the earlier packets are not needed.
    policy = Policy(hasGradualRefresh: true, limits: limits)
    #expect(send(&policy, [0, 1], syncs: [0, 1], bytes: 4) == nil)
    for time in [0, 1] as [Int64] { #expect(policy.accept(time: time, isInterlaced: false) == nil) }
    #expect(send(&policy, [2], bytes: 4) == nil)
    #expect(policy.entries.map(\.packet) == [1, 2])
  }

  @Test("a decoder without output is noticed") func decoderWithoutOutputIsNoticed() {
    var limits = Policy.Limits()
    limits.inFlight = 5
    var policy = Policy(hasGradualRefresh: false, limits: limits)
    #expect(send(&policy, Array(0..<5), syncs: [0]) == nil)
    #expect(send(&policy, [5]) == .noOutput)
    #expect(policy.entries.count == 6)
  }

  @Test("packets without times cannot be taken over") func packetsWithoutTimesCannotBeTakenOver() {
    var policy = Policy(hasGradualRefresh: false)
    #expect(policy.add(0, .init(time: nil, byteCount: 1, isSync: true, skipsNonReference: false)) == .missingTime)
    #expect(policy.entries.count == 1)
  }

  @Test("equal times are counted") func equalTimesAreCounted() {
    var policy = Policy(hasGradualRefresh: false)
    #expect(send(&policy, [0, 1, 1, 2], syncs: [0]) == nil)
    for time in [0, 1] as [Int64] { #expect(policy.accept(time: time, isInterlaced: false) == nil) }
    var filter = policy.filter
    #expect([0, 1, 1, 2].map { filter.delivers($0) } == [false, false, true, true])
  }

  @Test("a filter ends with the first new frame") func filterEndsWithFirstNewFrame() {
    var filter = DeliveredFrameFilter([3, 4], floor: 3)
    #expect([1, 3, 4, 5, 1].map { filter.delivers($0) } == [false, false, false, true, true])
    var none = DeliveredFrameFilter()
    #expect(none.delivers(0) && none.delivers(nil))
  }
}

/// The choice of hardware, and its end.
@Suite struct HardwareDecodingPolicyTests {
  private func track(_ codec: String, _ width: Int, _ height: Int) -> TrackInfo {
    TrackInfo(
      index: 0, trackID: 1, kind: .video, codecName: codec, codecTag: 0, isDecodable: true, isDefault: true,
      isForced: false, isAttachedPicture: false, timeRange: .zero, timescale: 1, dataRate: 0, metadata: [:],
      video: TrackInfo.VideoInfo(
        width: width, height: height, pixelAspect: .square, transform: .identity, frameRate: 0,
        minFrameDuration: .invalid, color: .unspecified))
  }

  private func interfaces(
    _ choice: HardwareDecoding, _ track: TrackInfo, hasAlpha: Bool = false, present: Set<HardwareInterface>
  ) -> [HardwareInterface] {
    HardwareDecodingPolicy.interfaces(choice, for: track, hasAlpha: hasAlpha) { present.contains($0) }
  }

  @Test("automatic choice takes present devices for large video") func automaticChoiceTakesPresentDevices() {
    let large = track("hevc", 1920, 1080)
    #expect(interfaces(.automatic, large, present: [.nvdec, .vaapi]) == [.vaapi, .nvdec])
    #expect(interfaces(.automatic, large, present: []) == [])
    #expect(interfaces(.automatic, track("hevc", 640, 480), present: [.vaapi]) == [])
    #expect(interfaces(.automatic, track("mpeg2video", 1920, 1080), present: [.vaapi]) == [])
    #expect(interfaces(.automatic, track("h264", .max, .max), present: [.vaapi]) == [])
  }

  @Test("a named interface is tried for all moving video") func namedInterfaceIsTried() {
    #expect(interfaces(.nvdec, track("mpeg2video", 320, 240), present: []) == [.nvdec])
    #expect(interfaces(.nvdec, track("mjpeg", 1920, 1080), present: [.nvdec]) == [])
    #expect(interfaces(.off, track("h264", 1920, 1080), present: [.nvdec]) == [])
    #expect(interfaces(.nvdec, track("vp9", 1920, 1080), hasAlpha: true, present: [.nvdec]) == [])
  }

  @Test("a device is unusable after three of its failures") func deviceIsUnusableAfterThreeFailures() {
    var health = HardwareDeviceHealth()
    for _ in 0..<5 { health.note(.unsupported) }
    #expect(health.isUsable)
    for _ in 0..<2 { health.note(.receiving("")) }
    #expect(health.isUsable)
    health.note(.noOutput)
    #expect(!health.isUsable)
  }
}
