import CPlayheadCurl

/// libcurl's functions, loaded with the first request. Used by the network thread, except for `wake`.
final class CurlLibrary: @unchecked Sendable {
  // Sendable: nothing changes after `init`; the functions may be called from any thread, each handle from one at a
  // time.
  typealias Handle = UnsafeMutableRawPointer

  let easyInit: @convention(c) () -> Handle?
  let easyCleanup: @convention(c) (Handle) -> Void
  let easyPause: @convention(c) (Handle, Int32) -> CURLcode
  let easyError: @convention(c) (CURLcode) -> UnsafePointer<CChar>?
  let multiInit: @convention(c) () -> Handle?
  let multiCleanup: @convention(c) (Handle) -> CURLMcode
  let multiAdd: @convention(c) (Handle, Handle) -> CURLMcode
  let multiRemove: @convention(c) (Handle, Handle) -> CURLMcode
  let multiPerform: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> CURLMcode
  let multiPoll:
    @convention(c) (Handle, UnsafeMutableRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> CURLMcode
  /// The only function that may be called concurrently with another one on the same handle.
  let multiWake: @convention(c) (Handle) -> CURLMcode
  let multiRead: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<CURLMsg>?
  let listAppend:
    @convention(c) (UnsafeMutablePointer<curl_slist>?, UnsafePointer<CChar>) -> UnsafeMutablePointer<curl_slist>?
  let listFree: @convention(c) (UnsafeMutablePointer<curl_slist>) -> Void
  let shareInit: @convention(c) () -> Handle?
  let shareCleanup: @convention(c) (Handle) -> CURLSHcode
  let setEasy: UnsafeMutableRawPointer
  let getEasy: UnsafeMutableRawPointer
  let setShare: UnsafeMutableRawPointer
  let setMulti: UnsafeMutableRawPointer

  /// nil if libcurl is not installed or older than 7.68, which introduced `curl_multi_wakeup`.
  static let shared = CurlLibrary(DynamicLibrary("curl", version: 4, isLazy: true))

  private init?(_ library: DynamicLibrary?) {
    typealias Make = @convention(c) () -> Handle?
    guard let library,
      let globalInit = library.function("curl_global_init", as: (@convention(c) (Int) -> CURLcode).self),
      let easyInit = library.function("curl_easy_init", as: Make.self),
      let easyCleanup = library.function("curl_easy_cleanup", as: (@convention(c) (Handle) -> Void).self),
      let easyPause = library.function("curl_easy_pause", as: (@convention(c) (Handle, Int32) -> CURLcode).self),
      let easyError = library.function(
        "curl_easy_strerror", as: (@convention(c) (CURLcode) -> UnsafePointer<CChar>?).self),
      let multiInit = library.function("curl_multi_init", as: Make.self),
      let multiCleanup = library.function("curl_multi_cleanup", as: (@convention(c) (Handle) -> CURLMcode).self),
      let multiAdd = library.function("curl_multi_add_handle", as: (@convention(c) (Handle, Handle) -> CURLMcode).self),
      let multiRemove = library.function(
        "curl_multi_remove_handle", as: (@convention(c) (Handle, Handle) -> CURLMcode).self),
      let multiPerform = library.function(
        "curl_multi_perform", as: (@convention(c) (Handle, UnsafeMutablePointer<Int32>) -> CURLMcode).self),
      let multiPoll = library.function(
        "curl_multi_poll",
        as: (@convention(c) (Handle, UnsafeMutableRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> CURLMcode)
          .self),
      let multiWake = library.function("curl_multi_wakeup", as: (@convention(c) (Handle) -> CURLMcode).self),
      let multiRead = library.function(
        "curl_multi_info_read",
        as: (@convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<CURLMsg>?).self),
      let listAppend = library.function(
        "curl_slist_append",
        as: (@convention(c) (UnsafeMutablePointer<curl_slist>?, UnsafePointer<CChar>) -> UnsafeMutablePointer<
          curl_slist
        >?).self),
      let listFree = library.function(
        "curl_slist_free_all", as: (@convention(c) (UnsafeMutablePointer<curl_slist>) -> Void).self),
      let shareInit = library.function("curl_share_init", as: Make.self),
      let shareCleanup = library.function("curl_share_cleanup", as: (@convention(c) (Handle) -> CURLSHcode).self),
      let setEasy = library.address("curl_easy_setopt"), let getEasy = library.address("curl_easy_getinfo"),
      let setShare = library.address("curl_share_setopt"), let setMulti = library.address("curl_multi_setopt"),
      globalInit(Int(playhead_curl_global_default)) == CURLE_OK
    else { return nil }
    self.easyInit = easyInit
    self.easyCleanup = easyCleanup
    self.easyPause = easyPause
    self.easyError = easyError
    self.multiInit = multiInit
    self.multiCleanup = multiCleanup
    self.multiAdd = multiAdd
    self.multiRemove = multiRemove
    self.multiPerform = multiPerform
    self.multiPoll = multiPoll
    self.multiWake = multiWake
    self.multiRead = multiRead
    self.listAppend = listAppend
    self.listFree = listFree
    self.shareInit = shareInit
    self.shareCleanup = shareCleanup
    self.setEasy = setEasy
    self.getEasy = getEasy
    self.setShare = setShare
    self.setMulti = setMulti
  }
}
