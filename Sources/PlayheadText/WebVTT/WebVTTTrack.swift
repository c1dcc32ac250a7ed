import CoreMedia

/// The cues of a container's WebVTT track, and the regions and style sheets that they share.
package struct WebVTTTrack: Sendable {
  /// The regions that the header defines.
  package let regions: [CueRegion]
  /// The style sheets of the header.
  private let sheet: StyleSheet
  /// Whether timestamps within a cue are relative to its start.
  private let hasRelativeTimes: Bool
  /// Whether there is a header that defines all regions.
  private let knowsRegions: Bool

  /// - Parameter header: The part of the file before its first cue, as Matroska stores it for a track of
  ///   `S_TEXT/WEBVTT`; empty for other containers, which have none.
  package init(header: [UInt8]) { self.init(header: header, hasRelativeTimes: !header.isEmpty) }

  /// `hasRelativeTimes`: whether timestamps within a cue are relative to its start, as in Matroska.
  package init(header: [UInt8], hasRelativeTimes: Bool) {
    let document = WebVTTParser.parse(TextDecoding.string(header))
    regions = document.regions
    sheet = StyleSheet(document.styleSheets)
    self.hasRelativeTimes = hasRelativeTimes
    knowsRegions = !header.isEmpty
  }

  /// nil for a packet without text.
  package func cue(
    _ bytes: [UInt8], identifier: [UInt8], settings: [UInt8], start: CMTime, end: CMTime
  ) -> Cue? {
    let text = CuePacket.text(bytes)
    guard !text.isEmpty, start.isNumeric, end >= start else { return nil }
    let origin = hasRelativeTimes ? start : .zero
    let runs = WebVTTText.runs(text, start: start - origin, end: end - origin).map { run in
      var run = run
      run.time = run.time.map { $0 + origin }
      return run
    }
    var cue = Cue(start: start, end: end, source: text, runs: runs)
    cue.identifier = CuePacket.text(identifier)
    cue.settings = CuePacket.text(settings)
    cue.layout = WebVTTSettings.layout(cue.settings[...])
    if knowsRegions, let name = cue.layout.region, !regions.contains(where: { $0.identifier == name }) {
      cue.layout.region = nil
    }
    sheet.apply(to: &cue)
    return cue
  }
}
