import Foundation
import Glibc
import PlayheadBasics
import PlayheadFFmpeg
import PlayheadItems
import PlayheadMedia
import PlayheadNetworking

/// Opens byte sources and containers by URL, and maps the libraries' failures to `MediaError`.
package enum MediaOpener {
  /// Returns the byte source of a URL without opening it.
  ///
  /// - Throws: `MediaError` if the scheme is not supported, or the reference is refused.
  package static func source(
    for url: URL, options: RequestOptions, from provider: any ByteSourceProvider
  ) throws(MediaError) -> any ByteSource {
    do throws(ByteSourceError) {
      return try provider.source(for: url, options: options)
    } catch {
      throw explain(.source(error), url: url)
    }
  }

  /// Opens a container in a byte source. The permitted formats of local files differ from those of remote ones.
  ///
  /// - Parameter options: The content type that overrides detection, if any.
  /// - Throws: `MediaError` that distinguishes damaged media from other kinds of files.
  package static func demuxer(
    _ source: any ByteSource, url: URL, options: RequestOptions = RequestOptions()
  ) throws(MediaError) -> Demuxer {
    let demuxer = try Self.demuxer(source, url: url, options: options, readsFragmentsInOrder: false)
    guard EncryptedFragments.mustBeRead(by: demuxer, in: source) else { return demuxer }
    return try fragmentDemuxer(EncryptedFragments(source).source(), url: url, options: options)
  }

  /// Opens a file whose fragments are read in order.
  static func fragmentDemuxer(
    _ source: any ByteSource, url: URL, options: RequestOptions
  ) throws(MediaError) -> Demuxer {
    do throws(ByteSourceError) {
      try source.seek(to: 0)
    } catch {
      throw explain(.source(error), url: url)
    }
    return try demuxer(source, url: url, options: options, readsFragmentsInOrder: true)
  }

  private static func demuxer(
    _ source: any ByteSource, url: URL, options: RequestOptions, readsFragmentsInOrder: Bool
  ) throws(MediaError) -> Demuxer {
    do throws(DemuxError) {
      let isLocal = url.isFileURL || url.scheme == nil
      return try Demuxer(
        source: source, formatName: options.content?.containerName,
        fileExtension: isLocal ? url.pathExtension : nil, formats: isLocal ? .local : .remote,
        readsFragmentsInOrder: readsFragmentsInOrder)
    } catch {
      throw explain(error, url: url, source: source)
    }
  }

  /// Whether the URL names a playlist instead of a container.
  ///
  /// Reads the first bytes if neither the options nor the path extension decide.
  package static func isPlaylist(
    _ source: any ByteSource, url: URL, options: RequestOptions = RequestOptions()
  ) throws(MediaError) -> Bool {
    if let content = options.content { return content == .playlist }
    if looksLikePlaylist(url, options) { return true }
    do throws(ByteSourceError) {
      try source.prepare()
      return source.isEndless ? false : try source.peek(playlistMark.count) == playlistMark
    } catch {
      throw explain(.source(error), url: url)
    }
  }

  /// The first line of every playlist (RFC 8216 §4.3.1.1).
  package static let playlistMark = Array("#EXTM3U".utf8)

  /// Whether the options, or else the path extension, name a playlist. Reads nothing.
  package static func looksLikePlaylist(_ url: URL, _ options: RequestOptions) -> Bool {
    if let content = options.content { return content == .playlist }
    return ["m3u8", "m3u"].contains(url.pathExtension.lowercased())
  }

  /// Reads a part of a resource, as far as available. A range longer than `limit` is refused.
  ///
  /// - Returns: Fewer bytes than requested at the end of the resource.
  package static func bytes(
    _ range: Range<Int64>, of source: any ByteSource, url: URL, limit: ResourceLimit = ResourceLimits.artworkBytes
  ) throws(MediaError) -> [UInt8] {
    guard range.count <= limit.value else { throw MediaError(.tooLarge(limit.description), url: url) }
    do throws(ByteSourceError) {
      try source.prepare()
      try source.seek(to: range.lowerBound)
      var bytes: [UInt8] = []
      let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 1)
      defer { buffer.deallocate() }
      while bytes.count < range.count {
        let count = min(buffer.count, range.count - bytes.count)
        let read = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]))
        if read == 0 { break }
        bytes += buffer[..<read]
      }
      return bytes
    } catch {
      throw explain(.source(error), url: url)
    }
  }

  /// Reads a whole resource. One longer than `limit` is refused.
  ///
  /// - Throws: `MediaError` with the kind `.tooLarge` if the resource has more than `limit` bytes.
  package static func allBytes(
    of source: any ByteSource, url: URL, limit: ResourceLimit
  ) throws(MediaError) -> [UInt8] {
    let bytes = try bytes(0..<Int64(limit.value), of: source, url: url, limit: limit)
    guard bytes.count == limit.value else { return bytes }
    let next = UnsafeMutableRawBufferPointer.allocate(byteCount: 1, alignment: 1)
    defer { next.deallocate() }
    let count: Int
    do throws(ByteSourceError) {
      count = try source.read(into: next)
    } catch {
      throw explain(.source(error), url: url)
    }
    guard count == 0 else { throw MediaError(.tooLarge(limit.description), url: url) }
    return bytes
  }

  /// Returns the media error for a failure to open or read a container.
  ///
  /// - Parameter source: The source of a container being opened: its first bytes distinguish damaged media from other
  ///   files.
  package static func explain(_ error: DemuxError, url: URL, source: (any ByteSource)? = nil) -> MediaError {
    switch error {
    case .empty: return MediaError(.emptyFile, url: url)
    case .source(let error): return MediaError(kind(of: error), url: url)
    case .refused(let format): return MediaError(.refusedContainer(format), url: url)
    case .format(let cause):
      guard cause.operation == .open && cause.isInvalidData else { return MediaError(.damaged, url: url, cause: cause) }
      guard let source, looksLikeMedia(source) else { return MediaError(.notMedia, url: url, cause: cause) }
      // A recognised container without its header or index is truncated or damaged, unless the index is at a position
      // that this server does not serve.
      let isOutOfReach = source.transfer?.isLive == false && !source.isSeekable
      return MediaError(isOutOfReach ? .serverWithoutRanges : .damaged, url: url, cause: cause)
    }
  }

  /// Returns the kind of media error for a failure of a byte source.
  fileprivate static func kind(of error: ByteSourceError) -> MediaError.Kind {
    switch error {
    case .cancelled: .cancelled
    case .timedOut(let seconds): .timedOut(seconds: seconds)
    case .isDirectory: .isDirectory
    case .system(let code, _):
      switch code {
      case ENOENT, ENOTDIR: .fileNotFound
      case EACCES, EPERM: .noPermission
      case EISDIR: .isDirectory
      default: .readFailed(errno: code)
      }
    case .unsupportedScheme(let scheme): .unsupportedScheme(scheme)
    case .refused(let refusal): .refused(refusal)
    case .delegate(let failure): .delegateFailed(failure)
    case .resourceChanged: .resourceChanged
    case .noRanges: .serverWithoutRanges
    case .network(let failure): kind(of: failure)
    }
  }

  /// Returns the kind of media error for a failure of an HTTP request.
  private static func kind(of failure: HTTPFailure) -> MediaError.Kind {
    switch failure {
    case .cancelled: .cancelled
    case .status(let status, _): .http(status: status)
    case .hostNotFound(let host): .hostNotFound(host)
    case .refused(let host): .connectionRefused(host)
    case .unreachable(let host): .unreachable(host)
    case .timedOut(_, let seconds): .timedOut(seconds: Int(saturating: seconds.rounded(.up)))
    case .tooSlow(let bytes, let seconds):
      .tooSlow(bytes: bytes, seconds: Int(saturating: seconds.rounded(.up)))
    case .openingTooSlow(let bytes, let seconds): .openingTooSlow(bytes: bytes, seconds: Int(saturating: seconds))
    case .notSecure(let host, let reason): .notSecure(host, reason: reason)
    case .proxy(let name, let failure): .proxy(name, failure)
    case .cutOff, .lost: .connectionLost
    case .badRedirect: .invalidRedirect
    case .refusedReference(let refusal): .refused(refusal)
    case .tooLarge(let limit): .tooLarge(limit)
    case .badResponse, .other: .networkFailed(failure.description)
    case .noLibrary: .noNetworkLibrary
    }
  }

  /// Whether the first bytes are those of a container: if it cannot be opened, it is damaged, not another kind of file.
  private static func looksLikeMedia(_ source: any ByteSource) -> Bool {
    let head = Data(source.head(12))
    guard head.count == 12 else { return false }
    let boxes = ["ftyp", "moov", "mdat", "free", "wide", "skip", "pnot"].map { Data($0.utf8) }
    let starts: [[UInt8]] = [
      [0x1A, 0x45, 0xDF, 0xA3], Array("RIFF".utf8), Array("OggS".utf8), Array("fLaC".utf8), Array("FLV".utf8),
    ]
    return boxes.contains(head.subdata(in: 4..<8)) || starts.contains { head.starts(with: $0) }
  }
}

extension MediaError {
  /// The media error for a failure of a byte source.
  package init(_ error: ByteSourceError, url: URL) { self.init(MediaOpener.kind(of: error), url: url) }
}
