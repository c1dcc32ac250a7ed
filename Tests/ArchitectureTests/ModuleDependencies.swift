/// The modules that a module may import: the dependencies of Docs/Architecture.md, as data.
///
/// A module of this project that is not listed under `project` may not be imported, and a system module only when it is
/// listed under `system`. A folder under Sources without an entry here fails the test: decide its dependencies first.
struct ModuleDependencies: Sendable {
  let project: Set<String>
  let system: Set<String>

  init(_ project: Set<String> = [], system: Set<String> = ModuleDependencies.basics) {
    self.project = project
    self.system = system
  }

  /// Modules that every layer may use: values, threads, locks, the C library.
  static let basics: Set<String> = ["Foundation", "FoundationEssentials", "Dispatch", "Synchronization", "Glibc"]

  static let all: [String: ModuleDependencies] = [
    // Checked arithmetic and limits: below everything.
    "PlayheadBasics": ModuleDependencies(system: []),

    // Values, independent of playback.
    "_Testing_CoreGraphics": ModuleDependencies(),
    "CoreGraphics": ModuleDependencies(["PlayheadBasics", "CPlayheadCairo"]),
    "CoreVideo": ModuleDependencies(["CoreGraphics"]),
    "CoreMedia": ModuleDependencies(["CoreGraphics", "CoreVideo"]),

    // Layers are a model: no player, no toolkit, no rendering.
    "QuartzCore": ModuleDependencies(["PlayheadBasics", "CoreGraphics"]),
    // Renders layers into memory, without a window.
    "PlayheadLayers": ModuleDependencies(["PlayheadBasics", "CoreGraphics", "QuartzCore", "CPlayheadCairo"]),

    // Captions are text: neither FFmpeg nor a screen.
    "PlayheadText": ModuleDependencies(values.union(["CPlayheadText"])),
    // Playlist files that list media, and folders: what a user opens, as a queue.
    "PlayheadPlaylists": ModuleDependencies(["PlayheadBasics", "PlayheadText", "PlayheadNetworking"]),
    // The user's settings, shared by the programs.
    "PlayheadSettings": ModuleDependencies(["PlayheadBasics", "PlayheadNetworking"]),
    // Captions as bitmaps.
    "PlayheadCaptions": ModuleDependencies(values.union(["PlayheadText", "CPlayheadASS", "CPlayheadPixman"])),

    // The engine. FFmpeg's pointers stay below PlayheadFFmpeg, the audio library below PlayheadAudio. Byte sources of
    // files and servers do not depend on media.
    "PlayheadNetworking": ModuleDependencies(
      ["PlayheadBasics", "CPlayheadCurl", "CPlayheadSQLite", "CPlayheadBus"]),
    // Playlists, and what to fetch next: text in, decisions out, no media.
    "PlayheadStreaming": ModuleDependencies(values.union(["PlayheadNetworking"])),
    // What is known of media, and decoded frames: values without a library.
    "PlayheadMedia": ModuleDependencies(values),
    "PlayheadFFmpeg": ModuleDependencies(values.union(["PlayheadMedia", "PlayheadNetworking", "CPlayheadFFmpeg"])),
    // Time and waiting: every wait of the engine happens at a gate of a clock.
    "PlayheadClock": ModuleDependencies(["PlayheadBasics", "CoreMedia"]),
    // Audio output: the ring between decoder and device, and the audio library. No FFmpeg.
    "PlayheadAudio": ModuleDependencies([
      "PlayheadBasics", "PlayheadClock", "PlayheadMedia", "PlayheadNetworking", "CPlayheadCubeb", "CPlayheadPulse",
      "CoreMedia",
    ]),
    // The parts of the engine (Docs/Decisions/0014). The cues of an item: neither items nor playback.
    "PlayheadCaptionTracks": ModuleDependencies(values.union(decoding).union(["PlayheadText"])),
    // Items with their errors, logs and environment. No FFmpeg.
    "PlayheadItems": ModuleDependencies(
      values.union([
        "PlayheadAudio", "PlayheadCaptionTracks", "PlayheadClock", "PlayheadMedia", "PlayheadStreaming",
        "PlayheadNetworking", "PlayheadRoutes",
      ])),
    // From packets to sinks. No playlists: streams, compositions and images are above it.
    "PlayheadPipeline": ModuleDependencies(values.union(decoding).union(pipelineParts).union(["PlayheadText"])),
    // Streams and compositions are packet sources, which do not know each other.
    "PlayheadHLS": ModuleDependencies(
      values.union(decoding).union(pipelineParts).union([
        "PlayheadPipeline", "PlayheadStreaming", "PlayheadText",
      ])),
    "PlayheadCompositions": ModuleDependencies(
      values.union(decoding).union(pipelineParts).union(["PlayheadPipeline"])),
    // Images, samples and playback do not know each other either.
    "PlayheadImages": ModuleDependencies(
      values.union(decoding).union(pipelineParts).union([
        "PlayheadPipeline", "PlayheadHLS", "PlayheadCompositions", "PlayheadStreaming",
      ])),
    "PlayheadSamples": ModuleDependencies(
      values.union(decoding).union(pipelineParts).union(["PlayheadPipeline", "PlayheadCompositions"])),
    "PlayheadEngine": ModuleDependencies(
      values.union(decoding).union(pipelineParts).union([
        "PlayheadPipeline", "PlayheadHLS", "PlayheadCompositions", "PlayheadStreaming", "PlayheadText",
        "PlayheadRoutes",
      ])),

    // Playback on other devices. Decisions without a network; a server without media; the protocol between them.
    "PlayheadRoutes": ModuleDependencies(),
    "PlayheadMediaServer": ModuleDependencies(),
    "PlayheadRenderers": ModuleDependencies(["PlayheadRoutes", "PlayheadMediaServer"]),
    "PlayheadDLNA": ModuleDependencies(
      ["PlayheadBasics", "PlayheadRoutes", "PlayheadRenderers", "PlayheadMediaServer", "PlayheadText"]),
    "PlayheadCast": ModuleDependencies([
      "PlayheadBasics", "PlayheadNetworking", "PlayheadRoutes", "PlayheadRenderers", "PlayheadMediaServer",
      "CPlayheadAvahi",
    ]),

    // The state of the sound server, without audio.
    "PlayheadSoundServer": ModuleDependencies(["CPlayheadPulse"]),

    // The public API. No C module, and not FFmpeg: the engine wraps each library in Swift.
    "AVFAudio": ModuleDependencies(
      [
        "PlayheadSoundServer", "PlayheadEngine", "PlayheadItems", "PlayheadPipeline", "PlayheadAudio", "PlayheadClock",
        "PlayheadMedia", "PlayheadNetworking", "PlayheadBasics", "CoreMedia",
      ]),
    "MediaToolbox": ModuleDependencies(values.union(["PlayheadAudio"])),
    "AVFoundation": ModuleDependencies(
      engine.union([
        "PlayheadLayers", "QuartzCore", "AVFAudio", "MediaToolbox", "UniformTypeIdentifiers", "PlayheadRoutes",
        "PlayheadRenderers", "PlayheadDLNA", "PlayheadCast",
      ]),
      system: basics.union(["Observation"])),
    // Now-playing information for the desktop: D-Bus without a toolkit, and no media.
    "MediaPlayer": ModuleDependencies(["AVFoundation", "CoreMedia", "PlayheadBasics", "CoreGraphics", "CPlayheadGIO"]),
    "AVKit": ModuleDependencies(
      face.union(["MediaPlayer", "ImageIO", "PlayheadLayers", "CPlayheadGTK"]), system: basics.union(["Observation"])),

    // GObject types for other languages, implemented with AVFoundation and AVKit.
    "PlayheadGObject": ModuleDependencies(["PlayheadBasics", "CoreMedia", "AVFoundation", "AVKit", "CPlayheadGObject"]),

    // Image files: FFmpeg's codecs without a player.
    "ImageIO": ModuleDependencies([
      "PlayheadBasics", "CoreGraphics", "PlayheadMedia", "PlayheadFFmpeg", "PlayheadNetworking",
    ]),
    // Logging knows nothing of media.
    "OSLog": ModuleDependencies(),
    "os": ModuleDependencies(["OSLog"]),
    // Names of types of files.
    "UniformTypeIdentifiers": ModuleDependencies(),

    // Tools. The command runs on servers, so it may not link GTK; the window is a separate program.
    "PlayheadDump": ModuleDependencies(engine.union(["CPlayheadDeflate"])),
    // Runs over a media library: decisions, journal and processes, without media.
    "PlayheadBatch": ModuleDependencies(["PlayheadBasics", "PlayheadNetworking", "PlayheadPlaylists"]),
    "PlayheadTesting": ModuleDependencies(face.union(["PlayheadDump"])),
    "PlayheadCommand": ModuleDependencies(
      face.union([
        "PlayheadFFmpeg", "PlayheadBatch", "PlayheadDump", "PlayheadPlaylists", "PlayheadSettings", "PlayheadRoutes",
        "CPlayheadChafa",
      ])),
    "playhead": ModuleDependencies(face.union(["PlayheadCommand", "PlayheadDump", "CPlayheadChafa"])),
    "playhead-bench": ModuleDependencies(engine.union(["PlayheadDump"])),
    "playhead-window": ModuleDependencies(
      // The window's terminal is the command's.
      face.union(["AVKit", "MediaPlayer", "PlayheadPlaylists", "PlayheadSettings", "PlayheadCommand", "CPlayheadGTK"])),
  ]

  private static let values: Set<String> = ["PlayheadBasics", "CoreGraphics", "CoreVideo", "CoreMedia"]
  /// Decoding: FFmpeg in Swift, and time.
  private static let decoding: Set<String> = ["PlayheadClock", "PlayheadFFmpeg", "PlayheadMedia"]
  /// The parts of the engine below the pipeline.
  private static let pipelineParts: Set<String> = [
    "PlayheadItems", "PlayheadCaptionTracks", "PlayheadAudio", "PlayheadNetworking",
  ]
  /// The engine with the Swift values of its interface: frames, tracks, playlists.
  private static let engine = values.union([
    "PlayheadEngine", "PlayheadSamples", "PlayheadImages", "PlayheadCompositions", "PlayheadHLS", "PlayheadPipeline",
    "PlayheadItems", "PlayheadCaptionTracks", "PlayheadAudio", "PlayheadClock", "PlayheadMedia", "PlayheadStreaming",
    "PlayheadNetworking", "PlayheadText", "PlayheadCaptions",
  ])
  private static let face = engine.union(["AVFoundation", "QuartzCore"])
}
