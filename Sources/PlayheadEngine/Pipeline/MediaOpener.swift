import Foundation
import Glibc
import PlayheadFFmpeg

/// From a URL to an opened container, and from the libraries' failures to what a person can do about them.
enum MediaOpener {
  static func source(for url: URL) throws(MediaError) -> any ByteSource {
    guard url.isFileURL || url.scheme == nil else { throw MediaError(.unsupportedScheme(url.scheme ?? ""), url: url) }
    do throws(ByteSourceError) {
      return try FileByteSource(path: url.path(percentEncoded: false))
    } catch {
      throw explain(.source(error), url: url)
    }
  }

  static func demuxer(_ source: any ByteSource, url: URL) throws(MediaError) -> Demuxer {
    do throws(DemuxError) {
      return try Demuxer(source: source)
    } catch {
      throw explain(error, url: url)
    }
  }

  static func explain(_ error: DemuxError, url: URL) -> MediaError {
    switch error {
    case .empty: return MediaError(.emptyFile, url: url)
    case .source(.cancelled): return MediaError(.cancelled, url: url)
    case .source(.timedOut(let seconds)): return MediaError(.timedOut(seconds: seconds), url: url)
    case .source(.isDirectory): return MediaError(.isDirectory, url: url)
    case .source(.system(let code, _)):
      switch code {
      case ENOENT, ENOTDIR: return MediaError(.fileNotFound, url: url)
      case EACCES, EPERM: return MediaError(.noPermission, url: url)
      case EISDIR: return MediaError(.isDirectory, url: url)
      default: return MediaError(.readFailed(errno: code), url: url)
      }
    case .format(let cause):
      // A container that was recognised but whose header or index is not there has been cut off or was damaged.
      let kind: MediaError.Kind =
        if cause.operation == .open && cause.isInvalidData { looksLikeMedia(url) ? .damaged : .notMedia } else {
          .damaged
        }
      return MediaError(kind, url: url, cause: cause)
    }
  }

  /// Whether the first bytes are those of a container: then refusing it means that it is damaged, not that it is something else.
  private static func looksLikeMedia(_ url: URL) -> Bool {
    guard url.isFileURL, let file = FileHandle(forReadingAtPath: url.path(percentEncoded: false)) else { return false }
    defer { try? file.close() }
    guard let head = try? file.read(upToCount: 12), head.count == 12 else { return false }
    let boxes = ["ftyp", "moov", "mdat", "free", "wide", "skip", "pnot"].map { Data($0.utf8) }
    let starts: [[UInt8]] = [
      [0x1A, 0x45, 0xDF, 0xA3], Array("RIFF".utf8), Array("OggS".utf8), Array("fLaC".utf8), Array("FLV".utf8),
    ]
    return boxes.contains(head.subdata(in: 4..<8)) || starts.contains { head.starts(with: $0) }
  }
}
