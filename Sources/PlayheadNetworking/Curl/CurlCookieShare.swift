import CPlayheadCurl

/// libcurl's cookies of one asset, shared by its transfers. Made, used and ended on the network's thread.
final class CurlCookieShare {
  let handle: CurlLibrary.Handle?
  private let library: CurlLibrary
  /// The program's own cookies, until the first transfer has brought them in.
  private var lines: [String]

  init(_ cookies: [HTTPCookieValue], _ library: CurlLibrary) {
    self.library = library
    handle = library.shareInit()
    lines = cookies.compactMap(\.line)
    if let handle { _ = playhead_curl_share(library.setShare, handle, CURL_LOCK_DATA_COOKIE) }
  }

  deinit {
    if let handle { _ = library.shareCleanup(handle) }
  }

  /// Makes a transfer take its cookies from here and bring new ones.
  func attach(to easy: CurlLibrary.Handle) {
    guard let handle else { return }
    _ = playhead_curl_set_pointer(library.setEasy, easy, CURLOPT_SHARE, handle)
    // No file: the name only switches cookies on.
    _ = playhead_curl_set_string(library.setEasy, easy, CURLOPT_COOKIEFILE, "")
    for line in lines { _ = playhead_curl_set_string(library.setEasy, easy, CURLOPT_COOKIELIST, line) }
    lines = []
  }
}
