import Foundation
import PlayheadBasics
import PlayheadClock
import PlayheadItems
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// Loads the asset list of an interstitial, on a thread of its own.
package enum InterstitialAssetLoad {
  /// - Parameters:
  ///   - url: The address of the asset list.
  ///   - base: The document that names it; nil if the program does.
  ///   - item: The primary item. Its headers and cookies are sent if the list is on its host.
  ///   - session: Identifies the playback session to the server (appendix D, `_HLS_primary_id`).
  ///   - done: Called once, on that thread.
  package static func begin(
    _ url: URL, from base: URL?, for item: EngineItem, session: String, environment: PlaybackEnvironment,
    done: @escaping @Sendable (Result<InterstitialAssetList, MediaError>) -> Void
  ) {
    let address = withSessionIdentifier(url, session: session)
    _ = EngineThread("playhead.list", clock: environment.clock, qualityOfService: .utility) {
      do throws(MediaError) {
        done(.success(try load(address, base, item, environment)))
      } catch {
        done(.failure(error))
      }
    }
  }

  /// The address with the identifier of the playback session added. Only for HTTP and HTTPS; other addresses are
  /// returned unchanged. Existing query items remain.
  package static func withSessionIdentifier(_ url: URL, session: String) -> URL {
    guard url.scheme?.hasPrefix("http") == true, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return url }
    parts.queryItems = (parts.queryItems ?? []) + [URLQueryItem(name: "_HLS_primary_id", value: session)]
    return parts.url ?? url
  }

  /// Loads and parses the list on the calling thread.
  ///
  /// - Throws: The failure of the transfer, or `badPlaylist` for a document that is no asset list.
  private static func load(
    _ url: URL, _ base: URL?, _ item: EngineItem, _ environment: PlaybackEnvironment
  ) throws(MediaError) -> InterstitialAssetList {
    let request = ResourceRequest(
      url: url, options: item.options, credentialURL: item.url, referrer: base.map(item.referrer), policy: .document,
      jar: CookieJar(item.options.cookies, client: .shared), acceptsCompression: true,
      byteLimit: ResourceLimits.scheduleBytes)
    let load = environment.sources.load(request) {}
    let bytes: [UInt8]
    do throws(ByteSourceError) {
      bytes = try load.all()
    } catch {
      throw MediaError(error, url: url)
    }
    guard let list = InterstitialAssetList(bytes, url: load.report.url) else {
      throw MediaError(.badPlaylist("it is no list of assets"), url: url)
    }
    return list
  }
}
