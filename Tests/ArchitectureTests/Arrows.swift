/// The modules that a module may import: the dependencies of Docs/Architecture.md, as data.
///
/// A module of this project that is not listed under `project` may not be imported, and a system module only when it is
/// listed under `system`. A folder under Sources without an entry here fails the test: decide its dependencies first.
struct Arrows: Sendable {
  let project: Set<String>
  let system: Set<String>

  init(_ project: Set<String> = [], system: Set<String> = Arrows.basics) {
    self.project = project
    self.system = system
  }

  /// Modules that every layer may use: values, threads, locks, the C library.
  static let basics: Set<String> = ["Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Glibc"]

  static let all: [String: Arrows] = [
    // Checked arithmetic and limits: below everything.
    "PlayheadBasics": Arrows(system: []),

    // Values, independent of playback.
    "_Testing_CoreGraphics": Arrows(),
    "CoreGraphics": Arrows(["PlayheadBasics"]),
    "CoreVideo": Arrows(["CoreGraphics"]),
    "CoreMedia": Arrows(["CoreGraphics", "CoreVideo"]),

    // Layers are a model: no player, no toolkit, no rendering.
    "QuartzCore": Arrows(["PlayheadBasics", "CoreGraphics"]),
    // Renders layers into memory, without a window.
    "PlayheadLayers": Arrows(["PlayheadBasics", "CoreGraphics", "QuartzCore", "CPlayheadCairo"]),

    // Captions are text: neither FFmpeg nor a screen.
    "PlayheadText": Arrows(values.union(["CPlayheadText"])),
    // Captions as bitmaps.
    "PlayheadCaptions": Arrows(values.union(["PlayheadText", "CPlayheadASS", "CPlayheadPixman"])),

    // The engine. FFmpeg's pointers stay below PlayheadFFmpeg, the audio library below PlayheadEngine. Byte sources of
    // files and servers do not depend on media.
    "PlayheadNetworking": Arrows(["PlayheadBasics", "CPlayheadCurl", "CPlayheadSQLite"]),
    // Playlists, and what to fetch next: text in, decisions out, no media.
    "PlayheadStreaming": Arrows(values.union(["PlayheadNetworking"])),
    "PlayheadFFmpeg": Arrows(values.union(["PlayheadNetworking", "CPlayheadFFmpeg"])),
    "PlayheadEngine": Arrows(
      values.union(["PlayheadFFmpeg", "PlayheadStreaming", "PlayheadNetworking", "PlayheadText", "CPlayheadCubeb"])),

    // The public API. No C module: a module below wraps each library in Swift.
    "AVFAudio": Arrows(["PlayheadEngine"]),
    "MediaToolbox": Arrows(values.union(["PlayheadEngine"])),
    "AVFoundation": Arrows(
      engine.union(["QuartzCore", "AVFAudio", "MediaToolbox"]), system: basics.union(["Observation"])),
    // Now-playing information for the desktop: D-Bus without a toolkit, and no media.
    "MediaPlayer": Arrows(["AVFoundation", "PlayheadBasics", "CoreGraphics", "CPlayheadGIO"]),
    "AVKit": Arrows(
      face.union(["MediaPlayer", "PlayheadLayers", "CPlayheadGTK"]), system: basics.union(["Observation"])),

    // Image files: FFmpeg's codecs without a player.
    "ImageIO": Arrows(["PlayheadBasics", "CoreGraphics", "PlayheadFFmpeg", "PlayheadNetworking"]),
    // Logging knows nothing of media.
    "OSLog": Arrows(),
    "os": Arrows(["OSLog"]),

    // Tools. The command runs on servers, so it may not link GTK; the window is a separate program.
    "PlayheadTesting": Arrows(face.union(["CPlayheadDeflate"])),
    "PlayheadCommand": Arrows(face.union(["PlayheadTesting", "CPlayheadChafa"])),
    "playhead": Arrows(face.union(["PlayheadCommand", "PlayheadTesting", "CPlayheadChafa"])),
    "playhead-bench": Arrows(engine.union(["PlayheadTesting"])),
    "playhead-window": Arrows(face.union(["AVKit", "MediaPlayer", "CPlayheadGTK"])),
  ]

  private static let values: Set<String> = ["PlayheadBasics", "CoreGraphics", "CoreVideo", "CoreMedia"]
  /// The engine with the Swift values of its interface: frames, tracks, packets.
  private static let engine = values.union([
    "PlayheadEngine", "PlayheadFFmpeg", "PlayheadStreaming", "PlayheadNetworking", "PlayheadText", "PlayheadCaptions",
  ])
  private static let face = engine.union(["AVFoundation", "QuartzCore"])
}
