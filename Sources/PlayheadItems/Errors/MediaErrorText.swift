import Foundation
import PlayheadBasics
import PlayheadMedia
import PlayheadNetworking
import PlayheadRoutes

/// The user-visible texts of an error. The only place: the command, the window and the `NSError`s of AVFoundation use
/// the same texts.
struct MediaErrorText {
  /// The error that is explained.
  let error: MediaError

  /// Both texts of the error. The switch is exhaustive: a new kind of error requires its texts.
  var both: (reason: String, advice: String) {
    switch error.kind {
    case .fileNotFound: ("there is no such file", "Check the name and the folder.")
    case .isDirectory: ("it is a folder", "Name a file inside it.")
    case .noPermission: ("you have no permission to read it", "Ask its owner for the permission.")
    case .emptyFile: ("the file is empty", "Check that the download finished.")
    case .notMedia: ("it is not a video or audio file", "Check that it is the file you mean.")
    case .refusedContainer(let format): Self.refused(format)
    case .damaged: ("its data is damaged\(details)", "Fetch the file again.")
    case .truncated(let playable, let promised):
      (
        "it ends after \(Self.clock(playable)) of \(Self.clock(promised))",
        "Fetch the file again: a part of it is missing."
      )
    case .noDecoder(let codec):
      (
        "there is no decoder for “\(codec)”",
        "Install the package libavcodec-extra, or convert the file."
      )
    case .noPlayableTracks: ("it has neither video nor audio", "“playhead info” lists its tracks.")
    case .noVideoTrack: ("it has no video", "“playhead info” lists its tracks.")
    case .noCaptions: ("it has no readable captions", "“playhead info” lists its tracks.")
    case .unreadableCaptions:
      (
        "none of its captions has a readable time",
        "Check that it is WebVTT, SRT, ASS, TTML or SCC, and that its times are valid."
      )
    case .noFrame(let time):
      ("it has no frame at \(Self.clock(time, hasMilliseconds: true))", "“playhead info” shows its duration.")
    case .decodeFailed(let codec) where error.cause == nil:
      (
        "the decoder for “\(codec)” cannot decode its data",
        "Convert the file: the decoder may not support its kind, such as an animation."
      )
    case .decodeFailed(let codec):
      ("its \(codec) data cannot be decoded\(details)", "Fetch the file again: it may be damaged.")
    case .timedOut(let seconds) where !error.url.isFileURL:
      ("the server sent nothing for \(seconds) seconds", "Check the network, or try again later.")
    case .timedOut(let seconds):
      ("nothing could be read for \(seconds) seconds", "Check the disk, or the program that writes the pipe.")
    case .tooSlow(let bytes, let seconds):
      ("the server sent only \(bytes) bytes in \(seconds) seconds", "Check the network, or try again later.")
    case .openingTooSlow(let bytes, let seconds):
      (
        "it did not open within \(seconds) seconds, in which the server sent \(bytes) bytes",
        "Download the file first, or try again with a faster network."
      )
    case .tooLarge(let limit): ("it is too large: \(limit)", "Split the file, or remove what is not needed from it.")
    case .unsupportedScheme(let scheme):
      (
        "addresses with “\(scheme)” cannot be read",
        "Name a file, or an address with http or https."
      )
    case .refused(let refusal): Self.refused(refusal)
    case .delegateFailed(let failure):
      (
        failure.cause.map { Self.clause(($0 as NSError).localizedDescription) }
          ?? "the program did not deliver it", "Ask the author of the program."
      )
    case .http(let status): Self.http(status)
    case .hostNotFound(let host):
      ("there is no host “\(host)”", "Check the address and the network.")
    case .connectionRefused(let host):
      (
        "“\(host)” refused the connection",
        "Check the address, its port, and whether the server runs."
      )
    case .unreachable(let host): ("there is no route to “\(host)”", "Check the network.")
    case .notSecure(let host, let reason):
      (
        "no secure connection to “\(host)” (\(reason))",
        "Check the date of this machine, and whether the certificate is to be trusted."
      )
    case .proxy(let name, let proxyFailure):
      (
        "the proxy “\(name)” \(proxyFailure)",
        "Check “http_proxy”, “https_proxy” and “all_proxy” in the environment, or name the server in “no_proxy”."
      )
    case .connectionLost: ("the connection was lost", "Check the network, and play it again.")
    case .invalidRedirect: ("the server's redirections lead nowhere", "Check the address.")
    case .resourceChanged: ("it was replaced on the server", "Open it again.")
    case .serverWithoutRanges:
      ("its server does not support byte ranges", "Download the file first, or have its index moved to its front.")
    case .networkFailed(let text): (text, "Try again later.")
    case .noNetworkLibrary: ("libcurl is not installed", "Install the package libcurl4.")
    case .badPlaylist(let reason): ("its playlist cannot be used: \(reason)", "Check the address.")
    case .stalePlaylist(let seconds):
      ("its playlist has not been updated for \(seconds) seconds", "Try again later: the stream may have ended.")
    case .isProtected(let how):
      ("it is encrypted (\(how))", "Only programs with the right to its key can play it.")
    case .keyUnavailable(let failure):
      (
        failure.cause.map { "there is no key to decrypt it: " + Self.clause(($0 as NSError).localizedDescription) }
          ?? "there is no key to decrypt it", "Ask the author of the program."
      )
    case .writeFailed(let code):
      ("writing failed: \(String(cString: strerror(code)))", "Check the free space on the disk.")
    case .fileExists: ("a file with this name exists", "Choose another name, or delete the file.")
    case .cannotStore(let codec):
      ("this type of file cannot contain “\(codec)”", "Choose another type, such as mov or mkv.")
    case .muxFailed: ("the file could not be written\(details)", "Choose another type of file, such as mov or mkv.")
    case .encodeFailed(let codec):
      ("“\(codec)” cannot be encoded\(details)", "Choose other settings, or install an FFmpeg with its encoder.")
    case .invalidSamples(let reason): (reason, "Append samples in ascending order, in a format of the settings.")
    case .readFailed(let code): ("reading failed: \(String(cString: strerror(code)))", "Check the disk.")
    case .stuck(.buffering): ("no more data arrived for ten minutes", "Check its source, and try again.")
    case .stuck(.playing): ("its position did not advance for a minute", "Check the audio device, and try again.")
    case .stuck(.pastTheEnd): ("its end was not found", "Fetch the file again: a part of it may be missing.")
    case .stuck(.suppressed): ("it was ready, but playback did not start", "Try again.")
    case .externalPlayback(let device, let failure): Self.externalPlayback(device, failure)
    case .cancelled: ("opening it was cancelled", "Try again.")
    }
  }

  /// The texts for a device that does not play in place of this computer.
  private static func externalPlayback(
    _ device: String, _ failure: RemotePlayback.Failure
  ) -> (reason: String, advice: String) {
    switch failure {
    case .noResponse: ("“\(device)” does not respond", "Check that it is switched on, and in the same network.")
    case .noProgress: ("“\(device)” has not started to play", "Check the device, or play on this computer.")
    case .refused: ("“\(device)” refused a command", "Check the device, or play on this computer.")
    case .unsupportedFormat: ("“\(device)” does not play its format", "Convert the file, or play on this computer.")
    case .cancelled: ("its preparation for “\(device)” was cancelled", "Try again.")
    case .unreachableItem: ("“\(device)” cannot fetch it", "Download the file first, or play on this computer.")
    }
  }

  /// The texts for a container that is not read from this kind of source.
  ///
  /// - Parameter format: libavformat's name of the container.
  private static func refused(_ format: String) -> (reason: String, advice: String) {
    switch format {
    case "dash", "webm_dash_manifest": ("it is a DASH manifest, which is not supported", "Ask for the HLS playlist.")
    case "hls": ("it is an HLS playlist inside another response", "Name the address of the playlist itself.")
    case "concat", "imf": ("it is a list of other files, which are not opened", "Name the files themselves.")
    case "sdp", "rtp", "rtsp", "sap":
      (
        "it describes a session on the network, which is not supported",
        "Name a file, or an address with http or https."
      )
    default:
      ("files of the format “\(format)” are not supported from this source", "Convert the file to MP4 or Matroska.")
    }
  }

  /// The texts for a reference that must not be followed. The reason is the refusal's own description.
  private static func refused(_ refusal: ReferenceRefusal) -> (reason: String, advice: String) {
    let advice =
      switch refusal {
      case .unknownScheme: "Ask its provider for addresses with http or https."
      case .localFile: "Ask its provider: nothing from the network may name files of this machine."
      case .outsideFolder: "Move the file into the playlist's folder."
      case .specialFile: "Name the device or the pipe yourself."
      case .insecure: "If you trust it, write “--allow-insecure”."
      case .localNetwork: "If you trust it, write “--allow-local-network”."
      case .network: "Connect to another network."
      }
    return (refusal.description, advice)
  }

  /// The texts for an HTTP status that is returned instead of the resource (RFC 9110 §15).
  private static func http(_ status: Int) -> (reason: String, advice: String) {
    switch status {
    case 404, 410: ("it is not on the server (status \(status))", "Check the address.")
    case 401, 403, 407:
      (
        "the server denies access to it (status \(status))",
        "Check your permissions, and whether the address has expired."
      )
    case 500...: ("the server failed (status \(status))", "Try again later.")
    default: ("the server answered with status \(status)", "Check the address.")
    }
  }

  /// FFmpeg's own description of the cause, in parentheses after a space; empty if there is none.
  private var details: String { error.cause.map { " (\($0.text))" } ?? "" }

  /// A foreign sentence, as the end of a sentence here.
  private static func clause(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// `1:02:03`, as the player's own clock shows it, or `0:02.500`.
  private static func clock(_ seconds: Double, hasMilliseconds: Bool = false) -> String {
    guard seconds.isFinite else { return "an unknown time" }
    // Bounded before the conversion: no file is a million hours long, but its header may say so.
    let milliseconds = Int(
      saturating: (min(abs(seconds), 3.6e9) * 1000).rounded(hasMilliseconds ? .toNearestOrEven : .down))
    let whole = milliseconds / 1000
    let minutes = whole / 60 % 60
    let hours = whole >= 3600 ? "\(whole / 3600):" + (minutes < 10 ? "0" : "") : ""
    let fraction = hasMilliseconds ? "." + String(String(1000 + milliseconds % 1000).dropFirst()) : ""
    return (seconds < 0 ? "-" : "") + hours + "\(minutes):" + (whole % 60 < 10 ? "0" : "") + "\(whole % 60)" + fraction
  }
}
