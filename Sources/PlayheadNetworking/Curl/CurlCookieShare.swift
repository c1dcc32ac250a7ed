import CPlayheadCurl

/// The libcurl cookie share of one asset's transfers. Created, used and freed on the network thread.
final class CurlCookieShare {
  /// libcurl's share (`CURLSH *`); nil if it could not be created: the transfers then have no cookies.
  let handle: CurlLibrary.Handle?
  /// libcurl's functions.
  private let library: CurlLibrary
  /// The application's own cookies, until the first transfer has added them.
  private var lines: [String]

  /// Creates a share with the application's cookies; invalid ones are left out.
  init(_ cookies: [HTTPCookieValue], _ library: CurlLibrary) {
    self.library = library
    handle = library.shareInit()
    lines = cookies.compactMap(\.line)
    if let handle { _ = playhead_curl_share(library.setShare, handle, CURL_LOCK_DATA_COOKIE) }
  }

  deinit {
    if let handle { _ = library.shareCleanup(handle) }
  }

  /// Makes a transfer use and update the shared cookies.
  ///
  /// The cookies of the application are added by the first transfer: libcurl's shares have no function for it.
  func attach(to easy: CurlLibrary.Handle) {
    guard let handle else { return }
    _ = playhead_curl_set_pointer(library.setEasy, easy, CURLOPT_SHARE, handle)
    // An empty file name enables the cookie engine without a file.
    _ = playhead_curl_set_string(library.setEasy, easy, CURLOPT_COOKIEFILE, "")
    for line in lines { _ = playhead_curl_set_string(library.setEasy, easy, CURLOPT_COOKIELIST, line) }
    lines = []
  }
}
