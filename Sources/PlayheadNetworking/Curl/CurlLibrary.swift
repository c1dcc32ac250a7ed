import CPlayheadCurl

/// libcurl's functions, loaded with the first request. Used by the network thread, except for `wake`.
final class CurlLibrary: @unchecked Sendable {
  // Sendable: nothing changes after `init`; the functions may be called from any thread, each handle from one at a
  // time.
  /// An easy, multi or share handle (`CURL *`, `CURLM *`, `CURLSH *`).
  typealias Handle = UnsafeMutableRawPointer

  /// Creates an easy handle, the state of one transfer.
  let easyInit: @convention(c) () -> Handle?
  /// Frees an easy handle, after it was removed from its multi handle.
  let easyCleanup: @convention(c) (Handle) -> Void
  /// Pauses or continues a transfer; may call its write callback before it returns.
  let easyPause: @convention(c) (Handle, Int32) -> CURLcode
  /// Runs a transfer to its end, or only connects.
  let easyPerform: @convention(c) (Handle) -> CURLcode
  /// Sends on a connection that was only made; `CURLE_AGAIN` if the socket is not ready.
  let easySend: @convention(c) (Handle, UnsafeRawPointer?, Int, UnsafeMutablePointer<Int>) -> CURLcode
  /// Receives on a connection that was only made; `CURLE_AGAIN` if there is nothing, no bytes at its end.
  let easyReceive: @convention(c) (Handle, UnsafeMutableRawPointer, Int, UnsafeMutablePointer<Int>) -> CURLcode
  /// A static description of a result code.
  let easyError: @convention(c) (CURLcode) -> UnsafePointer<CChar>?
  /// Creates a multi handle, which runs all transfers of a thread.
  let multiInit: @convention(c) () -> Handle?
  /// Frees a multi handle, after its easy handles were removed.
  let multiCleanup: @convention(c) (Handle) -> CURLMcode
  /// Adds a transfer, which starts with the next `multiPerform`.
  let multiAdd: @convention(c) (Handle, Handle) -> CURLMcode
  /// Removes a transfer, finished or not.
  let multiRemove: @convention(c) (Handle, Handle) -> CURLMcode
  /// Sends and receives what is possible without waiting; calls the callbacks. Counts the running transfers.
  let multiPerform: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> CURLMcode
  /// Waits for sockets, a timeout in milliseconds, or `multiWake`.
  let multiPoll:
    @convention(c) (Handle, UnsafeMutableRawPointer?, UInt32, Int32, UnsafeMutablePointer<Int32>?) -> CURLMcode
  /// The only function that may be called concurrently with another one on the same handle.
  let multiWake: @convention(c) (Handle) -> CURLMcode
  /// Returns the next finished transfer, and counts the remaining messages. Valid until the next call.
  let multiRead: @convention(c) (Handle, UnsafeMutablePointer<Int32>) -> UnsafeMutablePointer<CURLMsg>?
  /// Appends a copy of a string to a list; returns the new start of the list, nil without memory.
  let listAppend:
    @convention(c) (UnsafeMutablePointer<curl_slist>?, UnsafePointer<CChar>) -> UnsafeMutablePointer<curl_slist>?
  /// Frees a list. The transfers that use it must have ended.
  let listFree: @convention(c) (UnsafeMutablePointer<curl_slist>) -> Void
  /// Creates a share handle.
  let shareInit: @convention(c) () -> Handle?
  /// Frees a share handle; fails while a transfer uses it.
  let shareCleanup: @convention(c) (Handle) -> CURLSHcode
  /// The address of `curl_easy_setopt`, a variadic function that C code calls.
  let setEasy: UnsafeMutableRawPointer
  /// The address of `curl_easy_getinfo`, a variadic function that C code calls.
  let getEasy: UnsafeMutableRawPointer
  /// The address of `curl_share_setopt`, a variadic function that C code calls.
  let setShare: UnsafeMutableRawPointer
  /// The address of `curl_multi_setopt`, a variadic function that C code calls.
  let setMulti: UnsafeMutableRawPointer

  /// nil if libcurl is not installed or older than 7.68, which introduced `curl_multi_wakeup`.
  static let shared = CurlLibrary(DynamicLibrary("curl", version: 4, isLazy: true))

  /// nil if the library or one of the functions is missing, or if its global initialization fails.
  private init?(_ library: DynamicLibrary?) {
    typealias Make = @convention(c) () -> Handle?
    guard let library,
      let globalInit = library.function("curl_global_init", as: (@convention(c) (Int) -> CURLcode).self),
      let easyInit = library.function("curl_easy_init", as: Make.self),
      let easyCleanup = library.function("curl_easy_cleanup", as: (@convention(c) (Handle) -> Void).self),
      let easyPause = library.function("curl_easy_pause", as: (@convention(c) (Handle, Int32) -> CURLcode).self),
      let easyPerform = library.function("curl_easy_perform", as: (@convention(c) (Handle) -> CURLcode).self),
      let easySend = library.function(
        "curl_easy_send",
        as: (@convention(c) (Handle, UnsafeRawPointer?, Int, UnsafeMutablePointer<Int>) -> CURLcode).self),
      let easyReceive = library.function(
        "curl_easy_recv",
        as: (@convention(c) (Handle, UnsafeMutableRawPointer, Int, UnsafeMutablePointer<Int>) -> CURLcode).self),
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
    self.easyPerform = easyPerform
    self.easySend = easySend
    self.easyReceive = easyReceive
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
