import Foundation
import PlayheadEngine

extension MediaError {
  /// How the resource is called in sentences: the path of a file, the address of everything else.
  private var name: String { "“\(url.isFileURL ? url.path(percentEncoded: false) : url.absoluteString)”" }

  /// One sentence: the file and the cause.
  var sentence: String {
    switch kind {
    case .fileNotFound: "\(name) does not exist."
    case .isDirectory: "\(name) is a folder, not a media file."
    case .noPermission: "\(name) may not be read: permission denied."
    case .emptyFile: "\(name) is empty."
    case .notMedia: "\(name) is not a media file in any known format."
    case .damaged: "\(name) is damaged\(details)."
    case .truncated(let playable, let promised):
      "\(name) ends after \(seconds(playable)) although it should last \(seconds(promised))."
    case .noDecoder(let codec): "\(name) cannot be played: no decoder for “\(codec)” is installed."
    case .noPlayableTracks: "\(name) has neither sound nor pictures that can be played."
    case .decodeFailed(let codec): "\(name) cannot be played on: decoding “\(codec)” failed\(details)."
    case .timedOut(let seconds): "\(name) has sent nothing for \(seconds) seconds."
    case .unsupportedScheme(let scheme): "\(name) cannot be opened: addresses with “\(scheme):” are not supported."
    case .readFailed(let errno): "\(name) cannot be read: \(String(cString: strerror(errno)))."
    case .cancelled: "Opening \(name) was cancelled."
    }
  }

  /// What to do about it.
  var suggestion: String {
    switch kind {
    case .fileNotFound: "Check the name and whether the disk it is on is mounted."
    case .isDirectory: "Choose a file inside the folder."
    case .noPermission: "Give yourself permission to read it, for instance with “chmod u+r”."
    case .emptyFile: "The copy or download has probably failed: fetch it again."
    case .notMedia: "Check that it is the file you meant; the command “file” tells what it holds."
    case .damaged, .truncated: "Fetch or copy the file again and compare its size with the original's."
    case .noDecoder: "Install an FFmpeg that has this decoder, or convert the file."
    case .noPlayableTracks: "Check that it is the file you meant."
    case .decodeFailed: "Fetch the file again; if it stays so, play on from a later position."
    case .timedOut: "Check whether the sender still runs."
    case .unsupportedScheme: "Give the path of a file."
    case .readFailed: "Check the disk and its connection."
    case .cancelled: "Open it again when it is wanted."
    }
  }

  private var details: String { cause.map { " (\($0.text))" } ?? "" }

  private func seconds(_ value: Double) -> String { String(format: "%.1f s", value) }
}
