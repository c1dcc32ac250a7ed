/// Which modules a module may import: the arrows of Docs/Architecture.md, as data.
///
/// A module of this project that is not listed under `project` may not be imported, and a system module only when it is
/// listed under `system`. A folder under Sources without a line here fails the test: decide its arrows first.
struct Arrows: Sendable {
  let project: Set<String>
  let system: Set<String>

  init(_ project: Set<String> = [], system: Set<String> = Arrows.basics) {
    self.project = project
    self.system = system
  }

  /// What every layer may use: values, threads, locks, the C library.
  static let basics: Set<String> = ["Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Glibc"]

  static let all: [String: Arrows] = [
    // Values. They know nothing of playback.
    "CoreGraphics": Arrows(),
    "CoreVideo": Arrows(["CoreGraphics"]),
    "CoreMedia": Arrows(["CoreGraphics", "CoreVideo"]),

    // The engine. FFmpeg's pointers stay below PlayheadFFmpeg, the sound library below PlayheadEngine.
    "PlayheadFFmpeg": Arrows(["CPlayheadFFmpeg", "CoreMedia", "CoreVideo", "CoreGraphics"]),
    "PlayheadEngine": Arrows(
      ["PlayheadFFmpeg", "CPlayheadCubeb", "CoreMedia", "CoreVideo", "CoreGraphics"]),

    // The face. No C module: what it needs of a library, a module below it offers as Swift.
    "AVFoundation": Arrows(
      ["PlayheadEngine", "CoreMedia", "CoreVideo", "CoreGraphics"], system: basics.union(["Observation"])),
    "AVKit": Arrows(
      ["AVFoundation", "PlayheadEngine", "CPlayheadGTK", "CoreMedia", "CoreVideo", "CoreGraphics"],
      system: basics.union(["Observation"])),

    // Tools. The command runs on servers, so it must not link GTK; the window is a program of its own.
    "PlayheadTesting": Arrows(
      ["AVFoundation", "PlayheadEngine", "CPlayheadDeflate", "CoreMedia", "CoreVideo", "CoreGraphics"]),
    "playhead": Arrows(
      ["AVFoundation", "PlayheadEngine", "PlayheadTesting", "CPlayheadChafa", "CoreMedia", "CoreVideo", "CoreGraphics"]
    ),
    "playhead-window": Arrows(
      ["AVKit", "AVFoundation", "PlayheadEngine", "CPlayheadGTK", "CoreMedia", "CoreVideo", "CoreGraphics"]),
  ]
}
