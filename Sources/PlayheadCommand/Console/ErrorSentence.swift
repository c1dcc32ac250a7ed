import Foundation
import Glibc
import PlayheadEngine
import PlayheadNetworking

/// Says why a file cannot be used: the file, the cause, and what to do about it.
enum ErrorSentence {
  /// For standard error, with the program's name in front. `verb` is what was tried, such as “play”.
  static func text(_ error: MediaError, verb: String, name: String) -> String {
    "playhead: " + plain(error, verb: verb, name: name)
  }

  static func plain(_ error: MediaError, verb: String, name: String) -> String {
    let (cause, advice) = explanation(error)
    // An address may hold a password or a token, and sentences are copied into logs and letters.
    let shown = error.url.isFileURL ? name : error.url.redacted
    return "cannot \(verb) “\(CellText.printable(shown))”: \(cause). \(advice)"
  }

  private static func explanation(_ error: MediaError) -> (cause: String, advice: String) {
    switch error.kind {
    case .fileNotFound: ("there is no such file", "Check the name and the folder.")
    case .isDirectory: ("it is a folder", "Name a file inside it.")
    case .noPermission: ("it may not be read", "Ask its owner for permission to read it.")
    case .emptyFile: ("the file is empty", "Check that the download finished.")
    case .notMedia: ("it is no video or sound", "Check that it is the file you mean.")
    case .damaged: ("its data is damaged", "Fetch the file again.")
    case .truncated(let playable, let promised):
      (
        "it ends after \(TimeText.clock(playable)) of \(TimeText.clock(promised))",
        "Fetch the file again: a part of it is missing."
      )
    case .noDecoder(let codec):
      (
        "there is no decoder for “\(CellText.printable(codec))”",
        "Install the package libavcodec-extra, or convert the file."
      )
    case .noPlayableTracks: ("it holds neither video nor sound", "“playhead info” tells what it holds.")
    case .noPictureTrack: ("it holds no pictures", "“playhead info” tells what it holds.")
    case .noCaptions: ("it holds no captions that can be read", "“playhead info” tells what it holds.")
    case .noPicturesOfStreams: ("it is a stream in segments", "Take pictures of a file.")
    case .noPicture(let time):
      ("it has no picture at \(TimeText.precise(time))", "“playhead info” tells how long it is.")
    case .decodeFailed(let codec):
      ("its \(CellText.printable(codec)) data cannot be decoded", "Fetch the file again: it may be damaged.")
    case .timedOut(let seconds) where !error.url.isFileURL:
      ("the server sent nothing for \(seconds) seconds", "Check the network, or try again later.")
    case .timedOut(let seconds):
      ("nothing could be read for \(seconds) seconds", "Check the disk, or the program that writes the pipe.")
    case .unsupportedScheme(let scheme):
      (
        "addresses with “\(CellText.printable(scheme))” cannot be read",
        "Name a file, or an address with http or https."
      )
    case .notGiven: ("the program that was to give it did not", "Ask whoever made the program.")
    case .http(let status): http(status)
    case .hostNotFound(let host):
      ("there is no host “\(CellText.printable(host))”", "Check the address and the network.")
    case .connectionRefused(let host):
      (
        "“\(CellText.printable(host))” refused the connection",
        "Check the address, its port, and whether the server runs."
      )
    case .unreachable(let host): ("there is no way to “\(CellText.printable(host))”", "Check the network.")
    case .notSecure(let host, let reason):
      (
        "no secure connection to “\(CellText.printable(host))” (\(CellText.printable(reason)))",
        "Check the date of this machine, and whether the certificate is to be trusted."
      )
    case .connectionLost: ("the connection was lost", "Check the network, and play it again.")
    case .redirectedNowhere: ("the server's redirections lead nowhere", "Check the address.")
    case .resourceChanged: ("it was replaced on the server", "Open it again.")
    case .serverWithoutRanges:
      ("its server gives files only as a whole", "Fetch the file first, or have its index put at its front.")
    case .networkFailed(let text): (CellText.printable(text), "Try again later.")
    case .noNetworkLibrary: ("libcurl is not installed", "Install the package libcurl4.")
    case .badPlaylist(let reason): ("its playlist cannot be used: \(CellText.printable(reason))", "Check the address.")
    case .stalePlaylist(let seconds):
      ("its playlist has not been renewed for \(seconds) seconds", "Try again later: the transmission may be over.")
    case .isProtected(let how):
      ("it is encrypted (\(CellText.printable(how)))", "Only programs with the right to its key can play it.")
    case .readFailed(let code): ("reading failed: \(String(cString: strerror(code)))", "Check the disk.")
    case .cancelled: ("opening it was cancelled", "Try again.")
    }
  }

  private static func http(_ status: Int) -> (cause: String, advice: String) {
    switch status {
    case 404, 410: ("it is not on the server (status \(status))", "Check the address.")
    case 401, 403, 407:
      (
        "the server does not give it to you (status \(status))",
        "Check your rights, and whether the address has run out."
      )
    case 500...: ("the server failed (status \(status))", "Try again later.")
    default: ("the server answered with status \(status)", "Check the address.")
    }
  }
}
