// swift-tools-version: 6.0
import Foundation
import PackageDescription

// GTK 4's pkg-config file leads to options that SwiftPM refuses with a warning at each build; ours names the same header
// paths. A GTK elsewhere than in /usr/include is found by its own file.
let gtk =
  FileManager.default.fileExists(atPath: "/usr/include/gtk-4.0/gtk/gtk.h")
  ? Context.packageDirectory + "/Sources/CPlayheadGTK/gtk4.pc" : "gtk4"

// The permitted imports are described in Docs/Architecture.md and checked by Tests/ArchitectureTests.
let package = Package(
  name: "Playhead",
  products: [
    .library(name: "AVFoundation", targets: ["AVFoundation"]),
    .library(name: "AVFAudio", targets: ["AVFAudio"]),
    .library(name: "AVKit", targets: ["AVKit"]),
    .library(name: "MediaToolbox", targets: ["MediaToolbox"]),
    .library(name: "MediaPlayer", targets: ["MediaPlayer"]),
    .library(name: "CoreMedia", targets: ["CoreMedia"]),
    .library(name: "CoreVideo", targets: ["CoreVideo"]),
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "ImageIO", targets: ["ImageIO"]),
    .library(name: "OSLog", targets: ["OSLog", "os"]),
    .library(name: "UniformTypeIdentifiers", targets: ["UniformTypeIdentifiers"]),
    .library(name: "PlayheadLayers", targets: ["PlayheadLayers"]),
    .library(name: "PlayheadEngine", targets: ["PlayheadEngine"]),
    .library(name: "PlayheadTesting", targets: ["PlayheadTesting"]),
    // For other languages: libplayhead-gtk-1.so (Docs/Embedding.md).
    .library(name: "playhead-gtk-1", type: .dynamic, targets: ["PlayheadGObject"]),
    .executable(name: "playhead", targets: ["playhead"]),
    .executable(name: "playhead-window", targets: ["playhead-window"]),
  ],
  targets: [
    // C libraries from Debian. The module maps name the libraries to link; cubeb, curl, SQLite, GIO
    // below AVFoundation, cairo and libavfilter are loaded on first use.
    .target(name: "CPlayheadFFmpeg"),
    .target(name: "CPlayheadRuntime"),  // missing symbols of Swift 6.0's runtime
    .systemLibrary(name: "CPlayheadCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CPlayheadSQLite", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "CPlayheadPulse", providers: [.apt(["libpulse0"])]),
    .systemLibrary(name: "CPlayheadBus", providers: [.apt(["libglib2.0-0"])]),
    .systemLibrary(name: "CPlayheadAvahi", providers: [.apt(["libavahi-client3"])]),
    .systemLibrary(name: "CPlayheadCubeb", providers: [.apt(["libcubeb-dev"])]),
    .systemLibrary(name: "CPlayheadText", providers: [.apt(["libxml2", "libuchardet0"])]),
    .systemLibrary(name: "CPlayheadASS", providers: [.apt(["libass-dev"])]),
    .systemLibrary(name: "CPlayheadPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
    .systemLibrary(name: "CPlayheadChafa"),
    .systemLibrary(name: "CPlayheadDeflate", providers: [.apt(["libdeflate-dev"])]),
    .systemLibrary(name: "CPlayheadCairo", providers: [.apt(["libcairo2"])]),
    .systemLibrary(name: "CPlayheadGTK", pkgConfig: gtk, providers: [.apt(["libgtk-4-dev"])]),
    // gobject-2.0 has the header paths of gio-2.0 without its -pthread, which SwiftPM refuses with a warning.
    .systemLibrary(name: "CPlayheadGIO", pkgConfig: "gobject-2.0", providers: [.apt(["libglib2.0-dev"])]),

    // Basic types that every layer shares.
    .target(name: "_Testing_CoreGraphics"),  // an empty module that Swift Testing imports; see its only file
    .target(name: "PlayheadBasics"),  // checked arithmetic and resource limits
    .target(name: "CoreGraphics", dependencies: ["_Testing_CoreGraphics", "PlayheadBasics", "CPlayheadCairo"]),
    .target(name: "CoreVideo", dependencies: ["CoreGraphics"]),
    .target(name: "CoreMedia", dependencies: ["CoreGraphics", "CoreVideo"]),
    .target(name: "QuartzCore", dependencies: ["PlayheadBasics", "CoreGraphics"]),
    .target(name: "PlayheadLayers", dependencies: ["CoreGraphics", "PlayheadBasics", "QuartzCore", "CPlayheadCairo"]),
    .target(name: "PlayheadText", dependencies: ["PlayheadBasics", "CPlayheadText", "CoreMedia"]),
    .target(name: "PlayheadPlaylists", dependencies: ["PlayheadBasics", "PlayheadText", "PlayheadNetworking"]),
    .target(name: "PlayheadSettings", dependencies: ["PlayheadBasics", "PlayheadNetworking"]),
    .target(
      name: "PlayheadCaptions",
      dependencies: ["PlayheadBasics", "PlayheadText", "CPlayheadASS", "CPlayheadPixman", "CoreMedia"]),

    // The engine.
    .target(
      name: "PlayheadNetworking",
      dependencies: ["PlayheadBasics", "CPlayheadCurl", "CPlayheadSQLite", "CPlayheadBus"]),
    .target(name: "PlayheadStreaming", dependencies: ["PlayheadBasics", "PlayheadNetworking", "CoreMedia"]),
    .target(name: "PlayheadMedia", dependencies: ["PlayheadBasics", "CoreMedia"]),  // tracks, tags, frames: no C
    .target(
      name: "PlayheadFFmpeg",
      dependencies: [
        "CoreGraphics", "CPlayheadFFmpeg", "PlayheadMedia", "PlayheadNetworking", "PlayheadBasics", "CoreMedia",
      ]),
    .target(name: "PlayheadClock", dependencies: ["PlayheadBasics", "CoreMedia"]),  // clocks, threads, main queue
    .target(
      name: "PlayheadAudio",
      dependencies: [
        "PlayheadBasics", "PlayheadClock", "PlayheadMedia", "PlayheadNetworking", "CPlayheadCubeb", "CPlayheadPulse",
        "CoreMedia",
      ]),
    // The engine in parts, from items to playback. Docs/Decisions/0014 has the reasons for the cut.
    .target(  // the cues of an item, from caption tracks and closed captions
      name: "PlayheadCaptionTracks",
      dependencies: ["PlayheadClock", "PlayheadFFmpeg", "PlayheadMedia", "PlayheadText", "CoreMedia"]),
    .target(  // items, their errors, logs and environment: no FFmpeg
      name: "PlayheadItems",
      dependencies: [
        "PlayheadAudio", "PlayheadCaptionTracks", "PlayheadClock", "PlayheadMedia", "PlayheadStreaming",
        "PlayheadNetworking", "PlayheadRoutes", "PlayheadBasics", "CoreMedia", "CoreVideo", "CoreGraphics",
      ]),
    .target(  // from packets to sinks
      name: "PlayheadPipeline",
      dependencies: [
        "PlayheadItems", "PlayheadCaptionTracks", "PlayheadAudio", "PlayheadClock", "PlayheadFFmpeg", "PlayheadMedia",
        "PlayheadNetworking", "PlayheadText", "PlayheadBasics", "CoreMedia", "CoreVideo",
      ]),
    .target(  // streams as packet sources, and their downloads
      name: "PlayheadHLS",
      dependencies: [
        "PlayheadItems", "PlayheadPipeline", "PlayheadCaptionTracks", "PlayheadClock", "PlayheadFFmpeg",
        "PlayheadMedia", "PlayheadStreaming", "PlayheadNetworking", "PlayheadText", "PlayheadBasics", "CoreMedia",
      ]),
    .target(  // compositions as packet sources
      name: "PlayheadCompositions",
      dependencies: [
        "PlayheadItems", "PlayheadPipeline", "PlayheadAudio", "PlayheadClock", "PlayheadFFmpeg", "PlayheadMedia",
        "PlayheadNetworking", "PlayheadBasics", "CoreMedia", "CoreVideo", "CoreGraphics",
      ]),
    .target(  // images of files, streams and compositions
      name: "PlayheadImages",
      dependencies: [
        "PlayheadItems", "PlayheadPipeline", "PlayheadHLS", "PlayheadCompositions", "PlayheadClock", "PlayheadFFmpeg",
        "PlayheadMedia", "PlayheadStreaming", "PlayheadNetworking", "PlayheadBasics", "CoreMedia", "CoreGraphics",
      ]),
    .target(  // samples that programs read, write, export and enqueue
      name: "PlayheadSamples",
      dependencies: [
        "PlayheadItems", "PlayheadPipeline", "PlayheadCompositions", "PlayheadAudio", "PlayheadClock",
        "PlayheadFFmpeg", "PlayheadMedia", "PlayheadNetworking", "PlayheadBasics", "CoreMedia", "CoreVideo",
      ]),
    .target(  // playback: the session
      name: "PlayheadEngine",
      dependencies: [
        "PlayheadItems", "PlayheadPipeline", "PlayheadHLS", "PlayheadCompositions", "PlayheadCaptionTracks",
        "PlayheadAudio", "PlayheadClock", "PlayheadFFmpeg", "PlayheadMedia", "PlayheadStreaming", "PlayheadNetworking",
        "PlayheadRoutes", "PlayheadText", "PlayheadBasics", "CoreMedia",
      ]),

    // Playback on other devices.
    .target(name: "PlayheadRoutes"),  // routes, and the decisions of playback on them: no network
    .target(name: "PlayheadMediaServer"),  // sockets, and an HTTP server for the files that a renderer plays
    .target(  // connections to renderers
      name: "PlayheadRenderers", dependencies: ["PlayheadRoutes", "PlayheadMediaServer"]),
    .target(
      name: "PlayheadDLNA",
      dependencies: ["PlayheadBasics", "PlayheadRoutes", "PlayheadRenderers", "PlayheadMediaServer", "PlayheadText"]),
    .target(
      name: "PlayheadCast",
      dependencies: [
        "PlayheadBasics", "PlayheadNetworking", "PlayheadRoutes", "PlayheadRenderers", "PlayheadMediaServer",
        "CPlayheadAvahi",
      ]),

    // The volume and the streams of the sound server.
    .target(name: "PlayheadSoundServer", dependencies: ["CPlayheadPulse"]),

    // Apple's API.
    .target(
      name: "AVFAudio",
      dependencies: [
        "PlayheadSoundServer", "PlayheadEngine", "PlayheadItems", "PlayheadPipeline", "PlayheadClock", "PlayheadAudio",
        "PlayheadMedia", "PlayheadNetworking", "PlayheadBasics", "CoreMedia",
      ]),
    .target(name: "MediaToolbox", dependencies: ["PlayheadAudio", "CoreMedia"]),
    .target(
      name: "AVFoundation",
      dependencies: [
        "UniformTypeIdentifiers", "PlayheadBasics", "PlayheadStreaming", "AVFAudio", "MediaToolbox", "PlayheadEngine",
        "PlayheadItems", "PlayheadRoutes", "PlayheadRenderers", "PlayheadDLNA", "PlayheadCast",
        "PlayheadCaptionTracks", "PlayheadPipeline", "PlayheadHLS", "PlayheadCompositions", "PlayheadImages",
        "PlayheadSamples", "PlayheadAudio", "PlayheadClock", "PlayheadMedia", "PlayheadText", "PlayheadNetworking",
        "PlayheadLayers", "QuartzCore", "CoreMedia", "CoreVideo", "CoreGraphics", "CPlayheadRuntime",
      ]),
    .target(
      name: "MediaPlayer",
      dependencies: ["AVFoundation", "CoreMedia", "PlayheadBasics", "CoreGraphics", "CPlayheadGIO"]),
    .target(
      name: "AVKit",
      dependencies: [
        "CoreGraphics", "CoreMedia", "PlayheadBasics", "PlayheadText", "AVFoundation", "MediaPlayer", "PlayheadLayers",
        "PlayheadEngine", "PlayheadCaptionTracks", "PlayheadPipeline", "PlayheadClock", "PlayheadAudio",
        "PlayheadMedia", "PlayheadCaptions", "ImageIO", "CPlayheadGTK",
      ]),

    // GObject types for other languages: declared in C, implemented in Swift. Only the dynamic library links them, with
    // its soname and the list of the symbols that it exports.
    .target(name: "CPlayheadGObject", dependencies: ["CPlayheadGTK"], exclude: ["playhead-gtk-1.map"]),
    .target(
      name: "PlayheadGObject",
      dependencies: ["AVFoundation", "AVKit", "CoreMedia", "PlayheadBasics", "CPlayheadGObject"],
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "-soname=libplayhead-gtk-1.so.0", "-Xlinker", "-Bsymbolic", "-Xlinker",
          "--version-script=\(Context.packageDirectory)/Sources/CPlayheadGObject/playhead-gtk-1.map",
        ]),
        // `--static-swift-stdlib` of the package manager applies to programs only.
        .unsafeFlags(["-static-stdlib"], .when(configuration: .release)),
      ]),

    // Images in files.
    .target(
      name: "ImageIO",
      dependencies: ["CoreGraphics", "PlayheadBasics", "PlayheadFFmpeg", "PlayheadMedia", "PlayheadNetworking"]),
    // Apple's logging calls, for programs that are shared with a Mac.
    .target(name: "OSLog"),
    // Types of files, by Apple's names.
    .target(name: "UniformTypeIdentifiers"),
    .target(name: "os", dependencies: ["OSLog"]),

    // Tools.
    // Playback as lines of frames and samples, and the sinks that capture them.
    .target(
      name: "PlayheadDump",
      dependencies: [
        "PlayheadBasics", "PlayheadEngine", "PlayheadItems", "PlayheadPipeline", "PlayheadClock", "PlayheadAudio",
        "PlayheadMedia", "CoreMedia", "CPlayheadDeflate",
      ]),
    // Runs over a media library: plan, journal, worker processes, results. No media.
    .target(name: "PlayheadBatch", dependencies: ["PlayheadBasics", "PlayheadNetworking", "PlayheadPlaylists"]),
    .target(
      name: "PlayheadTesting",
      dependencies: ["PlayheadBasics", "AVFoundation", "PlayheadDump", "PlayheadClock", "PlayheadNetworking"]),
    .target(
      name: "PlayheadCommand",
      dependencies: [
        "CoreGraphics", "PlayheadBasics", "AVFoundation", "PlayheadEngine", "PlayheadItems", "PlayheadCaptionTracks",
        "PlayheadPipeline", "PlayheadImages", "PlayheadClock", "PlayheadAudio", "PlayheadFFmpeg", "PlayheadMedia",
        "PlayheadStreaming", "PlayheadNetworking", "PlayheadDump", "PlayheadPlaylists", "PlayheadSettings",
        "PlayheadText",
        "PlayheadCaptions", "PlayheadBatch", "PlayheadRoutes", "CoreMedia", "CPlayheadChafa",
      ]),
    .executableTarget(name: "playhead", dependencies: ["PlayheadCommand"]),
    .executableTarget(
      name: "playhead-window",
      dependencies: [
        "PlayheadBasics", "PlayheadNetworking", "AVKit", "AVFoundation", "MediaPlayer", "PlayheadItems",
        "PlayheadMedia", "PlayheadPlaylists", "PlayheadSettings", "PlayheadText", "PlayheadCommand", "CoreMedia",
        "CPlayheadGTK",
      ]),
    // Measurements; no product, so it is not installed.
    .executableTarget(
      name: "playhead-bench",
      dependencies: [
        "CoreMedia", "PlayheadBasics", "PlayheadEngine", "PlayheadItems", "PlayheadCaptionTracks", "PlayheadPipeline",
        "PlayheadMedia", "PlayheadText", "PlayheadCaptions", "PlayheadDump", "PlayheadAudio",
      ]),

    // Examples: one program for each task. They are compiled with everything else.
    .executableTarget(name: "EmbedInGTK", dependencies: ["AVKit", "CPlayheadGTK"], path: "Examples/EmbedInGTK"),
    .executableTarget(
      name: "PlayMovie", dependencies: ["AVKit", "MediaPlayer", "CPlayheadGTK"], path: "Examples/PlayMovie"),
    .executableTarget(name: "PickDevice", dependencies: ["AVKit", "CPlayheadGTK"], path: "Examples/PickDevice"),
    .executableTarget(name: "ListTracks", dependencies: ["AVFoundation"], path: "Examples/ListTracks"),
    .executableTarget(name: "ListSelections", dependencies: ["AVFoundation"], path: "Examples/ListSelections"),
    .executableTarget(
      name: "EnqueueSamples", dependencies: ["AVFoundation"], path: "Examples/EnqueueSamples"),
    .executableTarget(name: "PlayFile", dependencies: ["AVFoundation"], path: "Examples/PlayFile"),
    .executableTarget(name: "PlayStream", dependencies: ["AVFoundation"], path: "Examples/PlayStream"),
    .executableTarget(
      name: "PlayInterstitials", dependencies: ["AVFoundation"], path: "Examples/PlayInterstitials"),
    .executableTarget(name: "PlayCached", dependencies: ["AVFoundation"], path: "Examples/PlayCached"),
    .executableTarget(name: "DownloadStream", dependencies: ["AVFoundation"], path: "Examples/DownloadStream"),
    .executableTarget(name: "PlayEncrypted", dependencies: ["AVFoundation"], path: "Examples/PlayEncrypted"),
    .executableTarget(name: "PlayUnknown", dependencies: ["AVFoundation"], path: "Examples/PlayUnknown"),
    .executableTarget(name: "ChangeRate", dependencies: ["AVFoundation"], path: "Examples/ChangeRate"),
    .executableTarget(name: "SeekExactly", dependencies: ["AVFoundation"], path: "Examples/SeekExactly"),
    .executableTarget(name: "PlayAudio", dependencies: ["AVFAudio"], path: "Examples/PlayAudio"),
    .executableTarget(name: "PlayAgain", dependencies: ["AVFoundation"], path: "Examples/PlayAgain"),
    .executableTarget(name: "PlayQueue", dependencies: ["AVFoundation"], path: "Examples/PlayQueue"),
    .executableTarget(name: "ObserveState", dependencies: ["AVFoundation"], path: "Examples/ObserveState"),
    .executableTarget(name: "ObserveTime", dependencies: ["AVFoundation"], path: "Examples/ObserveTime"),
    .executableTarget(
      name: "RestyleCaptions", dependencies: ["AVFoundation", "AVKit", "CPlayheadGTK"], path: "Examples/RestyleCaptions"
    ),
    .executableTarget(name: "Thumbnails", dependencies: ["AVFoundation"], path: "Examples/Thumbnails"),
    .executableTarget(name: "ReadWriteExport", dependencies: ["AVFoundation"], path: "Examples/ReadWriteExport"),
    .executableTarget(name: "JoinClips", dependencies: ["AVFoundation"], path: "Examples/JoinClips"),
    .executableTarget(name: "LayerHosting", dependencies: ["AVKit", "CPlayheadGTK"], path: "Examples/LayerHosting"),
    .executableTarget(name: "SmallWindow", dependencies: ["AVKit", "CPlayheadGTK"], path: "Examples/SmallWindow"),
    .executableTarget(name: "ReportMetrics", dependencies: ["AVFoundation"], path: "Examples/ReportMetrics"),
    .executableTarget(name: "LayerButton", dependencies: ["AVKit", "CPlayheadGTK"], path: "Examples/LayerButton"),
    .executableTarget(
      name: "OverlayInStep", dependencies: ["PlayheadLayers", "AVKit", "CPlayheadGTK"], path: "Examples/OverlayInStep"),

    // Tests mirror the sources. TestSupport is shared: the locations of fixtures, numbers, measurements.
    .target(
      name: "TestSupport",
      dependencies: ["CoreMedia", "CoreGraphics", "QuartzCore", "PlayheadMedia", "PlayheadRoutes", "PlayheadTesting"],
      path: "Tests/TestSupport", exclude: ["Layers/expected.py", "Layers/expected.txt"]),
    .testTarget(name: "ArchitectureTests"),
    .testTarget(name: "PlayheadBasicsTests", dependencies: ["PlayheadBasics"]),
    .testTarget(
      name: "CoreMediaTests", dependencies: ["CoreMedia", "CoreVideo", "CoreGraphics"], exclude: ["time_cases.py"]),
    .testTarget(name: "QuartzCoreTests", dependencies: ["QuartzCore", "CoreGraphics"]),
    .testTarget(
      name: "PlayheadLayersTests",
      dependencies: [
        "PlayheadItems", "PlayheadClock", "PlayheadLayers", "AVFoundation", "PlayheadTesting", "TestSupport",
      ]),
    .testTarget(
      name: "PlayheadCaptionsTests",
      dependencies: ["PlayheadMedia", "PlayheadCaptions", "PlayheadEngine", "PlayheadText", "CoreMedia", "TestSupport"]),
    .testTarget(name: "PlayheadPlaylistsTests", dependencies: ["PlayheadPlaylists", "TestSupport"]),
    .testTarget(name: "PlayheadBatchTests", dependencies: ["PlayheadBatch", "PlayheadNetworking", "TestSupport"]),
    .testTarget(name: "PlayheadSettingsTests", dependencies: ["PlayheadSettings"]),
    .testTarget(name: "PlayheadTextTests", dependencies: ["PlayheadText", "CoreMedia", "TestSupport"]),
    .testTarget(
      name: "PlayheadNetworkingTests",
      dependencies: [
        "PlayheadMedia", "PlayheadNetworking", "PlayheadEngine", "PlayheadItems", "PlayheadImages", "PlayheadClock",
        "PlayheadTesting", "CoreMedia", "TestSupport", "CPlayheadGIO",
      ]),
    .testTarget(
      name: "PlayheadStreamingTests",
      dependencies: [
        "PlayheadBasics", "PlayheadMedia", "PlayheadText", "AVFoundation", "PlayheadStreaming", "PlayheadEngine",
        "PlayheadItems", "PlayheadCaptionTracks", "PlayheadPipeline", "PlayheadHLS", "PlayheadImages", "PlayheadClock",
        "PlayheadFFmpeg", "PlayheadNetworking", "PlayheadTesting", "CPlayheadFFmpeg", "CoreMedia", "TestSupport",
      ],
      exclude: ["Manifests/differences.tsv", "Playback/presentations.tsv", "Playback/presentations.py"]),
    .testTarget(name: "PlayheadRoutesTests", dependencies: ["PlayheadRoutes", "TestSupport"]),
    .testTarget(name: "PlayheadMediaServerTests", dependencies: ["PlayheadMediaServer"]),
    .testTarget(
      name: "PlayheadCastTests",
      dependencies: [
        "PlayheadCast", "PlayheadRenderers", "PlayheadRoutes", "PlayheadMediaServer", "PlayheadNetworking",
        "TestSupport",
      ]),
    .testTarget(
      name: "PlayheadDLNATests",
      dependencies: ["PlayheadDLNA", "PlayheadRenderers", "PlayheadRoutes", "PlayheadMediaServer", "TestSupport"]),
    .testTarget(name: "PlayheadMediaTests", dependencies: ["PlayheadMedia", "CoreMedia"]),
    .testTarget(
      name: "PlayheadFFmpegTests",
      dependencies: [
        "CoreGraphics", "PlayheadBasics",
        "PlayheadFFmpeg", "PlayheadMedia", "PlayheadNetworking", "CPlayheadFFmpeg", "CoreMedia", "TestSupport",
      ]),
    .testTarget(
      name: "PlayheadEngineTests",
      dependencies: [
        "CoreGraphics", "PlayheadBasics", "PlayheadStreaming", "PlayheadEngine", "PlayheadItems",
        "PlayheadCaptionTracks", "PlayheadPipeline", "PlayheadHLS", "PlayheadCompositions", "PlayheadImages",
        "PlayheadSamples", "PlayheadRoutes", "PlayheadClock", "PlayheadAudio", "PlayheadText", "PlayheadFFmpeg",
        "PlayheadMedia", "PlayheadNetworking", "PlayheadTesting", "CPlayheadFFmpeg", "CoreMedia", "TestSupport",
      ]),
    .testTarget(
      name: "PlaybackTests",
      dependencies: [
        "PlayheadMedia", "AVFoundation", "PlayheadCommand", "PlayheadImages", "PlayheadFFmpeg", "PlayheadNetworking",
        "PlayheadTesting", "CoreMedia", "CoreGraphics", "TestSupport",
      ],
      exclude: ["corpus-differences.tsv", "reference-differences.tsv"]),
    .testTarget(
      name: "AVFoundationTests",
      dependencies: [
        "UniformTypeIdentifiers", "PlayheadSoundServer", "CoreMedia", "PlayheadNetworking", "PlayheadStreaming",
        "PlayheadText", "QuartzCore",
        "AVFoundation", "MediaToolbox", "PlayheadEngine", "PlayheadRoutes", "PlayheadItems", "PlayheadCaptionTracks",
        "PlayheadPipeline",
        "PlayheadSamples", "PlayheadAudio", "PlayheadClock", "PlayheadFFmpeg", "PlayheadMedia", "PlayheadTesting",
        "TestSupport",
      ]),
    .testTarget(
      name: "AVFoundationSwift5Tests",
      dependencies: [
        "PlayheadEngine", "PlayheadItems", "AVFoundation", "PlayheadTesting",
      ],
      swiftSettings: [.swiftLanguageMode(.v5)]),
    // The public API, using only Apple's names.
    .testTarget(name: "ConformanceTests", dependencies: ["AVFoundation"]),
    .testTarget(
      name: "PlayheadCommandTests",
      dependencies: [
        "CoreGraphics", "PlayheadBasics", "PlayheadBatch", "PlayheadFFmpeg", "PlayheadNetworking", "PlayheadText",
        "PlayheadCommand", "playhead", "PlayheadRoutes", "PlayheadSettings",
        "AVFoundation", "PlayheadMedia", "PlayheadEngine", "PlayheadItems", "PlayheadCaptionTracks", "PlayheadPipeline",
        "PlayheadImages", "PlayheadClock", "PlayheadTesting", "CoreMedia", "TestSupport",
      ]),
    .testTarget(
      name: "ExampleTests",
      dependencies: [
        "ChangeRate", "DownloadStream", "EmbedInGTK", "EnqueueSamples", "LayerButton", "LayerHosting", "ListSelections",
        "ListTracks",
        "ObserveState", "ObserveTime", "OverlayInStep", "PickDevice", "PlayAgain", "PlayAudio", "PlayCached",
        "PlayFile", "PlayInterstitials", "PlayMovie", "PlayQueue", "PlayStream", "PlayUnknown", "RestyleCaptions",
        "SeekExactly", "SmallWindow", "Thumbnails", "ReadWriteExport", "ReportMetrics", "PlayheadTesting",
        "TestSupport",
      ],
      exclude: ["Embedding"]),
    .testTarget(name: "ImageIOTests", dependencies: ["ImageIO", "CoreGraphics", "TestSupport"]),
    .testTarget(name: "OSLogTests", dependencies: ["OSLog", "os"]),
    .testTarget(
      name: "AVFAudioTests",
      dependencies: [
        "PlayheadSoundServer", "AVFAudio", "PlayheadItems", "PlayheadClock", "PlayheadAudio", "PlayheadTesting",
        "CoreMedia", "TestSupport",
      ]),
    .testTarget(
      name: "MediaPlayerTests",
      dependencies: [
        "MediaPlayer", "AVFoundation", "PlayheadEngine", "PlayheadItems", "PlayheadTesting", "CoreGraphics",
        "TestSupport",
      ]),
    .testTarget(
      name: "AVKitTests",
      dependencies: [
        "AVFoundation", "CoreGraphics", "PlayheadLayers", "AVKit", "MediaPlayer", "LayerHosting", "playhead-window",
        "PlayheadEngine", "PlayheadDLNA", "PlayheadItems", "PlayheadPipeline", "PlayheadClock", "PlayheadAudio",
        "PlayheadFFmpeg",
        "PlayheadMedia", "PlayheadPlaylists", "PlayheadText", "PlayheadTesting", "CPlayheadFFmpeg", "CPlayheadGTK",
        "CoreMedia", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Fuzz targets for all parsers of untrusted input: built only by `Scripts/fuzz`.
if Context.environment["PLAYHEAD_FUZZ_BUILD"] != nil {
  package.targets.append(
    .executableTarget(
      name: "playhead-fuzz",
      dependencies: ["PlayheadStreaming", "PlayheadText", "PlayheadFFmpeg", "PlayheadNetworking", "CoreMedia"],
      path: "Fuzz", exclude: ["seeds"]))
}

// A file uses only members of modules that it imports itself, so its imports are what it depends on.
#if compiler(>=6.1)
  for target in package.targets where [.regular, .executable].contains(target.type) {
    guard !target.name.hasPrefix("CPlayhead") else { continue }
    target.swiftSettings = (target.swiftSettings ?? []) + [.enableUpcomingFeature("MemberImportVisibility")]
  }
#endif
