import Dispatch
import Foundation
import PlayheadCaptionTracks
import PlayheadEngine
import PlayheadItems
import PlayheadText
import Synchronization

/// The presentation of captions, in addition to the styling of their file.
///
/// - Note: Not in Apple's API: on Apple's systems the system settings apply.
@_spi(Playhead)
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
/// Any thread.
///
/// - Note: Not in Apple's API.
@_spi(Playhead)
public final class SidecarCaptions: Sendable {
  /// The URL of the caption file.
  public let url: URL
  private let captions: ItemCaptions
  private let identifier: Int
  private let stored: Mutex<CaptionSettings>
  /// The list of the item's files, to which this one belongs until it is removed.
  private let list: SidecarList

  init(url: URL, captions: ItemCaptions, identifier: Int, settings: CaptionSettings, list: SidecarList) {
    (self.url, self.captions, self.identifier, self.list) = (url, captions, identifier, list)
    stored = Mutex(settings)
    captions.apply(settings, toFile: identifier)
  }

  /// The language in the file's name, as in `Film.pt-BR.srt`, as a BCP 47 tag; nil if the name has none.
  public var extendedLanguageTag: String? { CaptionFileName(url.lastPathComponent).language }

  /// The name for a menu: the language in the current locale, its purpose, and the name of the file.
  public var displayName: String {
    let file = url.lastPathComponent
    let name = CaptionFileName(file)
    guard let tag = name.language else { return file }
    let language = Locale.current.localizedString(forIdentifier: tag) ?? tag
    let purpose = (name.isForHearingImpaired ? ["SDH"] : []) + (name.isForced ? ["Forced"] : [])
    return ([language] + purpose).joined(separator: " ") + " – " + file
  }

  /// The presentation of the captions; a change takes effect immediately.
  public var settings: CaptionSettings {
    get { stored.withLock { $0 } }
    set {
      let isOther = stored.withLock { settings in
        defer { settings = newValue }
        return settings != newValue
      }
      captions.apply(newValue, toFile: identifier)
      if isOther { list.postChange() }
    }
  }

  /// Removes the captions from the item.
  public func remove() {
    captions.removeFile(identifier)
    list.remove(self)
  }
}

/// The caption files of one item. Thread-safe.
final class SidecarList: Sendable {
  /// In the order in which they were added.
  private let files = Mutex<[SidecarCaptions]>([])
  /// The item in notifications.
  private let item = Mutex(WeakItem())

  /// A weak reference that can be behind a lock.
  private struct WeakItem {
    weak var item: AVPlayerItem?
  }

  /// The files in the order in which they were added.
  var all: [SidecarCaptions] { files.withLock { $0 } }

  /// Appends a file, and posts the notification for `item`.
  func add(_ captions: SidecarCaptions, of item: AVPlayerItem) {
    self.item.withLock { $0.item = item }
    files.withLock { $0.append(captions) }
    postChange()
  }

  /// Removes a file that may have been removed before.
  func remove(_ captions: SidecarCaptions) {
    files.withLock { $0.removeAll { $0 === captions } }
    postChange()
  }

  /// Posts `sidecarCaptionsDidChangeNotification` on the main queue.
  func postChange() {
    DispatchQueue.main.async { [self] in
      guard let item = item.withLock({ $0.item }) else { return }
      NotificationCenter.default.post(name: AVPlayerItem.sidecarCaptionsDidChangeNotification, object: item)
    }
  }
}

extension AVPlayerItem {
  /// Posted on the main queue when a caption file was added or removed, or its settings changed. The object is the
  /// item.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public static let sidecarCaptionsDidChangeNotification = Notification.Name(
    "AVPlayerItemSidecarCaptionsDidChange")

  /// The caption files of the item, in the order in which they were added.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var sidecarCaptions: [SidecarCaptions] { sidecarList.all }

  /// Adds the captions of a file to the item, effective immediately, also during playback. Several files can be shown
  /// together. Any thread.
  ///
  /// - Parameters:
  ///   - url: A WebVTT, SRT, SSA, ASS, TTML or SCC file in any encoding, or a container, whose first caption track is
  ///     used.
  ///   - settings: The presentation from the start; captions that are not shown can be shown later.
  /// - Returns: The captions, for changing and removing them. They are removed with the item.
  /// - Throws: The same errors as loading media; `AVError.noSourceTrack` if the file has no captions.
  /// - Note: Not in Apple's API.
  @discardableResult
  @_spi(Playhead) nonisolated public func addCaptions(
    contentsOf url: URL, settings: CaptionSettings = CaptionSettings()
  ) async throws -> SidecarCaptions {
    do throws(MediaError) {
      return try await readCaptions(of: url, settings: settings)
    } catch {
      throw error.forClients
    }
  }

  /// Adds the captions of a file like `addCaptions(contentsOf:settings:)`, and throws the engine's error, whose cause
  /// and remedy are separate sentences.
  @discardableResult
  nonisolated package func readCaptions(
    of url: URL, settings: CaptionSettings = CaptionSettings()
  ) async throws(MediaError) -> SidecarCaptions {
    let (captions, list) = (engineItem.captions, sidecarList)
    let result: Result<SidecarCaptions, MediaError> = await withCheckedContinuation { continuation in
      DispatchQueue.global(qos: .userInitiated).async {
        do throws(MediaError) {
          guard let read = try CaptionReader.read(url) else { throw MediaError(.noCaptions, url: url) }
          let identifier = captions.add(read.document, isShown: settings.isShown)
          continuation.resume(
            returning: .success(
              SidecarCaptions(
                url: url, captions: captions, identifier: identifier, settings: settings, list: list)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    let added = try result.get()
    list.add(added, of: self)
    return added
  }

  /// The presentation of the selected caption track; a change takes effect immediately.
  ///
  /// - Note: Not in Apple's API.
  @_spi(Playhead) nonisolated public var captionSettings: CaptionSettings {
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
    setAppearance(
      ofFile: identifier, delay: settings.delay, scale: scale, lift: lift, isAtTop: settings.isAtTop,
      isShown: settings.isShown)
  }
}
