import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadMedia
import PlayheadTesting
import PlayheadText
import TestSupport
import Testing

@testable import PlayheadCaptionTracks
@testable import PlayheadClock
@testable import PlayheadEngine
@testable import PlayheadHLS
@testable import PlayheadItems

/// Selectable audio renditions and subtitles. The video is a transport stream whose times begin at ten seconds, the
/// audio renditions are packed audio with one note each, the subtitles declare their media time.
@Suite("Renditions")
struct RenditionTests {
  private static let multivariant = """
    #EXTM3U
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="One",LANGUAGE="en",AUTOSELECT=YES,DEFAULT=YES,URI="one/index.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Zwei",LANGUAGE="de",AUTOSELECT=YES,URI="two/index.m3u8"
    #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Notes",LANGUAGE="fr",CHARACTERISTICS="public.accessibility.describes-video",URI="two/index.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="en/index.m3u8"
    #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="t",NAME="Deutsch",LANGUAGE="de",FORCED=YES,AUTOSELECT=YES,URI="de/index.m3u8"
    #EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=320x180,CODECS="avc1.64001f,mp4a.40.2",AUDIO="a",SUBTITLES="t"
    v/index.m3u8

    """

  private let server: FaultServer

  init() throws {
    server = try FaultServer()
    server.serve("/index.m3u8", ServedResource(.data(Data(Self.multivariant.utf8))))
    try SlicedStream.transport("start-offset.ts").serve("/v", on: server)
    try PackedAudio(track: 1, origin: 10, seconds: 10).serve("/one", on: server)
    try PackedAudio(track: 2, origin: 10, seconds: 10).serve("/two", on: server)
    serve(
      "/en",
      [
        "00:00:00.500 --> 00:00:02.500 line:10%\nfirst",
        "00:00:00.500 --> 00:00:02.500 line:10%\nfirst\n\n00:00:03.000 --> 00:00:04.000\nsecond",
        "00:00:06.000 --> 00:00:07.000\nthird",
      ])
    serve("/de", ["00:00:01.000 --> 00:00:02.000\neins", "", ""])
  }

  /// Three segments of text; local time zero is ten seconds of the media.
  private func serve(_ folder: String, _ cues: [String]) {
    let lengths = [2, 3, 5]
    var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:5", "#EXT-X-PLAYLIST-TYPE:VOD"]
    for (index, text) in cues.enumerated() {
      lines += ["#EXTINF:\(lengths[index]),", "\(index).vtt"]
      let file = "WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n\n\(text)\n"
      server.serve("\(folder)/\(index).vtt", ServedResource(.data(Data(file.utf8))))
    }
    lines.append("#EXT-X-ENDLIST")
    server.serve("\(folder)/index.m3u8", ServedResource(.data(Data(lines.joined(separator: "\n").utf8))))
  }

  private var paths: [String] { server.requests.map(\.path) }

  private static func strength(_ note: Double, _ run: StreamRun, from: Double, to: Double) -> Double {
    let samples = run.audioBlocks.filter { $0.time.seconds >= from && $0.time.seconds < to }.flatMap(\.samples)
    return Tone.amplitude(of: note, in: samples, sampleRate: 48_000, channels: 2)
  }

  @Test("every rendition is a track with the playlist's name, language and attributes; only playing ones are fetched")
  func tracks() throws {
    let run = StreamRun(server.url("/index.m3u8"))
    run.run(seconds: 0.5)
    let info = try #require(run.item.snapshot.info)
    #expect(info.tracks.map(\.kind) == [.video, .audio, .audio, .audio, .text, .text])
    #expect(info.tracks.map(\.title) == [nil, "One", "Zwei", "Notes", "English", "Deutsch"])
    #expect(info.tracks.map(\.languageTag) == [nil, "en", "de", "fr", "en", "de"])
    #expect(info.tracks.map(\.trackID) == [1, 2, 3, 4, 5, 6])
    #expect(info.tracks.filter(\.isDefault).map(\.title).contains("One"))
    #expect(info.tracks.filter { $0.kind == .audio && $0.isDefault }.count == 1)
    #expect(info.tracks.map(\.isForced) == [false, false, false, false, false, true])
    #expect(info.tracks[3].taggedCharacteristics == ["public.accessibility.describes-video"])
    #expect(info.tracks.map(\.requiresManualSelection) == [false, false, false, true, false, false])
    #expect(run.item.snapshot.audioTrack == 1)
    #expect(!paths.contains { $0.hasPrefix("/two") || $0.hasPrefix("/en") || $0.hasPrefix("/de") })
  }

  @Test("switching audio while playing: no gap, no lost frame, and no frame is fetched again")
  func switchesAudio() throws {
    let run = StreamRun(server.url("/index.m3u8"))
    run.run(seconds: 3)
    run.item.choose { $0.audible = .track(2) }
    run.session.trackSelectionChanged(of: run.item)
    run.run(seconds: 12)
    #expect(run.item.snapshot.audioTrack == 2)
    #expect(run.hasEnded && !run.hasStalled)
    #expect(Self.strength(440, run, from: 2, to: 2.9) > 0.015)
    #expect(Self.strength(349.23, run, from: 2, to: 2.9) < 0.01)
    #expect(Self.strength(349.23, run, from: 3.5, to: 4.4) > 0.015)
    #expect(Self.strength(440, run, from: 3.5, to: 4.4) < 0.01)
    let ends = run.audioBlocks.map { $0.time.seconds + Double($0.samples.count / 2) / 48_000 }
    #expect(zip(ends, run.audioBlocks.dropFirst()).allSatisfy { abs($1.time.seconds - $0) < 0.01 })
    let times = run.frames.map(\.time.seconds)
    #expect(times.count == 300 && times == times.sorted())
    let segments = paths.filter { $0.hasPrefix("/v/") }
    #expect(Set(segments).count == segments.count)
    #expect(!paths.contains("/two/0.aac"))
  }

  @Test("an audio rendition selected before opening is the only one fetched")
  func chosenBefore() throws {
    let run = StreamRun(server.url("/index.m3u8")) { item in item.choose { $0.audible = .track(2) } }
    run.run(seconds: 2)
    #expect(run.item.snapshot.audioTrack == 2)
    #expect(Self.strength(349.23, run, from: 0.5, to: 1.5) > 0.015)
    #expect(!paths.contains { $0.hasPrefix("/one/") })
  }

  private static func text(_ run: StreamRun, at seconds: Double) -> [String] {
    run.item.captions.wholeScene(at: CMTime(seconds: seconds, preferredTimescale: 1000)).layers
      .flatMap { $0.cues.map(\.cue.text) }
  }

  @Test("the selected subtitles show at their times, a switch applies at once, and none is prefetched")
  func shown() throws {
    let run = StreamRun(server.url("/index.m3u8")) { item in item.choose { $0.legible = .track(4) } }
    run.run(seconds: 1)
    #expect([0.4, 0.6, 2.4, 2.6, 3.5].map { Self.text(run, at: $0) } == [[], ["first"], ["first"], [], ["second"]])
    #expect(!paths.contains { $0.hasPrefix("/de/") })
    run.item.choose { $0.legible = .track(5) }
    run.session.trackSelectionChanged(of: run.item)
    run.run(seconds: 0.1)
    #expect(Self.text(run, at: 1.5) == ["eins"] && Self.text(run, at: 0.6).isEmpty)
    run.item.choose { $0.legible = .none }
    run.session.trackSelectionChanged(of: run.item)
    run.run(seconds: 0.1)
    #expect(Self.text(run, at: 1.5).isEmpty)
    #expect(!run.hasStalled && run.failure == nil)
  }

  @Test("the active subtitle is shown after a seek, also while paused")
  func shownAfterSeek() throws {
    let run = StreamRun(server.url("/index.m3u8")) { item in item.choose { $0.legible = .track(4) } }
    run.session.setRate(0)
    run.run(seconds: 0.5)
    run.seek(to: 6.5)
    run.run(seconds: 0.5)
    #expect(Self.text(run, at: 6.5) == ["third"])
    run.seek(to: 2.2)
    run.run(seconds: 0.5)
    #expect(Self.text(run, at: 2.2) == ["first"])
  }

  /// The subtitle packets and the video packets read, in order.
  private func read(_ track: Int, seek: Double? = nil) throws -> [(start: Double, end: Double, text: String)] {
    var environment = PlaybackEnvironment(clock: ManualClock(), audio: nil)
    environment.limits.stream.secondsAhead = 100
    let source = try StreamingReader(
      EngineItem(url: server.url("/index.m3u8")), environment,
      control: StreamControl(gate: environment.clock.makeGate("test")))
    source.setActiveTracks([0, 1, track])
    if let seek { try source.seek(to: CMTime(seconds: seek, preferredTimescale: 1000), track: 0) }
    var cues: [(Double, Double, String)] = []
    while let packet = try source.read() {
      guard packet.streamIndex == track else { continue }
      let end = packet.presentationTime + packet.duration
      let settings = String(decoding: packet.cueSettings, as: UTF8.self)
      cues.append(
        (packet.presentationTime.seconds, end.seconds, String(decoding: packet.bytes, as: UTF8.self) + settings))
    }
    return cues
  }

  @Test("cues are on the video timeline, each once, and found by time")
  func cues() throws {
    let all = try read(4)
    #expect(all.map(\.text) == ["firstline:10%", "second", "third"])
    #expect(all.map(\.start) == [0.5, 3, 6] && all.map(\.end) == [2.5, 4, 7])
    #expect(try read(5).map(\.text) == ["eins"])
    #expect(try read(4, seek: 2.2).map(\.text) == ["firstline:10%", "second", "third"])
    #expect(try read(4, seek: 5.5).map(\.text) == ["third"])
  }

  @Test("a selected subtitle is read along with the video, and another one follows while it plays")
  func shownText() throws {
    let run = StreamRun(server.url("/index.m3u8")) { item in item.choose { $0.legible = .track(4) } }
    func texts(at seconds: Double) -> [String] {
      let time = CMTime(seconds: seconds, preferredTimescale: 1000)
      return run.item.captions.scene(at: time).layers.flatMap { $0.cues.map(\.cue.text) }
    }
    run.run(seconds: 1)
    #expect(texts(at: 1) == ["first"])
    run.run(seconds: 2.5)
    #expect(texts(at: 3.5) == ["second"] && texts(at: 5).isEmpty)
    run.seek(to: 1)
    run.run(seconds: 0.5)
    run.item.choose { $0.legible = .track(5) }
    run.session.trackSelectionChanged(of: run.item)
    run.run(seconds: 0.5)
    #expect(texts(at: 1.5) == ["eins"])
    run.item.choose { $0.legible = .none }
    run.session.trackSelectionChanged(of: run.item)
    run.run(seconds: 0.5)
    #expect(texts(at: 1.5).isEmpty && !run.hasStalled)
  }

  @Test("unavailable subtitles are omitted, and the video plays")
  func missingText() throws {
    server.serve("/en/1.vtt", ServedResource(.data(Data("nonsense".utf8))))
    var gone = ServedResource(.data(Data()))
    gone.lastingFault = .status(404)
    server.serve("/en/0.vtt", gone)
    #expect(try read(4).map(\.text) == ["third"])
    server.serve("/en/index.m3u8", gone)
    #expect(try read(4).isEmpty)
  }

  @Test("all captions of a stream are read without playing it")
  func captions() throws {
    let captions = try #require(try CaptionReader.read(server.url("/index.m3u8")))
    #expect(captions.track?.title == "English")
    #expect(captions.document.cues.map(\.source) == ["first", "second", "third"])
    #expect(captions.document.cues.map(\.start.seconds) == [0.5, 3, 6])
    #expect(captions.document.cues.first?.layout.line == .percent(10))
    #expect(try CaptionReader.read(server.url("/index.m3u8"), trackID: 6)?.document.cues.map(\.source) == ["eins"])
    #expect(try CaptionReader.read(server.url("/index.m3u8"), trackID: 9) == nil)
  }
}
