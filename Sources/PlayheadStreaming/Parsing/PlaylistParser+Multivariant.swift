import PlayheadBasics

/// The tags of multivariant playlists.
extension PlaylistParser {
  /// Parses a tag of multivariant playlists.
  ///
  /// - Returns: False, and nothing changed, for other tags.
  /// - Throws: `mixedKinds` after a tag of media playlists; `limitExceeded`; errors of variables.
  mutating func takeMultivariant(_ name: Substring, _ value: Substring) throws(PlaylistError) -> Bool {
    switch name {
    case "#EXT-X-STREAM-INF":
      try be(.multivariant)
      if pendingVariant != nil { warn("EXT-X-STREAM-INF without a URI after it") }
      pendingVariant = try attributes(value)
    case "#EXT-X-I-FRAME-STREAM-INF":
      try be(.multivariant)
      let attributes = try attributes(value)
      guard let uri = attributes["URI"] else {
        warn("EXT-X-I-FRAME-STREAM-INF without URI")
        return true
      }
      multivariant.iFrameVariants.append(variant(attributes, uri: uri))
      try checkVariants()
    case "#EXT-X-MEDIA":
      try be(.multivariant)
      add(rendition: try attributes(value))
      try check(multivariant.renditions.count, ResourceLimits.renditions)
    case "#EXT-X-SESSION-DATA":
      try be(.multivariant)
      add(sessionData: try attributes(value))
      try check(multivariant.sessionData.count, ResourceLimits.otherTags)
    case "#EXT-X-SESSION-KEY":
      try be(.multivariant)
      if let key = key(try attributes(value)) { multivariant.sessionKeys.append(key) }
      try check(multivariant.sessionKeys.count, ResourceLimits.keys)
    case "#EXT-X-CONTENT-STEERING":
      try be(.multivariant)
      let attributes = try attributes(value)
      guard let uri = attributes["SERVER-URI"] else {
        warn("EXT-X-CONTENT-STEERING without SERVER-URI")
        return true
      }
      multivariant.contentSteering = ContentSteering(
        serverURI: uri, url: resolve(uri), pathwayID: attributes["PATHWAY-ID"])
    default: return false
    }
    return true
  }

  /// Creates a variant from the attributes of `EXT-X-STREAM-INF` or `EXT-X-I-FRAME-STREAM-INF`.
  ///
  /// - Parameter uri: The next line or the attribute `URI`.
  mutating func variant(_ list: AttributeList, uri: String) -> Variant {
    if list.integer("BANDWIDTH") == nil { warn("a variant without BANDWIDTH") }
    var groups: [Rendition.Kind: String] = [:]
    for kind in Rendition.Kind.allCases {
      // `NONE` without quotes declares that there are no captions; a group of that name would be in quotes.
      if list.values[kind.rawValue] != .plain("NONE") { groups[kind] = list[kind.rawValue] }
    }
    return Variant(
      uri: uri, url: resolve(uri), bandwidth: list.integer("BANDWIDTH") ?? 0,
      averageBandwidth: list.integer("AVERAGE-BANDWIDTH"), score: list.number("SCORE"), codecs: list.list("CODECS"),
      supplementalCodecs: list.list("SUPPLEMENTAL-CODECS"), resolution: list.resolution("RESOLUTION"),
      frameRate: list.number("FRAME-RATE"), hdcpLevel: list["HDCP-LEVEL"], allowedCPC: list["ALLOWED-CPC"],
      videoRange: list["VIDEO-RANGE"], requiredVideoLayout: list["REQ-VIDEO-LAYOUT"],
      stableID: list["STABLE-VARIANT-ID"], name: list["NAME"], programID: list.integer("PROGRAM-ID"), groups: groups,
      hasNoClosedCaptions: list.values["CLOSED-CAPTIONS"] == .plain("NONE"), pathwayID: list["PATHWAY-ID"])
  }

  /// Adds a rendition; ignores it, with a warning, without `TYPE`, `GROUP-ID` or `NAME`. A default rendition counts as
  /// AUTOSELECT (RFC 8216 §4.3.4.1).
  private mutating func add(rendition list: AttributeList) {
    guard let kind = list["TYPE"].flatMap(Rendition.Kind.init), let group = list["GROUP-ID"], let name = list["NAME"]
    else { return warn("EXT-X-MEDIA without TYPE, GROUP-ID or NAME") }
    let isDefault = list.flag("DEFAULT")
    if isDefault, list["AUTOSELECT"] == "NO" { warn("a default rendition that must not be selected") }
    multivariant.renditions.append(
      Rendition(
        kind: kind, uri: list["URI"], url: list["URI"].flatMap(resolve), groupID: group, name: name,
        language: list["LANGUAGE"], associatedLanguage: list["ASSOC-LANGUAGE"], stableID: list["STABLE-RENDITION-ID"],
        isDefault: isDefault, isAutoselect: isDefault || list.flag("AUTOSELECT"), isForced: list.flag("FORCED"),
        inStreamID: list["INSTREAM-ID"], characteristics: list.list("CHARACTERISTICS"), channels: list["CHANNELS"],
        bitDepth: list.integer("BIT-DEPTH"), sampleRate: list.integer("SAMPLE-RATE")))
  }

  /// Adds session data; ignores it, with a warning, unless it has exactly one of `VALUE` and `URI`.
  private mutating func add(sessionData list: AttributeList) {
    guard let id = list["DATA-ID"], (list["VALUE"] == nil) != (list["URI"] == nil) else {
      return warn("EXT-X-SESSION-DATA needs DATA-ID and either VALUE or URI")
    }
    multivariant.sessionData.append(
      SessionData(
        dataID: id, value: list["VALUE"], uri: list["URI"], url: list["URI"].flatMap(resolve),
        format: list["FORMAT"] ?? "JSON", language: list["LANGUAGE"]))
  }
}
