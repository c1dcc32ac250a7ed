import Dispatch
import Foundation
import PlayheadEngine
import Synchronization

/// How captions are shown, beyond what their file says.
///
/// - Note: Difference from Apple: an addition of Playhead's; there the system's settings decide.
public struct CaptionSettings: Sendable, Hashable {
  /// How much later the captions come; negative: earlier.
  public var delay = CMTime.zero
  /// Times the usual size, from 0.1 to 10.
  public var scale = 1.0
  /// How far captions at the bottom are moved up, in parts of the picture's height: 0 is where they belong.
  public var lift = 0.0
  /// Whether captions for which their file names no place stand at the top: the second of two.
  public var isAtTop = false
  /// Whether they are shown.
  public var isShown = true

  public init() {}
}

/// Captions of a file beside the film, shown along with an item until they are taken away.
///
/// - Note: Difference from Apple: an addition of Playhead's. Any thread.
public final class SidecarCaptions: Sendable {
  /// Where they were read from.
  public let url: URL
  private let captions: ItemCaptions
  private let identifier: Int
  private let stored = Mutex(CaptionSettings())

  init(url: URL, captions: ItemCaptions, identifier: Int) {
    (self.url, self.captions, self.identifier) = (url, captions, identifier)
  }

  /// How they are shown; a change is seen at once.
  public var settings: CaptionSettings {
    get { stored.withLock { $0 } }
    set {
      stored.withLock { $0 = newValue }
      captions.apply(newValue, toFile: identifier)
    }
  }

  /// Takes them away.
  public func remove() { captions.removeFile(identifier) }
}

extension AVPlayerItem {
  /// Shows the captions of a file as well, at once, also while the item plays. Several files are shown together.
  ///
  /// - Parameter url: WebVTT, SRT, SSA, ASS, TTML or SCC, in whatever encoding, or a container whose first captions count.
  /// - Returns: Them, to be changed and taken away. They go with the item.
  /// - Throws: Why they cannot be read, as for media; `AVError.noSourceTrack` where the file holds none.
  /// - Note: Difference from Apple: an addition of Playhead's.
  @discardableResult
  nonisolated public func addCaptions(contentsOf url: URL) async throws -> SidecarCaptions {
    let captions = engineItem.captions
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        continuation.resume(
          with: Result {
            do throws(MediaError) {
              guard let read = try CaptionReader.read(url) else { throw MediaError(.noCaptions, url: url) }
              return SidecarCaptions(url: url, captions: captions, identifier: captions.add(read.document))
            } catch {
              throw error.forClients
            }
          })
      }
    }
  }

  /// How the captions of the selected track are shown; a change is seen at once.
  ///
  /// - Note: Difference from Apple: an addition of Playhead's.
  nonisolated public var captionSettings: CaptionSettings {
    get { storedCaptionSettings.withLock { $0 } }
    set {
      storedCaptionSettings.withLock { $0 = newValue }
      engineItem.captions.apply(newValue, toFile: nil)
    }
  }
}

extension ItemCaptions {
  func apply(_ settings: CaptionSettings, toFile identifier: Int?) {
    let scale = settings.scale.isFinite ? settings.scale : 1
    let lift = settings.lift.isFinite ? min(max(settings.lift, 0), 1) : 0
    setLook(
      ofFile: identifier, delay: settings.delay, scale: scale, lift: lift, isAtTop: settings.isAtTop,
      isShown: settings.isShown)
  }
}
