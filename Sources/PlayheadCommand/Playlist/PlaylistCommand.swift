import Foundation
import PlayheadEngine
import PlayheadNetworking
import PlayheadStreaming

/// `playhead playlist`: reads and prints an HTTP Live Streaming playlist. Loads no media.
struct PlaylistCommand {
  var file: String
  var asJSON: Bool
  var console: any Console

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

  private func fail(_ error: MediaError) -> Int32 {
    console.writeErrorLine(ErrorSentence.text(error, verb: "read", name: file))
    return 1
  }
}
