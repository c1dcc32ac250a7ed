import PlayheadBasics

/// Parses the tags and URIs of a multivariant playlist. Pure.
struct MultivariantPlaylistParser {
  /// The result.
  private var multivariant = MultivariantPlaylist()
  /// The `EXT-X-STREAM-INF` tag whose URI is on the next line.
  private var pendingVariant: AttributeList?

  /// Whether the next URI is that of a variant.
  var expectsURI: Bool { pendingVariant != nil }

  /// Reports a variant without a URI, which the end of the text leaves.
  func warnAtEnd(_ head: inout PlaylistHeadParser) {
    if pendingVariant != nil { head.warn("EXT-X-STREAM-INF without a URI after it") }
  }

  /// The playlist.
  mutating func finish(_ head: PlaylistHeadParser) -> MultivariantPlaylist {
    multivariant.head = head.result
    multivariant.url = head.url
    return multivariant
  }

  /// The tags that mark a playlist as a multivariant playlist.
  static let tags: Set<Substring> = [
    "#EXT-X-STREAM-INF", "#EXT-X-I-FRAME-STREAM-INF", "#EXT-X-MEDIA", "#EXT-X-SESSION-DATA", "#EXT-X-SESSION-KEY",
    "#EXT-X-CONTENT-STEERING",
  ]

  /// Parses a URI line: that of the variant whose tag precedes it. Others are ignored, with a warning.
  ///
  /// - Throws: `limitExceeded`.
  mutating func take(uri: String, _ head: inout PlaylistHeadParser) throws(PlaylistError) {
    guard let attributes = pendingVariant else { return head.warn("a URI without EXT-X-STREAM-INF") }
    pendingVariant = nil
    multivariant.variants.append(variant(attributes, uri: uri, &head))
    try checkVariants()
  }

  /// Checks the number of variants and I-frame variants together.
  private func checkVariants() throws(PlaylistError) {
    try ResourceLimits.variants.check(multivariant.variants.count + multivariant.iFrameVariants.count)
  }

  /// Parses a tag of multivariant playlists. Other tags are ignored.
  ///
  /// - Parameter head: The tags of both kinds, which substitutes variables and takes warnings.
  /// - Throws: `limitExceeded`, or an error of variables.
  mutating func take(_ name: Substring, _ value: Substring, _ head: inout PlaylistHeadParser) throws(PlaylistError) {
    switch name {
    case "#EXT-X-STREAM-INF":
      if pendingVariant != nil { head.warn("EXT-X-STREAM-INF without a URI after it") }
      pendingVariant = try head.attributes(value)
    case "#EXT-X-I-FRAME-STREAM-INF":
      let attributes = try head.attributes(value)
      guard let uri = attributes["URI"] else { return head.warn("EXT-X-I-FRAME-STREAM-INF without URI") }
      multivariant.iFrameVariants.append(variant(attributes, uri: uri, &head))
      try checkVariants()
    case "#EXT-X-MEDIA":
      add(rendition: try head.attributes(value), &head)
      try ResourceLimits.renditions.check(multivariant.renditions.count)
    case "#EXT-X-SESSION-DATA":
      add(sessionData: try head.attributes(value), &head)
      try ResourceLimits.otherTags.check(multivariant.sessionData.count)
    case "#EXT-X-SESSION-KEY":
      if let key = head.key(try head.attributes(value)) { multivariant.sessionKeys.append(key) }
      try ResourceLimits.keys.check(multivariant.sessionKeys.count)
    case "#EXT-X-CONTENT-STEERING":
      let attributes = try head.attributes(value)
      guard let uri = attributes["SERVER-URI"] else {
        return head.warn("EXT-X-CONTENT-STEERING without SERVER-URI")
      }
      multivariant.contentSteering = ContentSteering(
        serverURI: uri, url: head.resolve(uri), pathwayID: attributes["PATHWAY-ID"])
    default: break
    }
  }

  /// Creates a variant from the attributes of `EXT-X-STREAM-INF` or `EXT-X-I-FRAME-STREAM-INF`.
  ///
  /// - Parameter uri: The next line or the attribute `URI`.
  private func variant(_ list: AttributeList, uri: String, _ head: inout PlaylistHeadParser) -> Variant {
    if list.integer("BANDWIDTH") == nil { head.warn("a variant without BANDWIDTH") }
    var groups: [Rendition.Kind: String] = [:]
    for kind in Rendition.Kind.allCases {
      // `NONE` without quotes declares that there are no captions; a group of that name would be in quotes.
      if list.values[kind.rawValue] != .plain("NONE") { groups[kind] = list[kind.rawValue] }
    }
    return Variant(
      uri: uri, url: head.resolve(uri), bandwidth: list.integer("BANDWIDTH") ?? 0,
      averageBandwidth: list.integer("AVERAGE-BANDWIDTH"), score: list.number("SCORE"), codecs: list.list("CODECS"),
      supplementalCodecs: list.list("SUPPLEMENTAL-CODECS"), resolution: list.resolution("RESOLUTION"),
      frameRate: list.number("FRAME-RATE"), hdcpLevel: list["HDCP-LEVEL"], allowedCPC: list["ALLOWED-CPC"],
      videoRange: list["VIDEO-RANGE"], requiredVideoLayout: list["REQ-VIDEO-LAYOUT"],
      stableID: list["STABLE-VARIANT-ID"], name: list["NAME"], programID: list.integer("PROGRAM-ID"), groups: groups,
      hasNoClosedCaptions: list.values["CLOSED-CAPTIONS"] == .plain("NONE"), pathwayID: list["PATHWAY-ID"])
  }

  /// Adds a rendition; ignores it, with a warning, without `TYPE`, `GROUP-ID` or `NAME`. A default rendition counts as
  /// AUTOSELECT (RFC 8216 §4.3.4.1).
  private mutating func add(rendition list: AttributeList, _ head: inout PlaylistHeadParser) {
    guard let kind = list["TYPE"].flatMap(Rendition.Kind.init), let group = list["GROUP-ID"], let name = list["NAME"]
    else { return head.warn("EXT-X-MEDIA without TYPE, GROUP-ID or NAME") }
    let isDefault = list.flag("DEFAULT")
    if isDefault, list["AUTOSELECT"] == "NO" { head.warn("a default rendition that must not be selected") }
    multivariant.renditions.append(
      Rendition(
        kind: kind, uri: list["URI"], url: list["URI"].flatMap(head.resolve), groupID: group, name: name,
        language: list["LANGUAGE"], associatedLanguage: list["ASSOC-LANGUAGE"], stableID: list["STABLE-RENDITION-ID"],
        isDefault: isDefault, isAutoselect: isDefault || list.flag("AUTOSELECT"), isForced: list.flag("FORCED"),
        inStreamID: list["INSTREAM-ID"], characteristics: list.list("CHARACTERISTICS"), channels: list["CHANNELS"],
        bitDepth: list.integer("BIT-DEPTH"), sampleRate: list.integer("SAMPLE-RATE")))
  }

  /// Adds session data; ignores it, with a warning, unless it has exactly one of `VALUE` and `URI`.
  private mutating func add(sessionData list: AttributeList, _ head: inout PlaylistHeadParser) {
    guard let id = list["DATA-ID"], (list["VALUE"] == nil) != (list["URI"] == nil) else {
      return head.warn("EXT-X-SESSION-DATA needs DATA-ID and either VALUE or URI")
    }
    multivariant.sessionData.append(
      SessionData(
        dataID: id, value: list["VALUE"], uri: list["URI"], url: list["URI"].flatMap(head.resolve),
        format: list["FORMAT"] ?? "JSON", language: list["LANGUAGE"]))
  }
}
