import CoreMedia
import Foundation
import PlayheadEngine
import PlayheadStreaming

/// The values of an event's properties.
struct InterstitialEventState: @unchecked Sendable {
  // Sendable: only `AnyHashable` keys are not, and they are immutable values.
  weak var primaryItem: AVPlayerItem?
  var identifier: String
  var time = CMTime.invalid
  var date: Date?
  var templateItems: [AVPlayerItem] = []
  var cue = AVPlayerInterstitialEvent.Cue.noCue
  var willPlayOnce = false
  var restrictions: AVPlayerInterstitialEvent.Restrictions = []
  var resumptionOffset = CMTime.indefinite
  var playoutLimit = CMTime.invalid
  var alignsStart = false
  var alignsResumption = false
  var timelineOccupancy = AVPlayerInterstitialEvent.TimelineOccupancy.singlePoint
  var supplementsPrimaryContent = false
  var contentMayVary = true
  var plannedDuration = CMTime.invalid
  var skipRange = CMTimeRange.invalid
  var skipLabelKey: String?
  var userDefinedAttributes: [AnyHashable: any Sendable] = [:]
  var assetListResponse: [AnyHashable: any Sendable]?
  /// The URL of the asset list of a stream's event.
  var assetList: URL?
  /// The stream's declaration; nil for an event of the client.
  var tag: InterstitialTag?

  init(_ item: AVPlayerItem, identifier: String? = nil) {
    primaryItem = item
    self.identifier = identifier ?? UUID().uuidString
  }

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

  private static func item(_ url: URL, namedBy document: URL?, of primary: AVPlayerItem) -> AVPlayerItem {
    AVPlayerItem(asset: AVURLAsset(url: url, request: primary.engineItem.options(forNamedBy: document)))
  }

  private mutating func adopt(_ skip: InterstitialSkip) {
    skipLabelKey = skip.labelID
    skipRange =
      Self.time(skip.offset).map {
        CMTimeRange(start: $0, duration: Self.time(skip.duration) ?? .positiveInfinity)
      } ?? .invalid
  }

  private static func time(_ seconds: Double?) -> CMTime? {
    seconds.map { CMTime(seconds: $0, preferredTimescale: 1_000_000) }
  }

  /// Sets the client's attributes, which are untyped: values that are not Sendable are stored as their description.
  mutating func setAttributes(_ attributes: [String: Any]) {
    for (name, value) in attributes { userDefinedAttributes[name] = Self.sendable(value) }
  }

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
