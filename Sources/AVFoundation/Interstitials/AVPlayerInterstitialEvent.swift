import CoreMedia
import Foundation
import PlayheadEngine
import Synchronization

/// Something else that is played at a place of an item: an advertisement, a trailer, a notice.
///
/// The primary item waits at its place while copies of `templateItems` are played by the interstitial player, through the same views.
/// Then it goes on. Events are made by a program (`AVPlayerInterstitialEventController`), or by date ranges of a stream.
///
/// A controller and a monitor work with copies: what is changed later on an event counts when the events are set again.
open class AVPlayerInterstitialEvent: NSObject, NSCopying, @unchecked Sendable {
  // Sendable: what changes is behind the lock.
  private let state: Mutex<InterstitialEventState>

  init(_ state: InterstitialEventState) {
    self.state = Mutex(state)
    super.init()
  }

  /// An event at a time of an item, with nothing to play yet.
  public convenience init(primaryItem: AVPlayerItem, time: CMTime) {
    self.init(primaryItem: primaryItem, identifier: nil, time: time, templateItems: [])
  }

  /// An event at a date of a stream, with nothing to play yet.
  public convenience init(primaryItem: AVPlayerItem, date: Date) {
    self.init(primaryItem: primaryItem, identifier: nil, date: date, templateItems: [])
  }

  /// An event at a time of an item.
  ///
  /// - Parameters:
  ///   - primaryItem: Not kept.
  ///   - identifier: Tells it from others; nil for one that nobody else has.
  ///   - time: When the primary item is interrupted.
  ///   - templateItems: What is played, one after the other. They are copied for it and stay free.
  ///   - restrictions: What may not be done about it.
  ///   - resumptionOffset: How far after `time` the primary item goes on; `.indefinite` for as far as the playing has taken.
  ///   - playoutLimit: The most that is played of it; `.invalid` for all.
  ///   - userDefinedAttributes: The program's own, with names that begin with `X-`.
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

  /// An event at a date of a stream that has dates (`EXT-X-PROGRAM-DATE-TIME`). The parameters are those of the other form.
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

  /// An event with the same values.
  open func copy(with zone: NSZone? = nil) -> Any { AVPlayerInterstitialEvent(values) }

  var values: InterstitialEventState { state.withLock { $0 } }
  func change(_ change: (inout InterstitialEventState) -> Void) { state.withLock { change(&$0) } }

  // MARK: What and when

  /// The item that is interrupted; nil when it is gone.
  open weak var primaryItem: AVPlayerItem? { values.primaryItem }

  /// Tells it from others. A stream's events have the `ID` of their date range.
  open var identifier: String {
    get { values.identifier }
    set { change { $0.identifier = newValue } }
  }

  /// When the primary item is interrupted; `.invalid` where a date says it.
  open var time: CMTime {
    get { values.time }
    set {
      change {
        $0.time = newValue
        if newValue.isValid { $0.date = nil }
      }
    }
  }

  /// At which date the primary item is interrupted; nil where a time says it.
  open var date: Date? {
    get { values.date }
    set {
      change {
        $0.date = newValue
        if newValue != nil { $0.time = .invalid }
      }
    }
  }

  /// What is played. Empty for a stream's event with a list of assets that was not fetched yet.
  open var templateItems: [AVPlayerItem] {
    get { values.templateItems }
    set { change { $0.templateItems = newValue } }
  }

  /// Whether it is played before the primary item or after it instead.
  open var cue: Cue {
    get { values.cue }
    set { change { $0.cue = newValue } }
  }

  /// Whether it is played once only, however often its time comes. False by default.
  open var willPlayOnce: Bool {
    get { values.willPlayOnce }
    set { change { $0.willPlayOnce = newValue } }
  }

  // MARK: How

  /// What may not be done about it.
  open var restrictions: Restrictions {
    get { values.restrictions }
    set { change { $0.restrictions = newValue } }
  }

  /// How far after its time the primary item goes on; `.indefinite`, which it is unless set, for as far as the playing has taken: a live
  /// stream keeps its distance from live. Before and after an item on demand that counts as zero.
  open var resumptionOffset: CMTime {
    get { values.resumptionOffset }
    set { change { $0.resumptionOffset = newValue } }
  }

  /// The most that is played of it; `.invalid`, which it is unless set, for all.
  open var playoutLimit: CMTime {
    get { values.playoutLimit }
    set { change { $0.playoutLimit = newValue } }
  }

  /// Whether it begins at the border of segments of the primary stream that is nearest to its time.
  open var alignsStartWithPrimarySegmentBoundary: Bool {
    get { values.alignsStart }
    set { change { $0.alignsStart = newValue } }
  }

  /// Whether the primary stream goes on at the border of segments that is nearest to where it would.
  open var alignsResumptionWithPrimarySegmentBoundary: Bool {
    get { values.alignsResumption }
    set { change { $0.alignsResumption = newValue } }
  }

  /// The identifier of the schedule in whose document a stream tells the event (`EXT-X-DATERANGE` of the class
  /// `com.apple.hls.daterange-schedule`), the innermost one; nil for one of the playlist itself and for a program's.
  open var scheduleIdentifier: String? { values.tag?.scheduleID }

  // MARK: What a program that shows a timeline may want to know

  /// How much of the timeline it takes up. A stream says it with `X-TIMELINE-OCCUPIES`.
  open var timelineOccupancy: TimelineOccupancy {
    get { values.timelineOccupancy }
    set { change { $0.timelineOccupancy = newValue } }
  }

  /// Whether it is to look like primary content. A stream says it with `X-TIMELINE-STYLE`.
  open var supplementsPrimaryContent: Bool {
    get { values.supplementsPrimaryContent }
    set { change { $0.supplementsPrimaryContent = newValue } }
  }

  /// Whether others who see the same may see something else here. A stream says it with `X-CONTENT-MAY-VARY`.
  open var contentMayVary: Bool {
    get { values.contentMayVary }
    set { change { $0.contentMayVary = newValue } }
  }

  /// How long it is meant to be; `.invalid` where nobody has said.
  open var plannedDuration: CMTime {
    get { values.plannedDuration }
    set { change { $0.plannedDuration = newValue } }
  }

  // MARK: Skipping

  /// When it may be skipped: from how much of it was played on, and for how long; `.positiveInfinity` for the rest of it. `.invalid`,
  /// which it is unless set, for never. A stream says it with `X-SKIP-CONTROL-OFFSET` and `X-SKIP-CONTROL-DURATION`, or in its list of
  /// assets.
  open var skipControlTimeRange: CMTimeRange {
    get { values.skipRange }
    set { change { $0.skipRange = newValue } }
  }

  /// What a button that skips it is to say, as a key of the controller's `localizedStringsBundle`. A stream says it with
  /// `X-SKIP-CONTROL-LABEL-ID`.
  open var skipControlLocalizedLabelBundleKey: String? {
    get { values.skipLabelKey }
    set { change { $0.skipLabelKey = newValue } }
  }

  // MARK: Further

  /// The program's own attributes, or those of the stream's date range whose names begin with `X-`.
  open var userDefinedAttributes: [AnyHashable: any Sendable] {
    get { values.userDefinedAttributes }
    set { change { $0.userDefinedAttributes = newValue } }
  }

  /// What the list of assets says, as JSON; nil before it was fetched, and for events without one.
  open var assetListResponse: [AnyHashable: any Sendable]? { values.assetListResponse }
}
