import CoreMedia
import Foundation
import PlayheadFFmpeg
import PlayheadNetworking
import PlayheadStreaming
import Synchronization

/// One thing to play: what it is read from, and what is known of it so far. Given to one session at a time.
///
/// The session's thread writes its snapshot; anybody may read it at any time without waiting.
package final class EngineItem: Sendable {
  package let url: URL
  /// What goes along with every request for it.
  package let options: RequestOptions
  /// Whether a container that does not state its length is read through before it plays.
  package let isMeasured: Bool
  /// Whether what playing does not need is looked up before it plays.
  package let wantsDetails: Bool
  /// Seconds for which playing waits for a network that is lost before it fails.
  package var networkTimeout: Double { options.networkTimeout ?? Self.usualNetworkTimeout }
  /// A laptop that wakes needs 10 to 30 s to be back in its wireless network.
  package static let usualNetworkTimeout = 60.0
  /// What is to be read along with it.
  package let captions = ItemCaptions()
  /// What its metadata says at which time.
  package let timedMetadata = TimedMetadataFeed()
  /// What was decided about it, and what happened to it.
  package let journal = SessionJournal()
  private let state = Mutex(State())

  private struct State {
    var snapshot = ItemSnapshot()
    var timeline: VideoTimeline?
    var choice = TrackChoice()
    var bounds = ItemBounds()
    var variantWishes = VariantPreferences()
    var playlistTimeline: PlaylistTimeline?
    var pictureTakers = 0
    var log = PlaybackLog()
    var liveWishes = LiveConfiguration()
    var pitchAlgorithm = PitchAlgorithm.timeDomain
    var timebase: CMTimebase?
    var forwardBuffer: Double?
    var mix: AudioMixSettings?
    var interstitials = ItemInterstitials()

    func isDisabled(_ track: Int?) -> Bool { track.map { choice.disabled.contains($0) } ?? false }
    var isPictureDisabled: Bool { isDisabled(snapshot.videoTrack) }
  }

  package init(
    url: URL, options: RequestOptions = RequestOptions(), isMeasured: Bool = false, wantsDetails: Bool = false
  ) {
    self.url = StreamPackage.entrance(of: url)
    self.options = options
    self.isMeasured = isMeasured
    self.wantsDetails = wantsDetails
  }

  /// A document that its playing has led to, as what names further addresses.
  package func referrer(_ document: URL) -> Referrer {
    Referrer(url: document, root: options.referrer?.root ?? url)
  }

  /// What goes along with requests for something that such a document names: not the item's own secrets.
  package func options(forNamedBy document: URL?) -> RequestOptions {
    var named = RequestOptions()
    named.referrer = document.map(referrer)
    named.permissions = options.permissions
    return named
  }

  package var snapshot: ItemSnapshot { state.withLock { $0.snapshot } }
  func update(_ change: (inout ItemSnapshot) -> Void) { state.withLock { change(&$0.snapshot) } }

  /// Its pictures carry captions. False where that is known.
  func addClosedCaptions(_ found: Set<ClosedCaptionService>) -> Bool {
    state.withLock { $0.snapshot.info?.add(found) ?? false }
  }

  /// Which tracks somebody wants. A session that plays the item is told with `choiceChanged(of:)`.
  package var choice: TrackChoice { state.withLock { $0.choice } }
  package func choose(_ change: (inout TrackChoice) -> Void) { state.withLock { change(&$0.choice) } }

  /// Which part of it is played. A session that has it is told of changes with `setBounds(of:)`.
  package var bounds: ItemBounds {
    get { state.withLock { $0.bounds } }
    set { state.withLock { $0.bounds = newValue } }
  }
  package func setStart(_ time: CMTime) { state.withLock { $0.bounds.start = time } }

  /// Where playing forward ends before the item does; nil if it does not.
  package var cut: CMTime? { state.withLock { $0.bounds.cut(duration: $0.snapshot.duration) } }

  /// What is wanted of the choice between a stream's variants. Counts from the next segment on.
  package var variantWishes: VariantPreferences {
    get { state.withLock { $0.variantWishes } }
    set { state.withLock { $0.variantWishes = newValue } }
  }
  package func changeVariantWishes(_ change: (inout VariantPreferences) -> Void) {
    state.withLock { change(&$0.variantWishes) }
  }

  /// Whether no sink is to show its pictures: somebody else does. Counts those who do; a session is told with `choiceChanged(of:)`.
  package var hidesPicture: Bool { state.withLock { $0.pictureTakers > 0 } }
  package func hidePicture(_ isHidden: Bool) {
    state.withLock { $0.pictureTakers = max(0, $0.pictureTakers + (isHidden ? 1 : -1)) }
  }

  /// What is wanted of a live stream. Counts at once.
  package var liveWishes: LiveConfiguration { state.withLock { $0.liveWishes } }
  package func changeLiveWishes(_ change: (inout LiveConfiguration) -> Void) { state.withLock { change(&$0.liveWishes) } }

  /// What else is played at which place. A session that plays the item is told with `interstitialsChanged(of:)`.
  package var interstitials: ItemInterstitials { state.withLock { $0.interstitials } }
  package func changeInterstitials(_ change: (inout ItemInterstitials) -> Void) {
    state.withLock { change(&$0.interstitials) }
  }
  func takeScheduleAnswers() -> [ScheduleAnswer] {
    state.withLock { state in
      defer { state.interstitials.answers = [] }
      return state.interstitials.answers
    }
  }

  /// Which dates a stream's times have; nil for everything else.
  package internal(set) var playlistTimeline: PlaylistTimeline? {
    get { state.withLock { $0.playlistTimeline } }
    set { state.withLock { $0.playlistTimeline = newValue } }
  }

  /// Tells whether `dateRanges` may be others than before; nil for what is no stream.
  package var dateRangesVersion: [Int]? {
    state.withLock { state in state.playlistTimeline.map { [$0.version, state.interstitials.ranges.version] } }
  }
  /// The date ranges of a stream: in the order of its playlist, then those of the documents that it names.
  package var dateRanges: [DateRange] {
    state.withLock { ($0.playlistTimeline?.playlist.dateRanges ?? []) + $0.interstitials.ranges.all }
  }

  /// What was fetched for it, and what went wrong.
  package var log: PlaybackLog { state.withLock { $0.log } }
  func writeLog(_ change: (inout PlaybackLog) -> Void) { state.withLock { change(&$0.log) } }

  var timeline: VideoTimeline? {
    get { state.withLock { $0.timeline } }
    set { state.withLock { $0.timeline = newValue } }
  }

  /// The picture that is to be seen at `time`, if it is in memory and its track takes part: for video outputs.
  package func frame(at time: CMTime) -> VideoFrame? {
    let timeline = state.withLock { $0.isPictureDisabled ? nil : $0.timeline }
    return timeline?.frame(at: time)
  }

  /// How many pictures a second the picture at `time` stands for; nil where that is not known.
  package func pictureRate(at time: CMTime) -> Double? {
    guard let duration = frame(at: time)?.duration, duration.isNumeric, duration > .zero else { return nil }
    return 1 / duration.seconds
  }

  /// How its sound is made faster and slower. Heard with the next sound that is made.
  package var pitchAlgorithm: PitchAlgorithm {
    get { state.withLock { $0.pitchAlgorithm } }
    set { state.withLock { $0.pitchAlgorithm = newValue } }
  }

  /// What becomes of its sound; nil: nothing. Heard with the next sound that is made.
  package var mix: AudioMixSettings? {
    get { state.withLock { $0.mix } }
    set { state.withLock { $0.mix = newValue } }
  }

  /// How many seconds ahead of the position are to be fetched; nil: as many as are right. Counts with the next bytes.
  package var forwardBuffer: Double? {
    get { state.withLock { $0.forwardBuffer } }
    set { state.withLock { $0.forwardBuffer = newValue } }
  }

  // MARK: Its time, for programs

  /// Shows the item's position; nil before a session has opened it.
  package var timebase: CMTimebase? { state.withLock { $0.timebase } }

  func timebase(on clock: any EngineClock) -> CMTimebase {
    state.withLock { state in
      if let timebase = state.timebase { return timebase }
      let source =
        clock is SystemClock
        ? CMClock.hostTimeClock : CMClock { CMTime(value: clock.now.nanoseconds, timescale: 1_000_000_000) }
      let timebase = CMTimebase(readOnlyWithSourceClock: source)
      state.timebase = timebase
      return timebase
    }
  }

  // MARK: Tracks that are switched off

  /// Lets a track take part in playing, or not. A session that plays the item is told with `choiceChanged(of:)`.
  package func setEnabled(_ isEnabled: Bool, track: Int) {
    choose { if isEnabled { $0.disabled.remove(track) } else { $0.disabled.insert(track) } }
  }

  var isPictureDisabled: Bool { state.withLock { $0.isPictureDisabled } }
  var isSoundDisabled: Bool { state.withLock { state in state.isDisabled(state.snapshot.audioTrack) } }
}

/// What is known of an item at one moment.
package struct ItemSnapshot: Sendable {
  package enum Status: Sendable { case unknown, ready, failed }
  package var status = Status.unknown
  package var info: MediaInfo?
  package var duration = CMTime.indefinite
  /// Whether the duration is estimated, because the times in the container jump: the end of playing tells the real one.
  package var isDurationEstimated = false
  /// Display size of the picture: pixel aspect and rotation applied; zero without video.
  package var presentationSize = CGSize.zero
  package var error: MediaError?
  package var loadedTimeRanges: [CMTimeRange] = []
  /// Where one can go to in a stream in segments; nil for everything else.
  package var seekableRange: CMTimeRange?
  /// How far behind the newest media of a live stream its server wants players to be, in seconds; nil for everything else.
  package var recommendedOffset: Double?
  /// How often a stream's playlist has brought something new.
  package var playlistVersion = 0
  package var isBufferEmpty = true
  package var isLikelyToKeepUp = false
  package var isBufferFull = false
  /// Whether its pictures can be shown backward.
  package var canPlayReverse = false
  /// What was fetched and how fast; nil for what needs no fetching.
  package var transfer: TransferSnapshot?
  /// Stream indexes that play now.
  package var videoTrack: Int?
  /// Which of a stream's views of the same events is shown: the stream index of its track.
  package var angle: Int?
  package var audioTrack: Int?
  /// The text that is to be read; nil for none.
  package var textTrack: Int?
  package init() {}

  private var isStream: Bool { info?.containerName == "hls" }

  /// The track of a stream's pictures as the variant that is read describes it; nil for what has no variants.
  package var variantPicture: TrackInfo? { isStream ? info?.tracks.first { $0.index == videoTrack } : nil }

  /// Pictures of another size. What a stream's playlist or its first variant said of them is over then; of a file it stays, as its
  /// container says it.
  mutating func adopt(_ shape: DecodedFrameShape) {
    presentationSize = shape.display
    guard isStream, let place = info?.tracks.firstIndex(where: { $0.index == videoTrack }) else { return }
    info?.tracks[place].video?.width = shape.width
    info?.tracks[place].video?.height = shape.height
    info?.tracks[place].video?.pixelAspect = shape.pixelAspect
  }
}
