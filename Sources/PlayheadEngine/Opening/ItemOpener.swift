import PlayheadClock
import PlayheadCompositions
import PlayheadFFmpeg
import PlayheadHLS
import PlayheadItems
import PlayheadNetworking
import PlayheadPipeline

/// Opens the packet sources of all kinds of items: containers, streams and compositions.
struct ItemOpener: PacketSourceOpener {
  /// Opens the resource of a URL, or a composition, as `PacketSourceOpener` states. A container and a stream described
  /// by a playlist differ by the address, or else by the first bytes.
  func open(
    _ item: EngineItem, _ environment: PlaybackEnvironment, gate: any Gate, budget: OpeningBudget,
    networkTimeout: Double? = nil, adopt: (any TransferControl) -> Bool
  ) throws(MediaError) -> (any PacketSource)? {
    let url = item.url
    if item.composition != nil || item.compositor != nil {
      let control = CompositionControl()
      guard adopt(control) else { return nil }
      var description = item.composition
      if description == nil { description = try .whole(url, item.options, environment.sources, control) }
      guard let composition = description else { return nil }
      return CompositionReader(composition, url: url, item: item, provider: environment.sources, control: control)
    }
    var options = item.options
    options.networkTimeout = networkTimeout
    options.opening = budget
    if MediaOpener.looksLikePlaylist(url, item.options) {
      let control = StreamControl(gate: gate, opening: budget)
      guard adopt(control) else { return nil }
      return try StreamingReader(item, environment, control: control)
    }
    let source: any ByteSource
    var container: ContainerControl?
    var head: [UInt8] = []
    do throws(ByteSourceError) {
      source = try environment.sources.source(for: url, options: options)
      if item.options.contentKeys != nil { container = ContainerControl(source) }
      guard adopt(container ?? source) else { return nil }
      try source.prepare()
      if item.options.content == nil, !source.isEndless { head = try source.peek(MediaOpener.playlistMark.count) }
    } catch {
      throw MediaOpener.explain(.source(error), url: url)
    }
    guard head == MediaOpener.playlistMark else {
      return try ContainerSource(source, of: item, control: container, budget: budget)
    }
    let control = StreamControl(gate: gate, opening: budget)
    guard adopt(control) else { return nil }
    return try StreamingReader(item, environment, control: control)
  }
}
