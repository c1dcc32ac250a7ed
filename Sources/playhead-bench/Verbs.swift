import CoreMedia
import Foundation
import PlayheadDump
import PlayheadEngine
import PlayheadItems
import PlayheadMedia
import PlayheadPipeline

/// The measurements that need no display. Each matches the programs of the other players for the same verb.
enum Verbs {
  /// A player in real time without audio.
  private static func silent() -> BenchPlayer { BenchPlayer(PlaybackEnvironment(clock: SystemClock(), audio: nil)) }

  /// Opens paused, shows the first frame and ends.
  static func first(_ url: URL) throws {
    let player = silent()
    _ = try player.open(url)
    print("first \(player.presentedFrame?.frame.presentationTime.seconds ?? -1)")
    player.session.close()
  }

  /// Seeks in a paused item, one seek at a time, and reads the frame number of each result.
  static func seek(_ url: URL, isExact: Bool, count: Int) throws {
    let player = silent()
    let info = try player.open(url).snapshot.info
    let rate = info?.tracks.first { $0.kind == .video }?.video?.frameRate ?? 30
    var targets = SeekTargets(seconds: info?.duration.seconds ?? 0, rate: rate)
    var report = Report(mode: isExact ? "exact" : "key")
    let cpu = Measurement.cpuMilliseconds
    for identifier in 0..<count {
      let target = targets.next()
      let time = CMTime(seconds: Double(target) / rate + 0.001, preferredTimescale: 1_000_000)
      let start = Measurement.milliseconds
      try player.seek(to: time, isExact: isExact, identifier: identifier)
      report.times.append(Measurement.milliseconds - start)
      if player.presentedFrame.flatMap({ FrameNumber.read($0.frame) }) == target { report.exact += 1 }
    }
    report.cpu = Measurement.cpuMilliseconds - cpu
    print(report.text)
    player.session.close()
  }

  /// Opens, shows the first frame and closes, repeatedly in one process.
  static func open(_ url: URL, count: Int) throws {
    var report = Report(mode: "open")
    let cpu = Measurement.cpuMilliseconds
    for round in 1...count {
      let start = Measurement.milliseconds
      let player = silent()
      _ = try player.open(url)
      report.times.append(Measurement.milliseconds - start)
      player.session.close()
      guard [1, 10, 50, count].contains(round) else { continue }
      let memory = "open \(round) rss_kb \(Measurement.memory("VmRSS")) hwm_kb \(Measurement.memory("VmHWM"))\n"
      FileHandle.standardError.write(Data(memory.utf8))
    }
    report.cpu = Measurement.cpuMilliseconds - cpu
    print(report.text)
  }

  /// Plays frames as fast as they can be decoded: the clock advances to the next deadline.
  static func decode(_ url: URL, seconds: Double) throws {
    let clock = ManualClock()
    let session = PlaybackSession(environment: PlaybackEnvironment(clock: clock, audio: nil, delivery: clock)) {}
    let count = Count()
    let sink = CapturingVideoSink(checksums: false) { _ in count.add() }
    let start = Measurement.milliseconds
    session.attach(sink)
    session.setItem(EngineItem(url: url))
    session.setRate(1)
    try playOut(session, clock, seconds: seconds)
    let wall = Measurement.milliseconds - start
    let cpu = Measurement.cpuMilliseconds / 1000
    let rate = Double(count.value) * 1000 / wall
    let numbers = String(
      format: "\"frames\":%d,\"wall_ms\":%.1f,\"cpu_s\":%.3f,\"fps\":%.1f", count.value, wall, cpu, rate)
    print("{\"tool\":\"playhead\",\"mode\":\"decode\",\(numbers),\"hwm_kb\":\(Measurement.memory("VmHWM"))}")
    session.close()
  }

  /// Plays in real time with audio, without displaying frames. Reports the startup time and the number of stalls.
  static func play(_ url: URL, seconds: Double) throws {
    let start = Measurement.milliseconds
    let player = BenchPlayer(.current)
    player.session.addObserver(.boundary([CMTime(seconds: seconds, preferredTimescale: 1000)]), identifier: 1)
    player.session.setItem(EngineItem(url: url))
    player.session.setRate(1)
    var isOver = false
    var isPlaying = false
    var begun: Double?
    var stalls = 0
    try player.wait { event in
      switch event {
      case .playedToEnd, .observerFired: isOver = true
      case .sessionChanged(let snapshot):
        if isPlaying, case .waiting = snapshot.timeControl { stalls += 1 }
        isPlaying = snapshot.timeControl == .playing
        if isPlaying && begun == nil { begun = Measurement.milliseconds - start }
      default: break
      }
    } until: {
      isOver
    }
    let all = Measurement.milliseconds - start
    print(String(format: "began after %.0f ms, over after %.0f ms, stalls %d", begun ?? -1, all, stalls))
    print("pictures \(player.frameCount)")
    player.session.close()
  }
}

extension Verbs {
  /// Advances the clock from deadline to deadline until the item, or the given number of seconds, has been played.
  static func playOut(_ session: PlaybackSession, _ clock: ManualClock, seconds: Double) throws {
    var isOver = false
    while !isOver {
      clock.settle()
      for event in session.takeEvents() {
        if case .itemChanged(_, let item) = event, let error = item.error { throw error }
        if case .playedToEnd = event { isOver = true }
      }
      if session.currentTime().seconds >= seconds || !clock.step() { isOver = true }
    }
  }
}
