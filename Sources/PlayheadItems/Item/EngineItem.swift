import CoreMedia
import Foundation
import PlayheadAudio
import PlayheadCaptionTracks
import PlayheadClock
import PlayheadMedia
import PlayheadNetworking
import PlayheadStreaming
import Synchronization

/// One item to play: its source, and what is known about it so far. An item belongs to one session at a time.
///
/// The session's thread writes its snapshot; any thread may read it at any time without blocking.
package final class EngineItem: Sendable {
  /// The address of the item.
  package let url: URL
  /// The options that apply to every request for the item.
  package let options: RequestOptions
  /// Whether a container that does not state its duration is scanned before playback.
  package let isMeasured: Bool
  /// Whether details that playback does not need are looked up before playback.
  package let readsDetails: Bool
  /// The composition that is played instead of the resource at `url`; nil for a resource.
  package let composition: CompositionDescription?
  /// Seconds for which playback waits for a lost network before it fails.
  package var networkTimeout: Double { options.networkTimeout ?? Self.defaultNetworkTimeout }
  /// The default network timeout: a waking laptop needs 10 to 30 s to rejoin its wireless network.
  package static let defaultNetworkTimeout = 60.0
  /// The captions of the item.
  package let captions = ItemCaptions()
  /// The timed metadata of the item.
  package let timedMetadata = TimedMetadataFeed()
  /// The choice of video decoders, and the decoder in use.
  package let videoDecoding = ItemVideoDecoding()
  /// The codecs that may pass through to the audio device, and whether one does.
  package let passthrough = ItemPassthrough()
  /// The decisions and events of the item's playback.
  package let journal = SessionJournal()
  /// All variable state. The lock is not recursive: closures that run under it must not access the item.
  private let state = Mutex(State())

  /// The state under the item's lock.
  private struct State {
    /// The item's state as the session knows it. The session's thread writes it.
    var snapshot = ItemSnapshot()
    /// The decoded frames of the pipeline that has the item; nil while no pipeline has selected tracks.
    var timeline: (any FrameTimeline)?
    /// The requested tracks. The snapshot has the tracks that are in use.
    var choice = TrackSelection()
    /// The start and end times that the program has set.
    var bounds = ItemBounds()
    /// The program's preferences for a stream's variants. The demuxer's thread reads them.
    var variantPreferences = VariantPreferences()
    /// The times and dates of the newest playlist; nil before the first one, and for anything but a stream.
    var playlistTimeline: PlaylistTimeline?
    /// The number of clients that show the item's frames in place of the session's sinks. Never negative.
    var externalVideoClients = 0
    /// The facts of the access log and the error log. Written by the session's thread and the demuxer's thread.
    var log = PlaybackLog()
    /// The configuration of live playback. Ignored for anything but a live stream.
    var liveConfiguration = LiveConfiguration()
    /// Whether playback is paused, and everything that the pause needs is loaded.
    var isIdle = false
    /// Wakes the reader of a stream that waits for the permission to reload; nil for anything else.
    var reloadGate: (any Gate)?
    /// The item's time stretching algorithm; a track's audio mix may override it.
    var pitchAlgorithm = PitchAlgorithm.timeDomain
    /// Created by the first session that uses it, and not replaced afterwards.
    var timebase: CMTimebase?
    /// The position at which the session advanced from this item to the next; nil if it has not, and after a new start.
    var endPosition: CMTime?
    /// The requested read-ahead in seconds of media; nil for the engine's own limits.
    var forwardBuffer: Double?
    /// The audio processing that the program requests; nil for none.
    var mix: AudioMixSettings?
    /// The effects on the audio.
    var effects = AudioEffectSettings()
    /// The loudness that the tags of a track declare, read at the first use; nil before it.
    private var loudness: (track: Int32, declared: ReplayGain?)?
    /// Composes the video of several tracks; nil for none.
    var compositor: (any FrameCompositor)?
    /// The interstitials of the program and of the stream, and results of schedule documents to report.
    var interstitials = ItemInterstitials()

    /// Whether playlists may be reloaded.
    var mayReload: Bool { !isIdle || liveConfiguration.reloadsWhilePaused }
    /// Whether the program has disabled `track`, a stream index. False for nil, a missing track.
    func isDisabled(_ track: Int?) -> Bool { track.map { choice.disabled.contains($0) } ?? false }
    /// The factor for the samples of a track by its tags; 1 without tags, and while the item is not open.
    mutating func replayGain(ofTrack identifier: Int32) -> Float {
      guard effects.replayGainMode != .off, let info = snapshot.info else { return 1 }
      let known = loudness.flatMap { $0.track == identifier ? $0 : nil }
      let loudness = known ?? (identifier, info.replayGain(ofTrack: identifier))
      self.loudness = loudness
      return loudness.declared?.factor(effects.replayGainMode) ?? 1
    }
    /// Whether the video track that plays is disabled. False without video.
    var isVideoDisabled: Bool { isDisabled(snapshot.videoTrack) }
  }

  /// Creates an item. A downloaded stream package is opened at its playlist.
  package init(
    url: URL, options: RequestOptions = RequestOptions(), isMeasured: Bool = false, readsDetails: Bool = false,
    composition: CompositionDescription? = nil
  ) {
    self.url = StreamPackage.playlistURL(of: url)
    self.options = options
    self.isMeasured = isMeasured
    self.readsDetails = readsDetails
    self.composition = composition
  }

  /// The referrer of addresses that `document`, reached while playing the item, names.
  package func referrer(_ document: URL) -> Referrer {
    Referrer(url: document, root: options.referrer?.root ?? url)
  }

  /// The options of requests for addresses that such a document names. They do not include the item's own credentials.
  package func options(forNamedBy document: URL?) -> RequestOptions {
    var named = RequestOptions()
    named.referrer = document.map(referrer)
    named.permissions = options.permissions
    named.access = options.access
    return named
  }

  /// The current state of the item.
  package var snapshot: ItemSnapshot { state.withLock { $0.snapshot } }
  /// Changes the snapshot. Called on the session's thread.
  package func update(_ change: (inout ItemSnapshot) -> Void) { state.withLock { change(&$0.snapshot) } }

  /// Adds closed caption services found in the video's frames. Returns false if they are known already.
  package func addClosedCaptions(_ found: Set<ClosedCaptionService>) -> Bool {
    state.withLock { $0.snapshot.info?.add(found) ?? false }
  }

  /// The track selection. A session that plays the item is notified with `trackSelectionChanged(of:)`.
  package var choice: TrackSelection { state.withLock { $0.choice } }
  /// Changes the track selection.
  package func choose(_ change: (inout TrackSelection) -> Void) { state.withLock { change(&$0.choice) } }

  /// The part of the item that is played. A session that has the item is notified with `boundsChanged(of:)`.
  package var bounds: ItemBounds {
    get { state.withLock { $0.bounds } }
    set { state.withLock { $0.bounds = newValue } }
  }
  /// Sets the initial position.
  package func setStart(_ time: CMTime) { state.withLock { $0.bounds.start = time } }

  /// The time at which forward playback ends if that is before the item's end; otherwise nil.
  package var cut: CMTime? { state.withLock { $0.bounds.cut(duration: $0.snapshot.duration) } }

  /// The preferences for the choice between a stream's variants. They apply from the next segment on.
  package var variantPreferences: VariantPreferences {
    get { state.withLock { $0.variantPreferences } }
    set { state.withLock { $0.variantPreferences = newValue } }
  }
  /// Changes the preferences for the choice between a stream's variants.
  package func changeVariantPreferences(_ change: (inout VariantPreferences) -> Void) {
    state.withLock { change(&$0.variantPreferences) }
  }

  /// Whether the session's sinks do not show the item's frames because another client does. Counts those clients; a
  /// session is notified with `trackSelectionChanged(of:)`.
  package var hidesVideo: Bool { state.withLock { $0.externalVideoClients > 0 } }
  /// Adds or removes a client that shows the item's frames in place of the sinks.
  package func hideVideo(_ isHidden: Bool) {
    state.withLock { $0.externalVideoClients = max(0, $0.externalVideoClients + (isHidden ? 1 : -1)) }
  }

  /// The configuration of live playback. Changes apply at once.
  package var liveConfiguration: LiveConfiguration { state.withLock { $0.liveConfiguration } }
  /// Changes the configuration of live playback.
  package func changeLiveConfiguration(_ change: (inout LiveConfiguration) -> Void) {
    changeReloading { change(&$0.liveConfiguration) }
  }

  /// Whether the playlists of a live stream may be reloaded now: not while playback is paused, unless the configuration
  /// permits it.
  package var mayReload: Bool { state.withLock { $0.mayReload } }
  /// Records whether playback is paused, and everything that the pause needs is loaded.
  package func setIdle(_ isIdle: Bool) { changeReloading { $0.isIdle = isIdle } }
  /// Sets the gate that is opened when reloading becomes permitted.
  package func setReloadGate(_ gate: any Gate) { state.withLock { $0.reloadGate = gate } }

  /// Changes the state, and wakes the reader if reloading has become permitted by that.
  private func changeReloading(_ change: (inout State) -> Void) {
    state.withLock { state -> (any Gate)? in
      let before = state.mayReload
      change(&state)
      return state.mayReload && !before ? state.reloadGate : nil
    }?.open()
  }

  /// The interstitials of the item. A session that plays the item is notified with `interstitialsChanged(of:)`.
  package var interstitials: ItemInterstitials { state.withLock { $0.interstitials } }
  /// Changes the interstitials of the item.
  package func changeInterstitials(_ change: (inout ItemInterstitials) -> Void) {
    state.withLock { change(&$0.interstitials) }
  }
  /// Takes the loading results of schedule documents that have not been reported yet.
  package func takeScheduleResults() -> [ScheduleLoadResult] {
    state.withLock { state in
      defer { state.interstitials.answers = [] }
      return state.interstitials.answers
    }
  }

  /// The mapping between a stream's times and dates; nil for anything else.
  package var playlistTimeline: PlaylistTimeline? {
    get { state.withLock { $0.playlistTimeline } }
    set { state.withLock { $0.playlistTimeline = newValue } }
  }

  /// A version that changes whenever `dateRanges` may have changed; nil if the item is not a stream.
  package var dateRangesVersion: [Int]? {
    state.withLock { state in state.playlistTimeline.map { [$0.version, state.interstitials.ranges.version] } }
  }
  /// The date ranges of a stream: those of its playlist in order, then those of the documents that it names.
  package var dateRanges: [DateRange] {
    state.withLock { ($0.playlistTimeline?.playlist.dateRanges ?? []) + $0.interstitials.ranges.all }
  }

  /// The facts behind the access log and the error log.
  package var log: PlaybackLog { state.withLock { $0.log } }
  /// Changes the log.
  package func writeLog(_ change: (inout PlaybackLog) -> Void) { state.withLock { change(&$0.log) } }

  /// The decoded frames of the pipeline that has the item; nil while no pipeline has selected tracks. The session's
  /// thread sets it, video outputs read it on any thread.
  package var timeline: (any FrameTimeline)? {
    get { state.withLock { $0.timeline } }
    set { state.withLock { $0.timeline = newValue } }
  }

  /// The position at which the session advanced from this item to the next; nil while it has the item. The session's
  /// thread sets it.
  package var endPosition: CMTime? {
    get { state.withLock { $0.endPosition } }
    set { state.withLock { $0.endPosition = newValue } }
  }

  /// The frame for `time` if it is decoded and its track is enabled: for video outputs.
  ///
  /// - Returns: nil if the frame is not decoded, if there is no video, or if its track is disabled.
  package func frame(at time: CMTime) -> VideoFrame? {
    let timeline = state.withLock { $0.isVideoDisabled ? nil : $0.timeline }
    return timeline?.frame(at: time)
  }

  /// The frame rate at `time`, from the duration of the frame there; nil if unknown.
  package func frameRate(at time: CMTime) -> Double? {
    guard let duration = frame(at: time)?.duration, duration.isNumeric, duration > .zero else { return nil }
    return 1 / duration.seconds
  }

  /// The time stretching algorithm of the audio. Applies to the next audio that is rendered.
  package var pitchAlgorithm: PitchAlgorithm {
    get { state.withLock { $0.pitchAlgorithm } }
    set { state.withLock { $0.pitchAlgorithm = newValue } }
  }

  /// The audio mix; nil for none. Applies to the next audio that is rendered.
  package var mix: AudioMixSettings? {
    get { state.withLock { $0.mix } }
    set { state.withLock { $0.mix = newValue } }
  }

  /// The effects on the audio. Applies to the next audio that is rendered.
  package var effects: AudioEffectSettings {
    get { state.withLock { $0.effects } }
    set { state.withLock { $0.effects = newValue } }
  }

  /// Composes the video of the item's tracks; nil for none. Applies when the item is opened; to a composition also at
  /// the next seek.
  package var compositor: (any FrameCompositor)? {
    get { state.withLock { $0.compositor } }
    set { state.withLock { $0.compositor = newValue } }
  }

  /// The requested seconds of media to buffer ahead of the position; nil for the default. Applies to the next bytes.
  package var forwardBuffer: Double? {
    get { state.withLock { $0.forwardBuffer } }
    set { state.withLock { $0.forwardBuffer = newValue } }
  }

  // MARK: The timebase for programs

  /// A timebase that follows the item's position; nil until a session has opened the item.
  package var timebase: CMTimebase? { state.withLock { $0.timebase } }

  /// The item's timebase, created on first use.
  ///
  /// - Parameter clock: The session's clock, which is the source clock of a new timebase. Ignored if the item has a
  ///   timebase already.
  package func timebase(on clock: any EngineClock) -> CMTimebase {
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

  // MARK: Disabled tracks

  /// Enables or disables a track. A session that plays the item is notified with `trackSelectionChanged(of:)`.
  package func setEnabled(_ isEnabled: Bool, track: Int) {
    choose { if isEnabled { $0.disabled.remove(track) } else { $0.disabled.insert(track) } }
  }

  /// Whether the video track that plays is disabled: its frames are neither shown nor decoded. False without video.
  package var isVideoDisabled: Bool { state.withLock { $0.isVideoDisabled } }
  /// Whether the audio track that plays is disabled: it is muted, but decoded for the clock. False without audio.
  /// Disabled tracks of a composition that mixes several are silent in the mix.
  package var isAudioDisabled: Bool {
    if composition?.mixesAudio == true { return false }
    return state.withLock { state in state.isDisabled(state.snapshot.audioTrack) }
  }
  /// The audio processing of a decoded track; nil for none. A mix of tracks that were processed before has only the
  /// effects of the item.
  package func mix(ofTrack identifier: Int32) -> AudioMixSettings.Track? {
    let (mix, effects, replayGain) = state.withLock { ($0.mix, $0.effects, $0.replayGain(ofTrack: identifier)) }
    let track = composition?.mixesAudio == true ? nil : mix?.tracks[identifier]
    guard !effects.isNeutral else { return track }
    var processed = track ?? AudioMixSettings.Track()
    processed.effects = effects
    processed.replayGain = replayGain
    return processed
  }
}

/// The known state of an item at one moment.
package struct ItemSnapshot: Sendable {
  /// Whether the item can be played.
  package enum Status: Sendable { case unknown, ready, failed }
  /// Whether the item is ready to play, or has failed.
  package var status = Status.unknown
  /// The container and its tracks; nil until it is open.
  package var info: MediaInfo?
  /// The duration; indefinite while unknown.
  package var duration = CMTime.indefinite
  /// Whether the duration is estimated because of discontinuities in the container's timestamps. The exact duration is
  /// known at the end of playback.
  package var isDurationEstimated = false
  /// The display size of the video: pixel aspect ratio and rotation applied; zero without video.
  package var presentationSize = CGSize.zero
  /// The error that the item has failed with.
  package var error: MediaError?
  /// The ranges of media that are buffered or local.
  package var loadedTimeRanges: [CMTimeRange] = []
  /// The seekable range of a segmented stream; nil for anything else.
  package var seekableRange: CMTimeRange?
  /// The recommended distance from the live edge, in seconds, as the server states it; nil for anything but a live
  /// stream.
  package var recommendedOffset: Double?
  /// How many updates of a stream's playlist have brought something new.
  package var playlistVersion = 0
  /// Whether playback has stalled because no media is buffered.
  package var isBufferEmpty = true
  /// Whether playback is likely to continue without a stall.
  package var isLikelyToKeepUp = false
  /// Whether the byte buffer is at capacity.
  package var isBufferFull = false
  /// Whether the video can be played backward.
  package var canPlayReverse = false
  /// The state and throughput of the transfer; nil if the item needs no transfer.
  package var transfer: TransferSnapshot?
  /// The stream index of the track that plays.
  package var videoTrack: Int?
  /// The stream index of the angle (one of several views of the same events) that is shown.
  package var angle: Int?
  /// The stream index of the audio track that plays.
  package var audioTrack: Int?
  /// The stream index of the selected text track; nil for none.
  package var textTrack: Int?
  /// The state before an item is opened.
  package init() {}

  /// Whether the item is an HLS stream, by the name of its container. False until the container is open.
  private var isStream: Bool { info?.containerName == "hls" }

  /// The video track as the variant that is being read describes it; nil without variants.
  package var variantVideo: TrackInfo? { isStream ? info?.tracks.first { $0.index == videoTrack } : nil }

  /// Adopts the shape of frames of another size. Of a stream, it replaces what the playlist or the first variant
  /// declared; of a file, the track keeps what the container declares.
  package mutating func adopt(_ shape: DecodedFrameShape) {
    presentationSize = shape.display
    guard isStream, let place = info?.tracks.firstIndex(where: { $0.index == videoTrack }) else { return }
    info?.tracks[place].video?.width = shape.width
    info?.tracks[place].video?.height = shape.height
    info?.tracks[place].video?.pixelAspect = shape.pixelAspect
  }
}
