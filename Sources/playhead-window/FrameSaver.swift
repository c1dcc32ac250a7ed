import AVFoundation
import AVKit
import CPlayheadGTK
import Dispatch
import Foundation
import PlayheadBasics

/// Saves the current frame of a player as a PNG file, exactly and upright.
@MainActor enum FrameSaver {
  /// Saves the frame. No effect before the item is ready to play.
  ///
  /// - Parameters:
  ///   - title: The title of the item, for the name of the file.
  ///   - report: Called on the main thread with the path of the file; nil if it could not be saved.
  static func save(_ player: AVPlayer, title: String, report: @escaping @MainActor (_ path: String?) -> Void) {
    guard let item = player.currentItem, item.status == .readyToPlay else { return }
    let time = player.currentTime()
    let generator = AVAssetImageGenerator(asset: item.asset)
    generator.appliesPreferredTrackTransform = true
    (generator.requestedTimeToleranceBefore, generator.requestedTimeToleranceAfter) = (.zero, .zero)
    let url = FrameFileName.url(for: title, at: time.isNumeric ? time.seconds : 0)
    generator.generateCGImageAsynchronously(for: time) { [generator] image, _, _ in
      withExtendedLifetime(generator) {}
      DispatchQueue.main.async {
        MainActor.assumeIsolated {
          let isSaved = image.map { PNGFile.write($0, to: url.path) } ?? false
          report(isSaved ? FrameFileName.shortened(url.path) : nil)
        }
      }
    }
  }
}

/// The file names of saved frames.
enum FrameFileName {
  /// A file in the user's folder for pictures, or in the home folder if there is none, named after the title and the
  /// position.
  static func url(for title: String, at seconds: Double) -> URL {
    let pictures = g_get_user_special_dir(G_USER_DIRECTORY_PICTURES).map { String(cString: $0) }
    return URL(fileURLWithPath: folder(pictures: pictures, home: home))
      .appendingPathComponent(name(for: title, at: seconds))
  }

  /// The folder for pictures if it exists, else the home folder.
  static func folder(pictures: String?, home: String) -> String {
    var isFolder: ObjCBool = false
    guard let pictures, FileManager.default.fileExists(atPath: pictures, isDirectory: &isFolder), isFolder.boolValue
    else { return home }
    return pictures
  }

  /// A path for messages: `~` in place of the home folder.
  static func shortened(_ path: String, home: String = FrameFileName.home) -> String {
    path.hasPrefix(home + "/") ? "~" + path.dropFirst(home.count) : path
  }

  /// The home folder of the environment, as the shell uses it, else that of the user database.
  static var home: String {
    ProcessInfo.processInfo.environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? NSHomeDirectory()
  }

  /// A file name of title and position. Characters that file systems do not permit are replaced.
  static func name(for title: String, at seconds: Double) -> String {
    let whole = Int(saturating: max(0, min(359_999, seconds)))
    let time = [whole / 3600, whole / 60 % 60, whole % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    let safe = title.map { $0 == "/" || $0 == "\0" ? "_" : $0 }
    return "\(String(safe)) \(time).png"
  }
}
