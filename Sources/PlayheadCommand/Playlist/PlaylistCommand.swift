import Foundation
import PlayheadBasics
import PlayheadItems
import PlayheadNetworking
import PlayheadPipeline
import PlayheadStreaming

/// `playhead playlist`: reads and prints an HTTP Live Streaming playlist. Loads no media.
struct PlaylistCommand {
  /// The file or URL as given on the command line.
  var file: String
  /// Whether the output is JSON (`PlaylistDocument`) instead of text (`PlaylistReport`).
  var asJSON: Bool
  /// The destination of the playlist and of messages.
  var console: any Console

  /// Runs the command on the calling thread, which blocks while the playlist is loaded. Returns the exit status: 0, or
  /// 1 if the playlist cannot be loaded or parsed.
  func run() -> Int32 {
    let location = MediaLocation(file)
    if let error = FileCheck.error(location) { return fail(error) }
    let load = StandardByteSourceProvider().load(
      ResourceRequest(url: location.url, policy: .document, acceptsCompression: true))
    do throws(ByteSourceError) {
      let bytes = try load.all()
      return print(bytes, from: load.report.url)
    } catch {
      return fail(MediaError(error, url: location.url))
    }
  }

  /// Parses a playlist and prints it. Returns the exit status.
  ///
  /// - Parameter url: The URL after redirections, which relative URLs in the playlist refer to.
  private func print(_ bytes: [UInt8], from url: URL) -> Int32 {
    do throws(PlaylistError) {
      let playlist = try PlaylistParser.parse(bytes, url: url)
      if asJSON {
        console.writeLine(PlaylistDocument.json(playlist).text())
      } else {
        console.write(PlaylistReport(name: MediaLocation(file).name, playlist: playlist).text)
      }
      return 0
    } catch {
      return fail(MediaError(.badPlaylist(error.description), url: url))
    }
  }

  /// Prints an error and returns the exit status 1.
  private func fail(_ error: MediaError) -> Int32 {
    console.writeErrorLine(ErrorSentence.text(error, verb: "read", name: file))
    return 1
  }
}
