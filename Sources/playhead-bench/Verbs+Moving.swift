import CoreMedia
import Foundation
import PlayheadBasics
import PlayheadDump
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// Backward playback and scrubbing.
extension Verbs {
  /// Plays the last seconds backward as fast as frames can be decoded: the clock advances to the next deadline.
  static func reverse(_ url: URL, seconds: Double) throws {
    let clock = ManualClock()
    let session = PlaybackSession(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock)) {}
    let count = Count()
    session.attach(CapturingVideoSink(checksums: false) { _ in count.add() })
    let item = EngineItem(url: url)
    session.setItem(item)
    clock.settle()
    if let error = item.snapshot.error { throw error }
    let end = item.snapshot.duration
    session.seek(SeekRequest(time: end, toleranceBefore: .zero, toleranceAfter: .zero, identifier: 1))
    clock.settle()
    let (start, first) = (Measurement.milliseconds, count.value)
    session.setRate(-1)
    while session.currentTime() > max(.zero, end - CMTime(seconds: seconds, preferredTimescale: 1000)) {
      guard clock.step() else { break }
      clock.settle()
    }
    let wall = Measurement.milliseconds - start
    let shown = count.value - first
    let numbers = String(
      format: "\"frames\":%d,\"wall_ms\":%.1f,\"fps\":%.1f", shown, wall, Double(shown) * 1000 / wall)
    print("{\"tool\":\"playhead\",\"mode\":\"reverse\",\(numbers),\"hwm_kb\":\(Measurement.memory("VmHWM"))}")
    session.close()
  }

  /// Seeks exactly every 33 ms, at eight times the natural rate, without waiting for completion; counts the different
  /// frames presented, and measures the time from the last seek to its frame.
  static func scrub(_ url: URL, isForward: Bool, seconds: Double) throws {
    let player = BenchPlayer(PlaybackEnvironment(clock: SystemClock(), audio: nil))
    let item = try player.open(url).snapshot
    let length = item.duration.seconds
    let (begin, before) = (Measurement.milliseconds, player.distinctFrameCount)
    var sent = 0
    var last = CMTime.zero
    while Measurement.milliseconds - begin < seconds * 1000 {
      let distance = (Measurement.milliseconds - begin) / 1000 * 8
      let place = isForward ? length / 10 + distance : length * 9 / 10 - distance
      last = CMTime(seconds: place, preferredTimescale: 1_000_000)
      player.session.seek(SeekRequest(time: last, toleranceBefore: .zero, toleranceAfter: .zero, identifier: sent))
      sent += 1
      usleep(33_000)
    }
    let shown = player.distinctFrameCount - before
    let release = Measurement.milliseconds
    var isOver = false
    try player.wait {
      if case .seekFinished(sent - 1, _) = $0 { isOver = true }
    } until: {
      isOver
    }
    let after = Measurement.milliseconds - release
    let rate = item.info?.tracks.first { $0.kind == .video }?.video?.frameRate ?? 30
    let isExact = player.presentedFrame.flatMap { FrameNumber.read($0.frame) } == Int(saturating: last.seconds * rate)
    let numbers = String(
      format: "\"pictures\":%d,\"per_s\":%.1f,\"exact_after_ms\":%.1f,\"exact\":%@", shown, Double(shown) / seconds,
      after,
      isExact ? "true" : "false")
    print(
      "{\"tool\":\"playhead\",\"mode\":\"scrub\",\"seeks_sent\":\(sent),\(numbers),\"hwm_kb\":\(Measurement.memory("VmHWM"))}"
    )
    player.session.close()
  }

  /// Twelve positions from a linear congruential generator (Numerical Recipes), the same in every run and for every
  /// player.
  private static func drawn(_ group: Int, turn: Int) -> [Int] {
    var state = UInt32(turn + 1)
    return (0..<12).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return Int(state >> 8) % group
    }
  }

  /// Seeks exactly into a GOP, then measures twelve further seeks within it; eight GOPs. With `isRandom` the targets
  /// are random, otherwise they return to three positions, each time one frame earlier.
  static func visited(_ url: URL, group: Int, isRandom: Bool) throws {
    let player = BenchPlayer(PlaybackEnvironment(clock: SystemClock(), audio: nil))
    let info = try player.open(url).snapshot.info
    let rate = info?.tracks.first { $0.kind == .video }?.video?.frameRate ?? 30
    let groups = Int(saturating: (info?.duration.seconds ?? 0) * rate) / max(1, group)
    var report = Report(mode: "visited")
    let cpu = Measurement.cpuMilliseconds
    var identifier = 0
    for turn in 0..<8 {
      let first = turn * groups / 8 * group
      let stride = (0..<12).map { (turn * 37 + $0 * 83) % group }
      let places = [group * 3 / 4] + (isRandom ? drawn(group, turn: turn) : stride)
      for (index, place) in places.enumerated() {
        identifier += 1
        let start = Measurement.milliseconds
        let time = CMTime(seconds: Double(first + place) / rate + 0.001, preferredTimescale: 1_000_000)
        try player.seek(to: time, isExact: true, identifier: identifier)
        guard index > 0 else { continue }
        report.times.append(Measurement.milliseconds - start)
        if player.presentedFrame.flatMap({ FrameNumber.read($0.frame) }) == first + place { report.exact += 1 }
      }
    }
    report.cpu = Measurement.cpuMilliseconds - cpu
    print(report.text)
    player.session.close()
  }
}
