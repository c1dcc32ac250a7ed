import AVFoundation
import PlayheadTesting
import Synchronization
import Testing

/// Events play at their time through the player's views, and the primary item resumes.
@Suite("Interstitial events")
struct InterstitialTests {
  @Test("at its time an event interrupts the item, plays completely, and the item resumes there")
  func time() throws {
    let scene = try InterstitialScene()
    scene.controller.events = [
      AVPlayerInterstitialEvent(
        primaryItem: scene.item, identifier: "ad", time: .seconds(3), templateItems: [scene.ad()],
        resumptionOffset: .zero)
    ]
    scene.open()
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    #expect(scene.stage.player.currentTime() == .seconds(3))
    #expect(scene.stage.player.rate == 1)
    #expect(scene.stage.player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
    #expect(scene.stage.player.reasonForWaitingToPlay == .interstitialEvent)
    scene.stage.run(1)
    #expect(scene.monitor.interstitialPlayer.rate == 1)
    #expect(scene.monitor.interstitialPlayer.currentTime() > .seconds(0.5))
    #expect(scene.stage.player.currentTime() == .seconds(3))
    #expect(scene.playToEnd())
    // 30 frames a second: three seconds, the whole advertisement, the rest.
    #expect(scene.runs == [0...89, 0...299, 89...299])
    #expect(scene.stage.eventLog.lines == ["events ad", "current ad", "current nil"])
    #expect(scene.stage.player.timeControlStatus == .paused)
  }

  @Test("an event by date from the stream, with resumption offset and playout limit")
  func dateRange() throws {
    let scene = try InterstitialScene([
      #"#EXT-X-DATERANGE:ID="d",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:02Z","#
        + #"X-ASSET-URI="ad.m3u8",X-RESUME-OFFSET=5,X-PLAYOUT-LIMIT=4,X-COM-OWN="mine""#
    ])
    scene.open()
    let event = try #require(scene.monitor.events.first)
    #expect(event.identifier == "d" && event.userDefinedAttributes["X-COM-OWN"] as? String == "mine")
    #expect(event.date == ISO8601DateFormatter().date(from: "2024-01-01T00:00:02Z") && !event.time.isValid)
    #expect(event.resumptionOffset.seconds == 5 && event.playoutLimit.seconds == 4)
    #expect(scene.playToEnd())
    // Two seconds; four of the advertisement; on from the seventh second.
    #expect(scene.runs == [0...59, 0...119, 209...299])
    #expect(scene.stage.eventLog.lines == ["events d", "current d", "current nil"])
  }

  /// RFC 3986 §5.1.3: relative to the document that names it.
  @Test("a relative URL is resolved against the playlist that contains it, not the multivariant one")
  func relative() throws {
    let scene = try InterstitialScene(
      [
        #"#EXT-X-DATERANGE:ID="d",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:02Z","#
          + #"X-ASSET-URI="../ad.m3u8",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=1"#
      ], variantIn: "low/deep")
    let ad = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n/ad.ts\n#EXT-X-ENDLIST"
    scene.server.serve("/low/ad.m3u8", ServedResource(.data(Data(ad.utf8))))
    scene.open()
    #expect(scene.playToEnd())
    #expect(scene.runs == [0...59, 0...29, 59...299])
    #expect(scene.server.requests.contains { $0.path == "/low/ad.m3u8" })
  }

  @Test("a list of assets is fetched and reported, and its assets play in sequence")
  func assetList() throws {
    let scene = try InterstitialScene([
      #"#EXT-X-DATERANGE:ID="l",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:01Z","#
        + #"X-ASSET-LIST="list.json",X-RESUME-OFFSET=0,X-PLAYOUT-LIMIT=12"#
    ])
    let list = #"{"ASSETS":[{"URI":"ad.m3u8","DURATION":10},{"URI":"ad2.m3u8","DURATION":10}],"X-OWN":"x"}"#
    scene.server.serve("/list.json", ServedResource(.data(Data(list.utf8))))
    let posted = Mutex<[Int]>([])
    let token = NotificationCenter.default.addObserver(
      forName: AVPlayerInterstitialEventMonitor.assetListResponseStatusDidChangeNotification, object: scene.monitor,
      queue: nil
    ) { note in
      let key = AVPlayerInterstitialEventMonitorAssetListResponseStatusDidChangeStatusKey
      posted.withLock { $0.append((note.userInfo?[key] as? NSNumber)?.intValue ?? -1) }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    scene.open()
    #expect(scene.playToEnd())
    // All of the first, two seconds of the second.
    #expect(scene.runs == [0...29, 0...299, 0...59, 29...299])
    #expect(posted.withLock { $0 } == [0])
    #expect(scene.monitor.events.first?.assetListResponse?["X-OWN"] as? String == "x")
    let requested = try #require(scene.server.requests.first { $0.path.hasPrefix("/list.json") })
    #expect(requested.target.contains("_HLS_primary_id="))
  }

  @Test("preroll and postroll events play before the end is reported")
  func cues() throws {
    let scene = try InterstitialScene([
      #"#EXT-X-DATERANGE:ID="pre",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:00Z","#
        + #"X-ASSET-URI="ad.m3u8",X-PLAYOUT-LIMIT=1,CUE="PRE""#,
      #"#EXT-X-DATERANGE:ID="post",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:00Z","#
        + #"X-ASSET-URI="ad.m3u8",X-PLAYOUT-LIMIT=2,CUE="POST""#,
    ])
    scene.open()
    #expect(scene.playToEnd())
    // While paused, the first frame of the item is shown; then nothing of it before the advertisement.
    #expect(scene.runs == [0...0, 0...29, 0...299, 0...59, 299...299])
    #expect(
      scene.stage.eventLog.lines == ["events pre post", "current pre", "current nil", "current post", "current nil"])
  }

  @Test("without an offset the item resumes after the elapsed playback time")
  func elapsed() throws {
    let scene = try InterstitialScene()
    scene.controller.events = [
      AVPlayerInterstitialEvent(
        primaryItem: scene.item, identifier: "ad", time: .seconds(2), templateItems: [scene.ad()],
        playoutLimit: .seconds(3))
    ]
    scene.open()
    #expect(scene.playToEnd())
    // About three seconds elapsed, so the item resumes about five seconds in.
    #expect(scene.runs.count == 3 && Array(scene.runs.prefix(2)) == [0...59, 0...89])
    let last = try #require(scene.runs.last)
    #expect((149...160).contains(last.lowerBound) && last.upperBound == 299)
  }

  @Test("pausing and muting the player apply to the event")
  func followsPauseAndMute() throws {
    let scene = try InterstitialScene()
    scene.controller.events = [
      AVPlayerInterstitialEvent(
        primaryItem: scene.item, identifier: "ad", time: .seconds(1), templateItems: [scene.ad()])
    ]
    scene.open()
    scene.stage.player.volume = 0.5
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    scene.stage.run(1)
    scene.stage.player.pause()
    scene.stage.player.isMuted = true
    let player = scene.monitor.interstitialPlayer
    #expect(player.rate == 0 && player.volume == 0.5 && player.isMuted)
    let time = player.currentTime()
    scene.stage.run(2)
    #expect(player.currentTime() == time && scene.stage.player.timeControlStatus == .paused)
    scene.stage.player.play()
    scene.stage.run(1)
    #expect(player.currentTime() > time)
  }

  @Test(
    "§3.4 an interruption leaves the rate unchanged: only waiting, its reason and the end of both are reported"
  )
  @MainActor func interruption() throws {
    let scene = try InterstitialScene()
    let player = scene.stage.player
    scene.controller.events = [
      AVPlayerInterstitialEvent(
        primaryItem: scene.item, identifier: "ad", time: .seconds(3), templateItems: [scene.ad()],
        resumptionOffset: .zero)
    ]
    scene.open()
    player.rate = 1.5
    #expect(scene.stage.run { player.currentTime().seconds > 1 })
    let posted = EventLog()
    let tokens = [
      player.observe(\.rate) { player, _ in posted.add("rate \(player.rate)") },
      player.observe(\.timeControlStatus) { player, _ in
        posted.add(player.timeControlStatus == .playing ? "playing" : "waiting")
      },
      player.observe(\.reasonForWaitingToPlay) { player, _ in
        posted.add("reason \(player.reasonForWaitingToPlay == .interstitialEvent ? "event" : "nil")")
      },
      scene.item.observe(\.tracks) { _, _ in posted.add("tracks") },
      scene.item.observe(\.presentationSize) { _, _ in posted.add("size") },
    ]
    let notice = NotificationCenter.default.addObserver(
      forName: AVPlayer.rateDidChangeNotification, object: player, queue: nil
    ) { _ in posted.add("rateDidChange") }
    defer {
      for token in tokens { token.invalidate() }
      NotificationCenter.default.removeObserver(notice)
    }
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    #expect(player.rate == 1.5 && scene.item.timebase.map { CMTimebaseGetRate($0) } == 0)
    #expect(scene.stage.run { scene.monitor.currentEvent == nil })
    #expect(scene.stage.run { player.currentTime().seconds > 4 })
    // Both properties change at once.
    #expect(Set(posted.lines.prefix(2)) == ["waiting", "reason event"])
    #expect(Set(posted.lines.dropFirst(2)) == ["playing", "reason nil"] && posted.lines.count == 4, "\(posted.lines)")
    #expect(player.rate == 1.5)
  }

  @Test("§3.4 setting the rate to 0 during an event leaves the item paused after it")
  @MainActor func pausedInside() throws {
    let scene = try InterstitialScene()
    let player = scene.stage.player
    scene.controller.events = [
      AVPlayerInterstitialEvent(
        primaryItem: scene.item, identifier: "ad", time: .seconds(3), templateItems: [scene.ad()],
        resumptionOffset: .zero)
    ]
    scene.open()
    player.play()
    #expect(scene.stage.run { scene.monitor.currentEvent != nil })
    scene.stage.run(1)
    player.rate = 0
    #expect(player.timeControlStatus == .paused && player.reasonForWaitingToPlay == nil)
    scene.controller.cancelCurrentEvent(withResumptionOffset: .zero)
    scene.stage.run(2)
    #expect(scene.monitor.currentEvent == nil && player.rate == 0 && player.timeControlStatus == .paused)
    #expect(player.currentTime() == .seconds(3))
  }

  @Test("a program cancels an event")
  func cancel() throws {
    let scene = try InterstitialScene()
    scene.controller.events = [
      AVPlayerInterstitialEvent(
        primaryItem: scene.item, identifier: "ad", time: .seconds(1), templateItems: [scene.ad()])
    ]
    scene.open()
    scene.stage.player.play()
    #expect(scene.stage.run { scene.monitor.interstitialPlayer.currentTime() >= .seconds(1) })
    scene.controller.cancelCurrentEvent(withResumptionOffset: .seconds(4))
    scene.stage.settle()
    #expect(scene.monitor.currentEvent == nil)
    #expect(scene.playToEnd())
    let last = try #require(scene.runs.last)
    #expect(last == 149...299)
    #expect(scene.monitor.interstitialPlayer.currentItem == nil)
  }

  @Test("an unreachable asset is skipped with an error log entry of the item", arguments: [false, true])
  func unreachable(isList: Bool) throws {
    let source = isList ? #"X-ASSET-LIST="none.json""# : #"X-ASSET-URI="none.m3u8""#
    let scene = try InterstitialScene([
      #"#EXT-X-DATERANGE:ID="gone",CLASS="com.apple.hls.interstitial",START-DATE="2024-01-01T00:00:02Z",\#(source)"#
    ])
    scene.open()
    #expect(scene.playToEnd())
    #expect(scene.runs == [0...59, 59...299])
    let entry = try #require(scene.item.errorLog()?.events.last)
    #expect(entry.uri?.contains("none") == true && entry.errorStatusCode == -12938)
    #expect(scene.stage.eventLog.lines == ["events gone", "current gone", "current nil"])
  }

  @Test("a broken one of several assets is skipped")
  func partlyBroken() throws {
    let scene = try InterstitialScene()
    scene.controller.events = [
      AVPlayerInterstitialEvent(
        primaryItem: scene.item, identifier: "ad", time: .seconds(1),
        templateItems: [scene.ad("none"), scene.ad()], resumptionOffset: .zero, playoutLimit: .seconds(2))
    ]
    scene.open()
    #expect(scene.playToEnd())
    #expect(scene.runs == [0...29, 0...59, 29...299])
    #expect(scene.item.errorLog()?.events.count == 1)
  }
}
