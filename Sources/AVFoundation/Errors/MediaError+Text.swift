import Foundation
import PlayheadEngine
import PlayheadNetworking

extension MediaError {
  /// How the resource is called in sentences: the path of a file, the address of everything else, without what is secret in it.
  private var name: String { "“\(url.isFileURL ? url.path(percentEncoded: false) : url.redacted)”" }

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
    case .noPictureTrack: "\(name) has no pictures."
    case .noCaptions: "\(name) has no captions that can be read."
    case .noPicturesOfStreams: "\(name) is a stream in segments, of which no single pictures can be taken."
    case .noPicture(let time) where time.isFinite: "\(name) has no picture at \(seconds(time))."
    case .noPicture: "\(name) has no picture at a time that is no number."
    case .decodeFailed(let codec): "\(name) cannot be played on: decoding “\(codec)” failed\(details)."
    case .timedOut(let seconds): "\(name) has sent nothing for \(seconds) seconds."
    case .unsupportedScheme(let scheme): "\(name) cannot be opened: addresses with “\(scheme):” are not supported."
    case .notGiven(let failure):
      "\(name) cannot be opened: "
        + (failure.cause.map { ($0 as NSError).localizedDescription } ?? "the program that was to give it did not.")
    case .http(status: 404), .http(status: 410): "\(name) does not exist on the server."
    case .http(status: 401), .http(status: 407):
      "\(name) is only for those who say who they are: the server answered with status 401."
    case .http(status: 403): "\(name) may not be read: the server answered with status 403."
    case .http(let status): "\(name) cannot be fetched: the server answered with status \(status)."
    case .hostNotFound(let host): "\(name) cannot be fetched: no host with the name “\(host)” was found."
    case .connectionRefused(let host): "\(name) cannot be fetched: “\(host)” refused the connection."
    case .unreachable(let host): "\(name) cannot be fetched: there is no way to “\(host)”."
    case .notSecure(let host, let reason): "\(name) cannot be fetched: no secure connection to “\(host)” (\(reason))."
    case .connectionLost: "\(name) cannot be fetched on: the connection was lost."
    case .redirectedNowhere: "\(name) cannot be fetched: the server's redirections lead nowhere."
    case .resourceChanged: "\(name) was replaced on the server while it was read."
    case .serverWithoutRanges: "\(name) cannot be played from its server, which gives files only as a whole."
    case .networkFailed(let text): "\(name) cannot be fetched: \(text)."
    case .noNetworkLibrary: "\(name) cannot be fetched: libcurl is not installed."
    case .badPlaylist(let reason): "\(name) cannot be played: \(reason)."
    case .stalePlaylist(let seconds): "\(name) has not been renewed by its server for \(seconds) seconds."
    case .isProtected(let how): "\(name) is protected (\(how)) and cannot be decrypted."
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
    case .noPlayableTracks, .noPictureTrack, .noCaptions: "Check that it is the file you meant."
    case .noPicturesOfStreams: "Take pictures of a file, or of a player's video output while the stream plays."
    case .noPicture: "Ask for a time from the beginning to before the end, or allow a tolerance."
    case .decodeFailed: "Fetch the file again; if it stays so, play on from a later position."
    case .timedOut: "Check whether the sender still runs."
    case .unsupportedScheme: "Give the path of a file, or an address with http or https."
    case .notGiven: "The program's own delegate has to give it: its error says why it did not."
    case .http(status: 404), .http(status: 410): "Check the address."
    case .http(status: 401), .http(status: 403), .http(status: 407):
      "Check that you may read it; a signed address may have run out, and a new one may be needed."
    case .http(status: 400..<500): "Check the address and what is sent along with it."
    case .http: "The server has a problem: try again later."
    case .hostNotFound: "Check the address and the connection to the network."
    case .connectionRefused: "Check the address, its port, and whether the server runs."
    case .unreachable: "Check the connection to the network."
    case .notSecure: "Check the date of this computer, and whether the server's certificate is to be trusted."
    case .connectionLost: "Check the connection to the network, then play on from where it stopped."
    case .redirectedNowhere: "Check the address; the server may want cookies."
    case .resourceChanged: "Open it again."
    case .serverWithoutRanges: "Have the server answer range requests, or put the index of the file at its front."
    case .networkFailed: "Try again later."
    case .noNetworkLibrary: "Install libcurl (Debian: libcurl4)."
    case .badPlaylist: "Check the address, and the playlist with the command “playhead playlist”."
    case .stalePlaylist: "Try again later: the transmission may be over."
    case .isProtected: "Only programs that have the right to its key can play it."
    case .readFailed: "Check the disk and its connection."
    case .cancelled: "Open it again when it is wanted."
    }
  }

  private var details: String { cause.map { " (\($0.text))" } ?? "" }

  private func seconds(_ value: Double) -> String { String(format: "%.1f s", value) }
}
