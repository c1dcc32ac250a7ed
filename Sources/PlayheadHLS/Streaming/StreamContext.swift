import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadFFmpeg
import PlayheadItems
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// The state shared by the readers of one stream's renditions. Belongs to the reader's thread.
package final class StreamContext {
  /// The address of the stream.
  package let url: URL
  /// The item to which logs, captions, and timed metadata are delivered.
  let item: EngineItem
  /// The cancellation and the published progress of the reader.
  package let control: StreamControl
  /// The clock of the engine, on which reloads are scheduled.
  package let clock: any EngineClock
  /// The engine's byte sources and limits, and the measured throughput of servers, which streams share.
  private let environment: PlaybackEnvironment
  let journal: StreamJournal
  /// The client's options for all requests of the stream.
  private let options: RequestOptions
  /// The cookies for the requests of the stream.
  private let jar: CookieJar
  /// The timestamp origins of the presentation by discontinuity.
  package var origins = TimestampOrigins()
  /// The URL after redirections of `url`, once it is known to be a media playlist.
  var rootPlaylist: URL?
  /// The decryption keys that were fetched.
  private var keys = StreamKeys()
  /// The initialization sections that were fetched, decrypted, the oldest first.
  private var sections: [(section: InitializationSection, bytes: [UInt8])] = []
  /// Loads of sections and keys that were started together with the segment that needs them.
  private var dependencyLoads: [DependencyKey: any ResourceLoad] = [:]
  /// Waits for keys of the program's session that were started together with the segment that needs them.
  private var keyWaits: [ContentKeyQuery.Identifier: ContentKeyWait] = [:]
  /// Identifies a section or key by its resource and bytes.
  private struct DependencyKey: Hashable {
    var url: URL
    /// Nil: the whole resource.
    var range: ByteRange?
  }

  /// Creates the context of a stream. Requests nothing yet.
  package init(_ item: EngineItem, _ environment: PlaybackEnvironment, control: StreamControl) {
    url = item.url
    self.item = item
    var options = item.options
    options.opening = control.opening
    self.options = options
    self.environment = environment
    clock = environment.clock
    journal = StreamJournal(item, clock: environment.clock)
    self.control = control
    jar = CookieJar(item.options.cookies, client: .shared)
    item.setReloadGate(control.gate)
  }

  /// The preferences for variants on the present network and display.
  var variantPreferences: VariantPreferences {
    var preferences = item.variantPreferences.applied(
      isExpensive: environment.sources.network.condition().isExpensive)
    preferences.displayedHDR = environment.displays.transfers
    return preferences
  }

  /// How far ahead to fetch: the client's preference if it has one.
  var limits: StreamLimits {
    var limits = environment.limits.stream
    if let preferred = item.forwardBuffer { limits.secondsAhead = preferred }
    return limits
  }

  // MARK: Speed

  /// The estimated throughput in bits a second. With a clock that waits for the network, a slow start has no benefit.
  var expectedSpeed: Double {
    if clock.waitsForNetwork { return Self.usualSpeed }
    return environment.serverThroughputs.expected(of: url, at: clock.now) ?? VariantSelector.assumedThroughput
  }
  /// A 720p stream.
  private static let usualSpeed = 3_000_000.0

  /// Records a measured throughput for the server.
  func record(speed: Double?) {
    if let speed { environment.serverThroughputs.note(speed, of: url, at: clock.now) }
  }

  // MARK: Loading

  /// Starts a request. `base`: the document that refers to the URL, after redirections; nil for the URL that the user
  /// opened. `data`: the CMCD values, sent if the client enables them.
  ///
  /// Never blocks. The reader's gate is opened when the load has completed or failed.
  ///
  /// - Parameters:
  ///   - part: The bytes to request; nil: the whole resource.
  ///   - policy: The timeouts and retries of the request.
  ///   - isText: Whether the resource is a playlist or another document, which may be compressed and has another size
  ///     limit.
  ///   - isRenewal: Whether a key is requested again before it expires.
  ///   - limit: The maximum size; nil: the usual one for documents or segments.
  package func load(
    _ url: URL, from base: URL?, part: ByteRange? = nil, policy: RetryPolicy, isText: Bool = false,
    isRenewal: Bool = false, data: CMCDValues? = nil, limit: ResourceLimit? = nil
  ) -> any ResourceLoad {
    let control = control
    var request = ResourceRequest(
      url: url, range: part.map { .init(offset: $0.offset, length: $0.length) }, options: options,
      credentialURL: self.url,
      referrer: base.map(referrer), policy: policy, jar: jar, acceptsCompression: isText,
      byteLimit: limit ?? (isText ? ResourceLimits.playlistBytes : ResourceLimits.segmentBytes))
    request.isRenewal = isRenewal
    request.clientData = data ?? (isText ? CMCDValues(.playlist) : nil)
    return environment.sources.load(request) { control.gate.open() }
  }

  /// The referrer for addresses in a document, and the URL that the user opened.
  func referrer(_ base: URL) -> Referrer { Referrer(url: base, root: options.referrer?.root ?? url) }

  /// Checks that a document may refer to an address. A resource cached for one document is not available to another
  /// without permission.
  private func permit(_ address: URL, _ base: ReferenceBase) throws(MediaError) {
    var options = options
    options.permissions.formUnion(environment.sources.permissions)
    if let refusal = options.refusal(of: address, from: base.url.map(referrer)) {
      throw MediaError(.refused(refusal), url: address)
    }
  }

  /// Waits for all bytes of a load.
  ///
  /// - Parameter url: The URL for errors.
  /// - Throws: `MediaError` if the load fails or the reader is cancelled.
  package func all(_ load: any ResourceLoad, of url: URL) throws(MediaError) -> [UInt8] {
    defer { journal.note(load) }
    do throws(ByteSourceError) {
      return try control.wait(for: load) { load throws(ByteSourceError) in try load.all() }
    } catch {
      throw MediaError(error, url: url)
    }
  }

  /// A key, asked of the program's content key session, or else fetched once.
  ///
  /// - Throws: `MediaError` if the key is not permitted, cannot be fetched, or has another size.
  func key(_ key: EncryptionKey) throws(MediaError) -> ContentKey {
    guard let address = key.url else { throw MediaError(.badPlaylist("a key has no address"), url: url) }
    if let wait = keyWait(key) {
      let result: Result<ContentKey, DelegateFailure>
      do throws(ByteSourceError) {
        result = try control.wait(for: wait)
      } catch {
        throw MediaError(error, url: address)
      }
      return try MediaError.unwrap(result, url: url)
    }
    try permit(address, key.base)
    if let known = keys.bytes(at: address).flatMap({ ContentKey($0) }) { return known }
    let load = keyLoad(address, key.base)
    let bytes = try all(load, of: address)
    guard let found = ContentKey(bytes) else {
      throw MediaError(.isProtected("its key has \(bytes.count) bytes"), url: address)
    }
    keys.store(bytes, at: address, key.base, load.report, clock)
    return found
  }

  /// Whether a key can be used: it is at its URI, or the program's content key session delivers it.
  func mayProvide(_ key: EncryptionKey) -> Bool {
    if case .other = key.method { return false }
    if key.format == EncryptionKey.identityFormat { return true }
    return isAnsweredBySession(key)
  }

  /// Whether the program's content key session delivers a key.
  private func isAnsweredBySession(_ key: EncryptionKey) -> Bool {
    guard let query = key.contentKeyQuery else { return false }
    return options.contentKeys?.answers(query.system) ?? false
  }

  /// Reloads keys that expire. Returns the time of the next call.
  func renewKeys() -> HostTime? {
    keys.renew(clock) { load($0, from: $1.url, policy: .document, isRenewal: true, limit: ResourceLimits.keyBytes) }
  }

  /// The decrypted bytes of an initialization section, fetched once.
  func bytes(of section: InitializationSection) throws(MediaError) -> [UInt8] {
    guard let address = section.url else {
      throw MediaError(.badPlaylist("an initialization section has no address"), url: url)
    }
    try permit(address, section.base)
    if let known = sections.first(where: { $0.section == section }) { return known.bytes }
    var bytes = try all(sectionLoad(section, address), of: address)
    if let key = section.keys.first(where: mayProvide), key.method == .aes128 {
      let decrypted = SegmentKeys.cipher(try self.key(key), key, sequence: 0)?.decrypt(bytes)
      bytes = decrypted.map { $0.dropLast(AES128.padding(of: $0)) } ?? bytes
    }
    sections.append((section, bytes))
    if sections.count > Self.sectionLimit { sections.removeFirst() }
    return bytes
  }
  /// Each variant has one, and each discontinuity may have its own.
  private static let sectionLimit = 16

  /// Requests the section and keys of a segment so that they arrive with it and not after it.
  ///
  /// The loads are taken by `key` and `bytes(of:)`, or cancelled with the context.
  func prefetchDependencies(_ segment: MediaSegment) {
    if let section = segment.map, let address = section.url, !sections.contains(where: { $0.section == section }) {
      dependencyLoads[DependencyKey(url: address, range: section.byteRange)] = sectionLoad(section, address)
    }
    if let key = segment.keys.first(where: isAnsweredBySession), let query = key.contentKeyQuery {
      if keyWaits[query.identifier] == nil { keyWaits[query.identifier] = options.contentKeys?.ask(query) }
      return
    }
    for key in segment.keys where key.format == EncryptionKey.identityFormat {
      guard let address = key.url, keys.bytes(at: address) == nil else { continue }
      dependencyLoads[DependencyKey(url: address)] = keyLoad(address, key.base)
    }
  }

  /// The prefetched wait for a key of the program's session, or a new one; nil if no session answers. A prefetched wait
  /// may have failed already: the program is not asked again before the failure is reported.
  private func keyWait(_ key: EncryptionKey) -> ContentKeyWait? {
    guard let query = key.contentKeyQuery else { return nil }
    return keyWaits.removeValue(forKey: query.identifier) ?? options.contentKeys?.ask(query)
  }

  /// The prefetched load of a section, or a new one.
  private func sectionLoad(_ section: InitializationSection, _ address: URL) -> any ResourceLoad {
    dependencyLoads.removeValue(forKey: DependencyKey(url: address, range: section.byteRange))
      ?? load(
        address, from: section.base.url, part: section.byteRange, policy: .segment, data: CMCDValues(.section))
  }

  /// The prefetched load of a key, or a new one.
  private func keyLoad(_ address: URL, _ base: ReferenceBase) -> any ResourceLoad {
    dependencyLoads.removeValue(forKey: DependencyKey(url: address))
      ?? load(
        address, from: base.url, policy: .document, data: CMCDValues(.key), limit: ResourceLimits.keyBytes)
  }

  deinit {
    for load in dependencyLoads.values { load.cancel() }
  }

  /// All decrypted bytes of a text segment.
  func text(of segment: QueuedSegment) throws(MediaError) -> [UInt8] {
    let bytes: [UInt8]
    do throws(ByteSourceError) {
      bytes = try control.wait(for: segment.load) { load throws(ByteSourceError) in try load.all() }
    } catch {
      throw MediaError(error, url: segment.segment.url ?? url)
    }
    guard let cipher = try SegmentKeys.cipher(of: segment.segment, self) else { return bytes }
    let plain = cipher.decrypt(bytes.prefix(bytes.count / 16 * 16))
    return plain.dropLast(AES128.padding(of: plain))
  }

  // MARK: Playlists

  /// Parses a playlist. `imports`: the variables of the multivariant playlist.
  package func playlist(
    _ bytes: [UInt8], from address: URL, imports: [String: String]
  ) throws(MediaError) -> StreamingPlaylist {
    do throws(PlaylistError) {
      return try PlaylistParser.parse(bytes, url: address, imports: imports)
    } catch {
      throw MediaError(.badPlaylist(error.description), url: address)
    }
  }
}
