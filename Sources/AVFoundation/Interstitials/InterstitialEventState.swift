import CoreMedia
import Foundation
import PlayheadItems
import PlayheadNetworking
import PlayheadStreaming

/// The values of an event's properties.
struct InterstitialEventState: @unchecked Sendable {
  // Sendable: only `AnyHashable` keys are not, and they are immutable values.
  /// The item that the event interrupts; nil once it has been released.
  weak var primaryItem: AVPlayerItem?
  /// The identifier: that of the stream's tag, or a random one for an event of the client.
  var identifier = ""
  /// The position on the primary item's timeline; invalid for an event with a date.
  var time = CMTime.invalid
  /// The date of the event, for a stream with dates; nil for an event with a time.
  var date: Date?
  /// The items to copy for playback; empty for an asset list that has not been loaded.
  var templateItems: [AVPlayerItem] = []
  /// Whether the event is before or after all primary content instead of at its time or date.
  var cue = AVPlayerInterstitialEvent.Cue.noCue
  /// Whether the event plays only once (`CUE` with `ONCE`).
  var willPlayOnce = false
  /// The restrictions on seeking and skipping during the event.
  var restrictions: AVPlayerInterstitialEvent.Restrictions = []
  /// The offset from the event's position at which the primary item resumes; indefinite for the elapsed playback time.
  var resumptionOffset = CMTime.indefinite
  /// The longest playback time of the event; invalid for no limit.
  var playoutLimit = CMTime.invalid
  /// Whether the start is moved to the nearest segment boundary of the primary item (`X-SNAP`).
  var alignsStart = false
  /// Whether the resumption is moved to the nearest segment boundary of the primary item (`X-SNAP`).
  var alignsResumption = false
  /// Whether the event fills its range on the primary item's timeline, or occupies a single point.
  var timelineOccupancy = AVPlayerInterstitialEvent.TimelineOccupancy.singlePoint
  /// Whether the event is presented like primary content (`X-TIMELINE-STYLE`).
  var supplementsPrimaryContent = false
  /// Whether other viewers may receive different content (`X-CONTENT-MAY-VARY`).
  var contentMayVary = true
  /// The declared duration; invalid if there is none.
  var plannedDuration = CMTime.invalid
  /// The part of the event in which it can be skipped; invalid if it cannot be skipped.
  var skipRange = CMTimeRange.invalid
  /// The key of the label of the skip control; nil for none.
  var skipLabelKey: String?
  /// The attributes of the client, or those of the tag that have no property of their own.
  var userDefinedAttributes: [AnyHashable: any Sendable] = [:]
  /// The content of the asset list; nil until it has been loaded.
  var assetListResponse: [AnyHashable: any Sendable]?
  /// The URL of the asset list of a stream's event.
  var assetList: URL?
  /// The stream's declaration; nil for an event of the client.
  var tag: InterstitialTag?

  /// Creates the state of no event.
  init() {}

  /// Creates the state of a client's event with the default values.
  ///
  /// - Parameter identifier: nil for a random identifier.
  init(_ item: AVPlayerItem, identifier: String? = nil) {
    primaryItem = item
    self.identifier = identifier ?? UUID().uuidString
  }

  /// Creates the state of an event that a stream declares (`EXT-X-DATERANGE` of the class
  /// `com.apple.hls.interstitial`).
  init(_ tag: InterstitialTag, of item: AVPlayerItem) {
    self.init(item, identifier: tag.id)
    self.tag = tag
    date = tag.start
    switch tag.source {
    case .asset(let url): templateItems = [Self.item(url, namedBy: tag.base.url, of: item)]
    case .list(let url): assetList = url
    }
    switch tag.cue {
    case .atDate: cue = .noCue
    case .beforeAll: cue = .joinCue
    case .afterAll: cue = .leaveCue
    }
    willPlayOnce = tag.playsOnce
    if tag.restrictsJumps { restrictions.insert(.constrainsSeekingForwardInPrimaryContent) }
    if tag.restrictsSkips { restrictions.insert(.requiresPlaybackAtPreferredRateForAdvancement) }
    resumptionOffset = Self.time(tag.resumeOffset) ?? .indefinite
    playoutLimit = Self.time(tag.playoutLimit) ?? .invalid
    alignsStart = tag.snapsStart
    alignsResumption = tag.snapsEnd
    timelineOccupancy = tag.occupiesRange ? .fill : .singlePoint
    supplementsPrimaryContent = tag.isPrimaryStyle
    contentMayVary = tag.contentMayVary
    plannedDuration = Self.time(tag.duration) ?? .invalid
    adopt(tag.skip)
    for (name, value) in tag.structures { userDefinedAttributes[name] = Self.sendable(value) }
    for (name, value) in tag.attributes {
      switch value {
      case .text(let text): userDefinedAttributes[name] = text
      case .number(let number): userDefinedAttributes[name] = number
      case .bytes(let bytes): userDefinedAttributes[name] = Data(bytes)
      }
    }
  }

  /// An item for a URL of a document; it has the request options that the primary item permits for that document.
  private static func item(_ url: URL, namedBy document: URL?, of primary: AVPlayerItem) -> AVPlayerItem {
    AVPlayerItem(asset: AVURLAsset(url: url, request: primary.engineItem.options(forNamedBy: document)))
  }

  /// Adopts the skip control of the tag or of the asset list.
  private mutating func adopt(_ skip: InterstitialSkip) {
    skipLabelKey = skip.labelID
    skipRange =
      Self.time(skip.offset).map {
        CMTimeRange(start: $0, duration: Self.time(skip.duration) ?? .positiveInfinity)
      } ?? .invalid
  }

  /// A time with microseconds; nil if it is not declared.
  private static func time(_ seconds: Double?) -> CMTime? {
    seconds.map { CMTime(seconds: $0, preferredTimescale: 1_000_000) }
  }

  /// Sets the client's attributes, which are untyped: values that are not Sendable are stored as their description.
  mutating func setAttributes(_ attributes: [String: Any]) {
    for (name, value) in attributes { userDefinedAttributes[name] = Self.sendable(value) }
  }

  /// The value of a JSON node.
  private static func sendable(_ node: JSONNode) -> any Sendable {
    switch node {
    case .null: NSNull()
    case .flag(let flag): flag
    case .number(let number): number
    case .text(let text): text
    case .list(let list): list.map { sendable($0) }
    case .object(let object): object.mapValues { sendable($0) }
    }
  }

  /// The value as one of the types that JSON and clients use; any other value as its description.
  private static func sendable(_ value: Any) -> any Sendable {
    switch value {
    case let value as String: value
    case let value as Bool: value
    case let value as Int: value
    case let value as Double: value
    case let value as Data: value
    case let value as Date: value
    case let value as URL: value
    case let value as [Any]: value.map(sendable)
    case let value as [String: Any]: value.mapValues(sendable)
    case let value as NSNumber: value.doubleValue
    default: String(describing: value)
    }
  }

  /// Adopts the content of the asset list.
  mutating func adopt(_ list: InterstitialAssetList) {
    let object = (try? JSONSerialization.jsonObject(with: Data(list.json))) as? [String: Any]
    assetListResponse = object.map { Dictionary(uniqueKeysWithValues: $0.map { ($0, Self.sendable($1)) }) }
    let primary = primaryItem
    templateItems = list.assets.map { asset in
      primary.map { Self.item(asset.url, namedBy: list.url, of: $0) } ?? AVPlayerItem(url: asset.url)
    }
    if let tag { adopt(tag.skip.overridden(by: list.skip)) }
  }

  /// The position at which the engine interrupts the primary item; nil if the event has none.
  var point: InterstitialPoint? {
    let place: InterstitialPoint.Place
    switch cue {
    case .joinCue: place = .beforeAll
    case .leaveCue: place = .afterAll
    default:
      if let date { place = .date(date) } else if time.isNumeric { place = .time(time) } else { return nil }
    }
    var point = InterstitialPoint(id: identifier, place: place)
    point.playsOnce = willPlayOnce
    point.constrainsSeeking = restrictions.contains(.constrainsSeekingForwardInPrimaryContent)
    point.snapsStart = alignsStart
    point.snapsEnd = alignsResumption
    return point
  }

  /// The offset from the event's position at which the primary item resumes.
  ///
  /// - Parameters:
  ///   - elapsed: The elapsed playback time of the event.
  ///   - isLive: Whether the primary item is a live stream, which advances while it waits.
  func resumption(elapsed: CMTime, isLive: Bool) -> CMTime {
    if resumptionOffset.isNumeric { return resumptionOffset }
    return cue == .noCue || isLive ? elapsed : .zero
  }
}
