import CoreMedia
import Foundation
import PlayheadClock
import PlayheadHLS
import PlayheadItems
import PlayheadNetworking
import PlayheadStreaming

/// The renditions of a stream used for images, each opened on demand. Used by one thread at a time.
///
/// Images belong to no player: they use the system clock.
final class StreamImages {
  /// The control by which a read of any rendition is interrupted.
  let control: StreamControl
  private let url: URL
  private let options: RequestOptions
  /// The environment with the system clock and without audio.
  private let environment: PlaybackEnvironment
  /// The playlist of the URL, and the URL after redirections; nil before the first load.
  private var playlist: (StreamingPlaylist, at: URL)?
  /// By the URL of the rendition.
  private var opened: [URL: (file: FrameFile, source: StreamImageSource)] = [:]
  /// The renditions that failed to open, with their errors.
  private var refused: [URL: MediaError] = [:]

  /// Creates the renditions of a stream. Requests nothing yet.
  init(url: URL, options: RequestOptions, sources: any ByteSourceProvider) {
    let clock = SystemClock()
    self.url = url
    self.options = options
    environment = PlaybackEnvironment(clock: clock, audio: nil, sources: sources)
    control = StreamControl(gate: clock.makeGate("images"), opening: OpeningBudget())
  }

  /// The rendition that suits a request best, or another one if that fails to open.
  ///
  /// I-frame renditions are used only if the tolerance before the time is at least their longest segment.
  ///
  /// - Throws: `MediaError` of the first rendition that failed, if none can be opened.
  func file(for request: ImageRequest) throws(MediaError) -> FrameFile {
    switch try loadedPlaylist() {
    case (.media(let playlist), let address):
      return try file(at: address, playlist, isKeyFrames: playlist.isIFramesOnly).file
    case (.multivariant(let playlist), _):
      let size = ImageRenditions.Size(width: request.maximumSize.width, height: request.maximumSize.height)
      let choice = ImageRenditions(playlist, filling: size) { StreamCodecs.canDecode($0) }
      var failure: MediaError?
      for index in choice.keyFrames where request.toleranceBefore > .zero {
        do throws(MediaError) {
          let found = try file(of: playlist.iFrameVariants[index], playlist, isKeyFrames: true)
          if request.toleranceBefore >= found.source.longestSegment { return found.file }
        } catch {
          if error.kind == .cancelled { throw error }
        }
      }
      for index in choice.variants {
        do throws(MediaError) {
          return try file(of: playlist.variants[index], playlist, isKeyFrames: false).file
        } catch {
          if error.kind == .cancelled { throw error }
          failure = failure ?? error
        }
      }
      throw failure ?? MediaError(.badPlaylist("it names no presentation"), url: url)
    }
  }

  /// The playlist of the URL, loaded once.
  private func loadedPlaylist() throws(MediaError) -> (StreamingPlaylist, URL) {
    if let playlist { return playlist }
    let context = makeContext()
    let load = context.load(url, from: nil, policy: .document, isText: true)
    let bytes = try context.all(load, of: url)
    let address = load.report.url
    let found = (try context.playlist(bytes, from: address, imports: [:]), address)
    playlist = found
    return found
  }

  /// Creates a context for one rendition: its timestamps are placed as if it were played alone.
  private func makeContext() -> StreamContext {
    StreamContext(EngineItem(url: url, options: options), environment, control: control)
  }

  /// Opens the rendition of a variant.
  private func file(
    of variant: Variant, _ playlist: MultivariantPlaylist, isKeyFrames: Bool
  ) throws(MediaError) -> (file: FrameFile, source: StreamImageSource) {
    guard let address = variant.url else { throw MediaError(.badPlaylist("it names no presentation"), url: url) }
    return try file(
      at: address, nil, from: playlist.url, isKeyFrames: isKeyFrames, imports: playlist.head.variables)
  }

  /// Opens a rendition once. A failure is recorded and thrown again, except a cancellation.
  private func file(
    at address: URL, _ known: MediaPlaylist?, from base: URL? = nil, isKeyFrames: Bool, imports: [String: String] = [:]
  ) throws(MediaError) -> (file: FrameFile, source: StreamImageSource) {
    if let file = opened[address] { return file }
    if let error = refused[address] { throw error }
    let context = makeContext()
    do throws(MediaError) {
      let feed =
        known.map { PlaylistFeed($0, url: address, context: context) }
        ?? PlaylistFeed(url: address, from: base, context: context, imports: imports)
      try feed.wait(alignedWith: nil)
      let source = try StreamImageSource(feed, isKeyFrames: isKeyFrames, context)
      let made = (try FrameFile(source, url: url), source)
      opened[address] = made
      control.opening?.end()
      return made
    } catch {
      if error.kind != .cancelled { refused[address] = error }
      throw error
    }
  }
}
