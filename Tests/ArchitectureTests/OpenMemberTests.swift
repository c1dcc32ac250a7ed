import Foundation
import Testing

/// A subclass can override members of the class's body only: Swift overrides nothing from an extension, while all
/// members of Apple's classes can be overridden.
@Suite("Members of open classes are in the class's body")
struct OpenMemberTests {
  private static let modules = ["AVFoundation", "AVKit", "MediaPlayer", "QuartzCore"]

  /// Members that Apple's classes lack or that Apple declares in Swift extensions too, those of a protocol, and those
  /// of a movie player that need the view of AVKit, which imports MediaPlayer.
  private static let exceptions: Set<String> = [
    "AVPlayerItem.captionSettings", "AVPlayerItem.sidecarCaptions", "AVPlayerItem.pinnedVariant",
    "AVPlayerItem.audioEffects", "AVPlayerItem.hardwareDecoding", "AVPlayerItem.hardwareDecoderName",
    "AVPlayerItem.passthroughCodecs", "AVPlayerItem.passthroughCodec",
    "AVPlayerItem.videoFilters",
    "AVPlayer.externalPlaybackDevice", "AVPlayer.externalPlaybackError", "AVPlayer.adaptsRateToDisplay",
    "AVPlayerItem.metrics", "AVPlayerItem.allMetrics", "AVAssetImageGenerator.images",
    "MPMoviePlayerController.view", "MPMoviePlayerController.isFullscreen", "MPMoviePlayerController.setFullscreen",
    "MPMoviePlayerController.readyForDisplay",
    "CALayer.beginTime", "CALayer.duration", "CALayer.speed", "CALayer.timeOffset", "CALayer.repeatCount",
    "CALayer.repeatDuration", "CALayer.autoreverses", "CALayer.fillMode",
    // Apple declares these in extensions, too.
    "AVAssetExportSession.states",
    "AVMediaSelectionOption.makeNowPlayingInfoLanguageOption",
    "AVMediaSelectionGroup.makeNowPlayingInfoLanguageOptionGroup",
  ]

  private let tree = SourceTree()

  /// The names of the open classes of a source.
  static func openClasses(of source: String) -> Set<String> {
    Set(source.matches(of: #/(?m)^(?:@[\w()]+ )*open class (\w+)/#).map { String($0.1) })
  }

  /// The public properties and functions that a source declares in extensions of these classes, as `Class.member`.
  /// Asynchronous functions are left out: they call the ones with handlers, which can be overridden.
  static func members(inExtensionsOf classes: Set<String>, source: String) -> [String] {
    var found: [String] = []
    var owner: String?
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      if let start = line.prefixMatch(of: #/(?:@[\w()]+ )*(?:public )?extension (\w+)\b/#) {
        owner = classes.contains(String(start.1)) ? String(start.1) : nil
      } else if line == "}" {
        owner = nil
      }
      guard let owner, !line.contains(" static "),
        let member = line.firstMatch(of: #/^  (?:@[\w()]+ |nonisolated |class |weak )*public [a-z ]*?(var|func) (\w+)/#)
      else { continue }
      // The rest of the signature, up to the body.
      let end = lines[index...].firstIndex { $0.hasSuffix("{") || $0.hasSuffix("}") } ?? index
      if !lines[index...end].joined().contains(" async ") { found.append("\(owner).\(member.2)") }
    }
    return found
  }

  @Test func extensionsDeclareNoMemberThatSubclassesOverride() throws {
    let files = Self.modules.flatMap { tree.files(under: "Sources/\($0)") }.filter { $0.pathExtension == "swift" }
    let sources = try files.map { try String(contentsOf: $0, encoding: .utf8) }
    let classes = sources.reduce(into: Set<String>()) { $0.formUnion(Self.openClasses(of: $1)) }
    #expect(classes.isSuperset(of: ["AVPlayer", "AVPlayerItem", "AVAsset", "CALayer", "AVPlayerView"]))
    let found = sources.flatMap { Self.members(inExtensionsOf: classes, source: $0) }
    #expect(Set(found).subtracting(Self.exceptions) == [])
    // An exception that no longer exists is removed from the list.
    #expect(Self.exceptions.subtracting(found) == [])
  }

  /// The instance members in the bodies of open classes that are public but not open, as `Class.member`.
  static func closedMembers(ofOpenClassesIn source: String) -> [String] {
    var (found, owner): ([String], String?) = ([], nil)
    for line in source.split(separator: "\n") {
      if let start = line.prefixMatch(of: #/(?:@[\w()]+ )*open class (\w+)/#) {
        owner = String(start.1)
      } else if line == "}" {
        owner = nil
      }
      guard let owner, !line.contains(" static "),
        let member = line.firstMatch(of: #/^  (?:@[\w()]+ |nonisolated |weak )*public (?:let|var|func) (\w+)/#)
      else { continue }
      found.append("\(owner).\(member.1)")
    }
    return found
  }

  /// A test double overrides the properties of events, logs and tracks, so they are computed from private constants.
  @Test func membersOfOpenClassesAreOpen() throws {
    // The pointers to widgets, the methods in place of selectors, the volume above 1 and the name of the decoder are
    // not Apple's; the player of a movie's view controller is created by the controller only.
    let exceptions: Set<String> = [
      "AVPlayerView.gtkWidget", "AVRoutePickerView.gtkWidget", "LayerHostView.gtkWidget", "MPRemoteCommand.addTarget",
      "MPRemoteCommand.removeTarget", "MPMoviePlayerViewController.moviePlayer", "AVPlayer.amplifiedVolume",
      "AVPlayerItemAccessLogEvent.videoDecoderName",
    ]
    let files = Self.modules.flatMap { tree.files(under: "Sources/\($0)") }.filter { $0.pathExtension == "swift" }
    let found = try files.flatMap {
      Self.closedMembers(ofOpenClassesIn: try String(contentsOf: $0, encoding: .utf8))
    }
    #expect(Set(found) == exceptions)
  }

  @Test func closedMemberIsFound() {
    let source = """
      @MainActor open class A {
        public let a = 1
        open var b: Int { 1 }
        nonisolated public func c() {}
        public static func d() {}
        public init() {}
        public struct E {
          public var f = 1
        }
      }
      public class B {
        public let g = 1
      }
      """
    #expect(Self.closedMembers(ofOpenClassesIn: source) == ["A.a", "A.c"])
  }

  @Test func memberOfAnExtensionIsFound() {
    let source = """
      open class A {
        open var a = 1
      }
      @MainActor open class C {}
      extension A {
        public var b: Int { 1 }
        nonisolated public func c(
          d: Int
        ) -> Int { 1 }
        public func e() async -> Int { 1 }
        public static func f() {}
        func g() {}
      }
      extension B {
        public var h: Int { 1 }
      }
      """
    #expect(Self.openClasses(of: source) == ["A", "C"])
    #expect(Self.members(inExtensionsOf: ["A"], source: source) == ["A.b", "A.c"])
  }
}
