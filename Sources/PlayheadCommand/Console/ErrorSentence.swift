import Foundation
import Glibc
import PlayheadEngine

/// Says why a file cannot be used: the file, the cause, and what to do about it.
enum ErrorSentence {
  /// For standard error, with the program's name in front. `verb` is what was tried, such as “play”.
  static func text(_ error: MediaError, verb: String, name: String) -> String {
    "playhead: " + plain(error, verb: verb, name: name)
  }

  static func plain(_ error: MediaError, verb: String, name: String) -> String {
    let (cause, advice) = explanation(error)
    return "cannot \(verb) “\(CellText.printable(name))”: \(cause). \(advice)"
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
    case .decodeFailed(let codec):
      ("its \(CellText.printable(codec)) data cannot be decoded", "Fetch the file again: it may be damaged.")
    case .timedOut(let seconds):
      ("nothing could be read for \(seconds) seconds", "Check the disk, or the program that writes the pipe.")
    case .unsupportedScheme(let scheme):
      ("addresses with “\(CellText.printable(scheme))” cannot be read", "Name a file on this machine.")
    case .readFailed(let code): ("reading failed: \(String(cString: strerror(code)))", "Check the disk.")
    case .cancelled: ("opening it was cancelled", "Try again.")
    }
  }
}
