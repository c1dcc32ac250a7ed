import Foundation

/// The loudness of a track and of its album, as the tags of a file declare it: ReplayGain 2.0, and for Opus the tags of
/// RFC 7845, section 5.2.1.
package struct ReplayGain: Sendable, Equatable {
  /// The loudness that is made equal.
  package enum Mode: String, Sendable, CaseIterable {
    /// None: the audio remains unchanged.
    case off
    /// That of every track.
    case track
    /// That of every album: the differences between its tracks remain.
    case album
  }

  /// A declared gain.
  package struct Level: Sendable, Equatable {
    /// The gain in decibels that results in the reference loudness of −18 LUFS.
    package var gain: Double
    /// The largest sample, where full scale is 1; nil if it is not declared.
    package var peak: Double?

    /// Creates a level.
    package init(gain: Double, peak: Double? = nil) { (self.gain, self.peak) = (gain, peak) }

    /// The factor for samples. The largest sample does not exceed full scale; without a declared peak, the audio is
    /// assumed to reach it, so that it only becomes quieter.
    var factor: Float {
      let wanted = pow(10, gain / 20)
      return Float(min(wanted, 1 / (peak ?? 1)))
    }
  }

  /// The level of the track; nil if it is not declared.
  package var track: Level?
  /// The level of the album; nil if it is not declared.
  package var album: Level?

  /// The largest gain in decibels, in both directions; tags beyond it are ignored. That of the loudness measurement,
  /// which does not measure below −70 LUFS (EBU R 128).
  private static let largestGain = 70.0
  /// The difference between the reference loudness of ReplayGain and that of Opus' tags, −23 LUFS, in decibels.
  private static let opusDifference = 5.0

  /// Reads the tags of a file. Those of earlier dictionaries precede those of later ones; their keys are compared
  /// without case. nil if none of them declares a gain.
  package init?(tags: [String: String]...) {
    var values: [String: String] = [:]
    for group in tags {
      for (key, value) in group { values.merge([key.lowercased(): value]) { first, _ in first } }
    }
    track = Self.level(values, "track") ?? Self.level(values, nil)
    album = Self.level(values, "album")
    if track == nil && album == nil { return nil }
  }

  /// The factor for samples. A missing level is replaced by the other one.
  package func factor(_ mode: Mode) -> Float {
    switch mode {
    case .off: 1
    case .track: (track ?? album)?.factor ?? 1
    case .album: (album ?? track)?.factor ?? 1
    }
  }

  /// The level of the track or album. Matroska's tags are attached to what they describe, and have no name for it.
  private static func level(_ tags: [String: String], _ name: String?) -> Level? {
    let prefix = name.map { "\($0)_" } ?? ""
    let opus = name.flatMap { tags["r128_\($0)_gain"] }.flatMap { Int16($0.trimmingCharacters(in: .whitespaces)) }
    if let opus { return Level(gain: Double(opus) / 256 + opusDifference) }
    guard let gain = tags["replaygain_\(prefix)gain"].flatMap(decibels) else { return nil }
    let peak = tags["replaygain_\(prefix)peak"].flatMap { number($0) }.flatMap { $0 > 0 ? $0 : nil }
    return Level(gain: gain, peak: peak)
  }

  /// The decibels of a text such as `-7.03 dB`; nil for anything else.
  private static func decibels(_ text: String) -> Double? {
    let parts = text.split(separator: " ")
    guard let first = parts.first, parts.count == 1 || parts.count == 2 && parts[1].lowercased() == "db" else {
      return nil
    }
    return number(String(first)).flatMap { abs($0) <= largestGain ? $0 : nil }
  }

  /// A decimal number. Programs write it with a comma in some languages. nil for anything else.
  private static func number(_ text: String) -> Double? {
    let text = text.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: ",", with: ".")
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || "+-.".contains($0)) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }
}

extension MediaInfo {
  /// The loudness that the tags of a track and of the file declare; nil if they do not.
  package func replayGain(ofTrack identifier: Int32) -> ReplayGain? {
    ReplayGain(tags: tracks.first { $0.trackID == identifier }?.metadata ?? [:], metadata)
  }
}
