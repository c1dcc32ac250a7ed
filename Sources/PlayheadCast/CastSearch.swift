import CPlayheadAvahi
import PlayheadBasics
import PlayheadMediaServer
import PlayheadRoutes

/// A search for Cast devices by DNS service discovery (RFC 6763), with the Avahi daemon. Nothing is sent except during
/// a search.
package struct CastSearch: Sendable {
  /// Creates a search.
  package init() {}

  /// The maximum number of services that are resolved: a hostile network may announce them without end.
  private static let limit = 64
  /// The type of the service.
  private static let type = "_googlecast._tcp"

  /// Searches, and returns the devices sorted by name. Empty without the Avahi daemon. Blocks for about `seconds`, so
  /// it may not run on the main thread.
  package func run(seconds: Double) -> [CastDevice] {
    guard let browser = Browser() else { return [] }
    let end = Socket.now + seconds
    while Socket.now < end, browser.iterate(seconds: end - Socket.now) {}
    return browser.devices.values.sorted { ($0.route.name, $0.route.id) < ($1.route.name, $1.route.id) }
  }

  /// A browser for the service, and what it has found. Used by one thread; Avahi calls it during `iterate`.
  private final class Browser {
    private(set) var devices: [String: CastDevice] = [:]
    private let functions: PlayheadAvahiFunctions
    private let poll: UnsafeMutableRawPointer
    /// The connection to the daemon, which frees its browsers and resolvers.
    private var client: UnsafeMutableRawPointer?
    /// The number of services that were resolved.
    private var resolvedCount = 0

    /// Nil without Avahi's library or its daemon.
    init?() {
      var functions = PlayheadAvahiFunctions()
      guard playhead_avahi_load(&functions), let poll = functions.new_poll() else { return nil }
      (self.functions, self.poll) = (functions, poll)
      var error: Int32 = 0
      client = functions.new_client(functions.get_poll(poll), 0, { _, _, _ in }, nil, &error)
      guard let client,
        functions.browse(
          client, Int32(playhead_avahi_any_interface), Int32(playhead_avahi_ipv4), CastSearch.type, nil, 0,
          Self.browserCallback, Unmanaged.passUnretained(self).toOpaque()) != nil
      else { return nil }
    }

    deinit {
      if let client { functions.free_client(client) }
      functions.free_poll(poll)
    }

    /// Waits for an event. Returns false if the daemon has disappeared.
    func iterate(seconds: Double) -> Bool {
      functions.iterate(poll, Int32(saturating: min(max(seconds, 0.01), 60) * 1000)) == 0
    }

    private static let browserCallback: PlayheadAvahiBrowserCallback = {
      _, interface, `protocol`, event, name, type, domain, _, data in
      guard event == Int32(playhead_avahi_new), let name, let data else { return }
      let browser = Unmanaged<Browser>.fromOpaque(data).takeUnretainedValue()
      guard let client = browser.client, browser.resolvedCount < CastSearch.limit else { return }
      browser.resolvedCount += 1
      _ = browser.functions.resolve(
        client, interface, `protocol`, name, type, domain, Int32(playhead_avahi_ipv4), 0, resolverCallback, data)
    }

    private static let resolverCallback: PlayheadAvahiResolverCallback = {
      resolver, _, _, event, name, _, _, _, address, port, texts, _, data in
      guard let data else { return }
      let browser = Unmanaged<Browser>.fromOpaque(data).takeUnretainedValue()
      if event == Int32(playhead_avahi_found), let name, let address { browser.add(name, address, port, texts) }
      browser.functions.free_resolver(resolver)
    }

    private func add(
      _ name: UnsafePointer<CChar>, _ address: UnsafeRawPointer, _ port: UInt16, _ texts: UnsafeMutableRawPointer?
    ) {
      var text = [CChar](repeating: 0, count: 64)
      guard functions.address_text(&text, text.count, address) != nil else { return }
      var entries: [String] = []
      var next = texts
      while let entry = next, entries.count < CastDevice.entryLimit {
        let buffer = UnsafeBufferPointer(start: functions.text(entry), count: functions.text_size(entry))
        entries.append(String(validating: buffer, as: UTF8.self) ?? "")
        next = functions.next_text(entry)
      }
      let device = CastDevice(
        name: String(cString: name),
        address: String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self),
        port: port, entries: entries)
      if let device { devices[device.route.id] = devices[device.route.id] ?? device }
    }
  }
}
