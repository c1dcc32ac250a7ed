import Foundation
import Testing

/// A type is as long as all its extensions together: above these limits it is several types.
@Suite("Types are small")
struct TypeSizeTests {
  private static let maximumLines = 400
  private static let maximumStoredProperties = 15

  /// Modules of Apple's API, whose public classes are as large as Apple's.
  private static let apple: Set<String> = [
    "AVFAudio", "AVFoundation", "AVKit", "CoreGraphics", "CoreImage", "CoreMedia", "CoreVideo", "ImageIO",
    "MediaPlayer", "MediaToolbox", "OSLog", "QuartzCore",
  ]

  /// The types beyond the limits, with the reasons.
  ///
  /// Records hold what a format, a library or an interface defines, and tables the functions of a library: they have
  /// neither state nor behavior that could be split.
  private static let exceptions: [String: String] = [
    "AVFoundation.InterstitialEventState": "a record: the properties of Apple's event",
    "AVFoundation.PlayerState": "a record: the properties of Apple's player",
    "MediaPlayer.NowPlayingInfo": "a record: the keys of Apple's dictionary",
    "PlayheadCommand.ChafaLibrary": "a table: the functions of libchafa",
    "PlayheadCommand.PlayOptions": "a record: the options of the command",
    "PlayheadItems.AccessEntry": "a record: the properties of Apple's log event",
    "PlayheadItems.ItemSnapshot": "a record: what one message from the session's thread tells at once",
    "PlayheadMedia.TrackInfo": "a record: what containers declare about a track",
    "PlayheadNetworking.CurlLibrary": "a table: the functions of libcurl",
    "PlayheadStreaming.InterstitialTag": "a record: the attributes of EXT-X-DATERANGE for interstitials",
    "PlayheadStreaming.MediaPlaylist": "a record: the tags of a media playlist (RFC 8216)",
    "PlayheadStreaming.Rendition": "a record: the attributes of EXT-X-MEDIA (RFC 8216)",
    "PlayheadStreaming.Variant": "a record: the attributes of EXT-X-STREAM-INF (RFC 8216)",
    "QuartzCore.LayerValues": "a record: the animatable properties of Apple's layer",
    "playhead-window.WindowOptions": "a record: the options of the program",
    "PlayheadText.CaptionRule": "a record: the attributes of a caption's text",
    "PlayheadEngine.SessionLoop": """
    dispatches messages to controllers with state of their own, and performs their actions in one order; see
    Docs/Decisions/0009-session-controllers.md
    """,
  ]

  private let tree = SourceTree()

  @Test func typesAreWithinLimitsOrHaveReason() throws {
    var missing = Set(Self.exceptions.keys)
    for module in try tree.modules() {
      let sources = try module.swiftFiles.map { try String(contentsOf: $0, encoding: .utf8) }
      for (name, size) in TypeSizes(sources).sizes.sorted(by: { $0.key < $1.key }) {
        let isLarge = size.lines > Self.maximumLines || size.storedProperties > Self.maximumStoredProperties
        guard isLarge, !(size.isPublic && Self.apple.contains(module.name)) else { continue }
        let type = "\(module.name).\(name)"
        let hasReason = missing.remove(type) != nil
        #expect(hasReason, "\(type): \(size.lines) lines, \(size.storedProperties) stored properties")
      }
    }
    for type in missing { Issue.record("\(type) is within the limits: remove its exception") }
  }

  @Test func sizeCountsExtensionsAndStoredProperties() {
    let sizes = TypeSizes([
      """
      /// A type.
      @MainActor public final class Shelf: Sendable {
        let width: Int
        private(set) var books = [Int]() {
          didSet { }
        }
        weak var owner: Shelf?
        var height: Int { 3 }
        var depth: Int {
          get { 4 }
        }
        var label: String {
          willSet { print(newValue) }
        }
        static let limit = 5
        func count() { let local = 1 }
      }
      """, "extension Shelf {\n  var isEmpty: Bool { books.isEmpty }\n}\n\nprivate struct Book {}\n",
    ]).sizes
    #expect(sizes["Shelf"] == TypeSizes.Size(lines: 19, storedProperties: 4, isPublic: true))
    #expect(sizes["Book"] == TypeSizes.Size(lines: 1, storedProperties: 0, isPublic: false))
    #expect(sizes.count == 2)
  }
}
