import CoreMedia
import Foundation
import PlayheadStreaming
import Synchronization

/// Interstitial content that plays at a position of a primary item: an advertisement, a trailer, a notice.
///
/// The primary item pauses at that position while the interstitial player plays copies of `templateItems` in the same
/// views. Then the primary item resumes. Events are created by the client (`AVPlayerInterstitialEventController`) or
/// declared by a stream's date ranges.
///
/// Controllers and monitors use copies: later changes of an event take effect when the events are set again.
open class AVPlayerInterstitialEvent: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: mutable state is behind the lock. Not created by the initializer, because Swift 6.0 fails to compile the
  // assignment of a lock over a structure with a weak property.
  private let state = Mutex(InterstitialEventState())

  init(_ state: InterstitialEventState) {
    super.init()
    self.state.withLock { $0 = state }
  }

  /// Creates an event at a time of an item, without content.
  public convenience init(primaryItem: AVPlayerItem, time: CMTime) {
    self.init(primaryItem: primaryItem, identifier: nil, time: time, templateItems: [])
  }

  /// Creates an event at a date of a stream, without content.
  public convenience init(primaryItem: AVPlayerItem, date: Date) {
    self.init(primaryItem: primaryItem, identifier: nil, date: date, templateItems: [])
  }

  /// Creates an event at a time of an item.
  ///
  /// - Parameters:
  ///   - primaryItem: Held weakly.
  ///   - identifier: Identifies the event; nil for a unique identifier.
  ///   - time: The time at which the primary item is interrupted.
  ///   - templateItems: The items to play in order. They are copied and remain usable.
  ///   - restrictions: The restrictions on playback control.
  ///   - resumptionOffset: The offset from `time` at which the primary item resumes; `.indefinite` for the elapsed
  ///     playback time of the event.
  ///   - playoutLimit: The maximum playback time of the event; `.invalid` for no limit.
  ///   - userDefinedAttributes: The client's own attributes, with names that begin with `X-`.
  public convenience init(
    primaryItem: AVPlayerItem, identifier: String?, time: CMTime, templateItems: [AVPlayerItem],
    restrictions: AVPlayerInterstitialEvent.Restrictions = [], resumptionOffset: CMTime = .indefinite,
    playoutLimit: CMTime = .invalid, userDefinedAttributes: [String: Any] = [:]
  ) {
    var state = InterstitialEventState(primaryItem, identifier: identifier)
    state.time = time
    state.templateItems = templateItems
    state.restrictions = restrictions
    state.resumptionOffset = resumptionOffset
    state.playoutLimit = playoutLimit
    state.setAttributes(userDefinedAttributes)
    self.init(state)
  }

  /// Creates an event at a date of a stream with dates (`EXT-X-PROGRAM-DATE-TIME`). The other parameters are the same
  /// as for events at a time.
  public convenience init(
    primaryItem: AVPlayerItem, identifier: String?, date: Date, templateItems: [AVPlayerItem],
    restrictions: AVPlayerInterstitialEvent.Restrictions = [], resumptionOffset: CMTime = .indefinite,
    playoutLimit: CMTime = .invalid, userDefinedAttributes: [String: Any] = [:]
  ) {
    self.init(
      primaryItem: primaryItem, identifier: identifier, time: .invalid, templateItems: templateItems,
      restrictions: restrictions, resumptionOffset: resumptionOffset, playoutLimit: playoutLimit,
      userDefinedAttributes: userDefinedAttributes)
    self.date = date
  }

  /// Returns an event with the same values.
  open func copy(with zone: NSZone? = nil) -> Any { AVPlayerInterstitialEvent(values) }

  var values: InterstitialEventState { state.withLock { $0 } }
  func change(_ change: (inout InterstitialEventState) -> Void) { state.withLock { change(&$0) } }

  // MARK: Content and position

  /// The item that is interrupted; nil once it has been released.
  open weak var primaryItem: AVPlayerItem? { values.primaryItem }

  /// The identifier of the event. Events of a stream have the `ID` of their date range.
  open var identifier: String {
    get { values.identifier }
    set { change { $0.identifier = newValue } }
  }

  /// The time at which the primary item is interrupted; `.invalid` for an event at a date.
  open var time: CMTime {
    get { values.time }
    set {
      change {
        $0.time = newValue
        if newValue.isValid { $0.date = nil }
      }
    }
  }

  /// The date at which the primary item is interrupted; nil for an event at a time.
  open var date: Date? {
    get { values.date }
    set {
      change {
        $0.date = newValue
        if newValue != nil { $0.time = .invalid }
      }
    }
  }

  /// The items to play. Empty for a stream's event whose asset list has not been loaded.
  open var templateItems: [AVPlayerItem] {
    get { values.templateItems }
    set { change { $0.templateItems = newValue } }
  }

  /// Whether the event is played before or after the primary item instead.
  open var cue: Cue {
    get { values.cue }
    set { change { $0.cue = newValue } }
  }

  /// Whether the event is played only once. False by default.
  open var willPlayOnce: Bool {
    get { values.willPlayOnce }
    set { change { $0.willPlayOnce = newValue } }
  }

  // MARK: Playback

  /// The restrictions on playback control.
  open var restrictions: Restrictions {
    get { values.restrictions }
    set { change { $0.restrictions = newValue } }
  }

  /// The offset from the event's time at which the primary item resumes. `.indefinite`, the default, uses the elapsed
  /// playback time of the event: a live stream keeps its distance from the live edge. Before and after an item on
  /// demand `.indefinite` counts as zero.
  open var resumptionOffset: CMTime {
    get { values.resumptionOffset }
    set { change { $0.resumptionOffset = newValue } }
  }

  /// The maximum playback time of the event; `.invalid` by default, for no limit.
  open var playoutLimit: CMTime {
    get { values.playoutLimit }
    set { change { $0.playoutLimit = newValue } }
  }

  /// Whether the event starts at the segment boundary of the primary stream nearest to its time.
  open var alignsStartWithPrimarySegmentBoundary: Bool {
    get { values.alignsStart }
    set { change { $0.alignsStart = newValue } }
  }

  /// Whether the primary stream resumes at the segment boundary nearest to its resumption time.
  open var alignsResumptionWithPrimarySegmentBoundary: Bool {
    get { values.alignsResumption }
    set { change { $0.alignsResumption = newValue } }
  }

  /// The identifier of the schedule that declares the event (`EXT-X-DATERANGE` of the class
  /// `com.apple.hls.daterange-schedule`), the innermost one; nil for events of the playlist itself and of the client.
  open var scheduleIdentifier: String? { values.tag?.scheduleID }

  // MARK: Timeline presentation

  /// The representation on a timeline. Streams declare it with `X-TIMELINE-OCCUPIES`.
  open var timelineOccupancy: TimelineOccupancy {
    get { values.timelineOccupancy }
    set { change { $0.timelineOccupancy = newValue } }
  }

  /// Whether the event is presented like primary content. Streams declare it with `X-TIMELINE-STYLE`.
  open var supplementsPrimaryContent: Bool {
    get { values.supplementsPrimaryContent }
    set { change { $0.supplementsPrimaryContent = newValue } }
  }

  /// Whether other viewers may be shown different content. Streams declare it with `X-CONTENT-MAY-VARY`.
  open var contentMayVary: Bool {
    get { values.contentMayVary }
    set { change { $0.contentMayVary = newValue } }
  }

  /// The planned duration; `.invalid` if none is declared.
  open var plannedDuration: CMTime {
    get { values.plannedDuration }
    set { change { $0.plannedDuration = newValue } }
  }

  // MARK: Skipping

  /// The part of the event during which it can be skipped, in playback time of the event; a duration of
  /// `.positiveInfinity` extends to its end. `.invalid`, the default, forbids skipping. Streams declare it with
  /// `X-SKIP-CONTROL-OFFSET` and `X-SKIP-CONTROL-DURATION`, or in the asset list.
  open var skipControlTimeRange: CMTimeRange {
    get { values.skipRange }
    set { change { $0.skipRange = newValue } }
  }

  /// The key of the skip button's label in the controller's `localizedStringsBundle`. Streams declare it with
  /// `X-SKIP-CONTROL-LABEL-ID`.
  open var skipControlLocalizedLabelBundleKey: String? {
    get { values.skipLabelKey }
    set { change { $0.skipLabelKey = newValue } }
  }

  // MARK: Attributes

  /// The client's own attributes, or the attributes of the stream's date range whose names begin with `X-`.
  open var userDefinedAttributes: [AnyHashable: any Sendable] {
    get { values.userDefinedAttributes }
    set { change { $0.userDefinedAttributes = newValue } }
  }

  /// The asset list as parsed JSON; nil before it has been loaded, and for events without one.
  open var assetListResponse: [AnyHashable: any Sendable]? { values.assetListResponse }
}
