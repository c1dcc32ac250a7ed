import PlayheadRenderers

extension MediaItem {
  /// The description of the item in DIDL-Lite (ContentDirectory:1 §2.8).
  var description: String {
    // The second form is that of Samsung's televisions, which others adopted.
    let captions =
      captionAddress.map {
        "<res protocolInfo=\"http-get:*:text/srt:*\">\(SOAPAction.escaped($0))</res>"
          + "<sec:CaptionInfoEx sec:type=\"srt\">\(SOAPAction.escaped($0))</sec:CaptionInfoEx>"
      } ?? ""
    let kind = type.hasPrefix("audio/") ? "audioItem.musicTrack" : "videoItem"
    return "<DIDL-Lite xmlns=\"urn:schemas-upnp-org:metadata-1-0/DIDL-Lite/\""
      + " xmlns:dc=\"http://purl.org/dc/elements/1.1/\" xmlns:upnp=\"urn:schemas-upnp-org:metadata-1-0/upnp/\""
      + (captions.isEmpty ? ">" : " xmlns:sec=\"http://www.sec.co.kr/\">")
      + "<item id=\"1\" parentID=\"0\" restricted=\"1\"><dc:title>\(SOAPAction.escaped(title))</dc:title>"
      + "<upnp:class>object.item.\(kind)</upnp:class><res protocolInfo=\"http-get:*:\(type):\(Self.features)\">"
      + SOAPAction.escaped(address) + "</res>\(captions)</item></DIDL-Lite>"
  }
}
