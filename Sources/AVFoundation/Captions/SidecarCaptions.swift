import Dispatch
import Foundation
import PlayheadEngine
import Synchronization

/// The presentation of captions, in addition to the styling of their file.
///
/// - Note: Difference from Apple: an addition of Playhead's; on Apple's systems the system settings apply.
public struct CaptionSettings: Sendable, Hashable {
  /// The delay of the captions; negative values show them earlier.
  public var delay = CMTime.zero
  /// The scale of the text relative to its default size, from 0.1 to 10.
  public var scale = 1.0
  /// The upward offset of captions at the bottom, as a fraction of the frame height; 0 by default.
  public var lift = 0.0
  /// Whether captions without a position in their file are shown at the top, as for a second caption track.
  public var isAtTop = false
  /// Whether the captions are shown.
  public var isShown = true

  /// Creates the default settings.
  public init() {}
}

/// Captions of a separate file, shown with an item until they are removed.
///
/// - Note: Difference from Apple: an addition of Playhead's. Any thread.
public final class SidecarCaptions: Sendable {
  /// The URL of the caption file.
  public let url: URL
  private let captions: ItemCaptions
  private let identifier: Int
  private let stored = Mutex(CaptionSettings())

  init(url: URL, captions: ItemCaptions, identifier: Int) {
    (self.url, self.captions, self.identifier) = (url, captions, identifier)
  }

  /// The presentation of the captions; a change takes effect immediately.
  public var settings: CaptionSettings {
    get { stored.withLock { $0 } }
    set {
      stored.withLock { $0 = newValue }
      captions.apply(newValue, toFile: identifier)
    }
  }

  /// Removes the captions from the item.
  public func remove() { captions.removeFile(identifier) }
}

extension AVPlayerItem {
  /// Adds the captions of a file to the item, effective immediately, also during playback. Several files can be shown
  /// together.
  ///
  /// - Parameter url: A WebVTT, SRT, SSA, ASS, TTML or SCC file in any encoding, or a container, whose first caption
  ///   track is used.
  /// - Returns: The captions, for changing and removing them. They are removed with the item.
  /// - Throws: The same errors as loading media; `AVError.noSourceTrack` if the file has no captions.
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

  /// The presentation of the selected caption track; a change takes effect immediately.
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
