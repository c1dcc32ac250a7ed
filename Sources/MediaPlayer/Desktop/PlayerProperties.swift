import Foundation
import PlayheadBasics

/// A D-Bus value of the types that MPRIS uses.
enum BusValue: Equatable, Sendable {
  /// A string (`s`).
  case text(String)
  /// An array of strings (`as`).
  case texts([String])
  /// An object path (`o`).
  case path(String)
  /// A Boolean (`b`).
  case flag(Bool)
  /// A double (`d`).
  case number(Double)
  /// An array of doubles (`ad`).
  case numbers([Double])
  /// A 64-bit integer.
  case integer(Int64)
  /// A 32-bit integer.
  case small(Int32)
  /// A dictionary with string keys (`a{sv}`).
  case map([String: BusValue])
}

/// The properties of the MPRIS 2.2 player interface. A pure function of the program's information.
struct PlayerProperties: Equatable, Sendable {
  /// The capabilities that the commands offer.
  struct Offers: Equatable, Sendable {
    var play = false
    var pause = false
    var stop = false
    var next = false
    var previous = false
    var position = false
    var skip = false
    /// The supported rates; empty if the rate cannot be changed.
    var rates: [Double] = []
    /// The repeat mode; nil if it cannot be changed.
    var repeatType: MPRepeatType?
    /// Whether items are shuffled; nil if it cannot be changed.
    var isShuffled: Bool?
    /// The volume, 0 to 1; nil if the program has none of its own.
    var volume: Double?
  }

  /// The properties by their MPRIS names, without the position, which is computed for each query.
  private(set) var values: [String: BusValue]

  /// - Parameters:
  ///   - track: The number of the item, counted from the program's start.
  ///   - artURL: The URL of the artwork file.
  init(_ info: NowPlayingInfo?, offers: Offers, track: Int, artURL: String?) {
    values = [
      "PlaybackStatus": .text(Self.status(info)),
      "Rate": .number(info.map { $0.rate == 0 ? 1 : $0.rate } ?? 1),
      "MinimumRate": .number(min(1, offers.rates.min() ?? 1)), "MaximumRate": .number(max(1, offers.rates.max() ?? 1)),
      "CanPlay": .flag(info != nil && offers.play), "CanPause": .flag(info != nil && offers.pause),
      "CanGoNext": .flag(offers.next), "CanGoPrevious": .flag(offers.previous),
      "CanSeek": .flag(info != nil && (offers.position || offers.skip)), "CanControl": .flag(true),
      "Metadata": .map(Self.metadata(info, track: track, artURL: artURL)),
      "Volume": .number(offers.volume ?? 1),
    ]
    if let type = offers.repeatType { values["LoopStatus"] = .text(Self.loopStatus(type)) }
    if let isShuffled = offers.isShuffled { values["Shuffle"] = .flag(isShuffled) }
  }

  /// The properties that differ from `old`.
  func changes(since old: PlayerProperties?) -> [String: BusValue] {
    guard let old else { return values }
    return values.filter { old.values[$0.key] != $0.value }
  }

  /// The value of `LoopStatus` for a repeat mode.
  static func loopStatus(_ type: MPRepeatType) -> String {
    switch type {
    case .off: "None"
    case .one: "Track"
    case .all: "Playlist"
    }
  }

  /// The repeat mode of a value of `LoopStatus`; nil for an unknown value.
  static func repeatType(_ status: String) -> MPRepeatType? {
    [MPRepeatType.off, .one, .all].first { loopStatus($0) == status }
  }

  /// The D-Bus object path of an item.
  static func path(ofTrack track: Int) -> String { "/org/playhead/track/\(track)" }

  /// The value of `PlaybackStatus`.
  private static func status(_ info: NowPlayingInfo?) -> String {
    guard let info, info.state != .stopped else { return "Stopped" }
    return info.isPlaying ? "Playing" : "Paused"
  }

  /// The value of `Metadata`, with the names of the MPRIS metadata guidelines. Lengths are microseconds.
  private static func metadata(_ info: NowPlayingInfo?, track: Int, artURL: String?) -> [String: BusValue] {
    guard let info else { return ["mpris:trackid": .path("/org/mpris/MediaPlayer2/TrackList/NoTrack")] }
    var map: [String: BusValue] = ["mpris:trackid": .path(path(ofTrack: track))]
    map["mpris:length"] = info.duration.map { .integer(microseconds($0)) }
    map["mpris:artUrl"] = artURL.map { .text($0) }
    map["xesam:title"] = info.title.map { .text($0) }
    map["xesam:album"] = info.album.map { .text($0) }
    map["xesam:artist"] = info.artist.map { .texts([$0]) }
    map["xesam:albumArtist"] = info.albumArtist.map { .texts([$0]) }
    map["xesam:composer"] = info.composer.map { .texts([$0]) }
    map["xesam:genre"] = info.genre.map { .texts([$0]) }
    map["xesam:trackNumber"] = info.trackNumber.map { .small(Int32(clamping: $0)) }
    map["xesam:userRating"] = info.rating.map { .number($0) }
    map["xesam:url"] = info.url.map { .text($0) }
    // MPRIS has no name for it; other names must have the prefix of their vendor.
    map["playhead:externalDevice"] = info.externalDevice.map { .text($0) }
    return map
  }

  /// Seconds in microseconds, the unit of MPRIS; limited to ±9e12 seconds.
  static func microseconds(_ seconds: Double) -> Int64 { Int64(saturating: max(-9e12, min(9e12, seconds)) * 1_000_000) }
}

/// The playback position, extrapolated with the rate since the last report.
struct ElapsedTime: Equatable, Sendable {
  /// The position in seconds at the last report.
  private var seconds: Double
  /// The rate at the last report; 0 while paused.
  private var rate: Double
  /// The time of the last report, in seconds of a monotonic clock.
  private var reportedAt: Double

  /// - Parameters:
  ///   - now: Seconds on a monotonic clock.
  init(_ info: NowPlayingInfo?, now: Double) {
    seconds = info?.elapsed ?? 0
    rate = info.map { $0.isPlaying ? $0.rate : 0 } ?? 0
    reportedAt = now
  }

  /// The position in seconds at a time of the same clock; never negative.
  func position(at now: Double) -> Double { max(0, seconds + (now - reportedAt) * rate) }

  /// Whether `newer` differs from the extrapolated position: a discontinuity, which must be signaled. The tolerance
  /// allows for rounding by programs during playback. While paused, each change counts, such as a step by one frame.
  func isJump(to newer: ElapsedTime, at now: Double) -> Bool {
    let isPaused = rate == 0 && newer.rate == 0
    return abs(newer.position(at: now) - position(at: now)) > (isPaused ? 0.001 : 0.5)
  }
}
