import Foundation
import Testing

@Suite("Architecture")
struct ArchitectureTests {
  let tree = SourceTree()

  @Test("imports follow the dependencies of Docs/Architecture.md")
  func importsFollowDependencies() throws {
    let modules = try tree.modules()
    #expect(modules.count > 5, "\(tree.root.path) is not the folder of the package")
    for module in modules where !module.isSystemLibrary {
      for file in module.swiftFiles {
        let text = try String(contentsOf: file, encoding: .utf8)
        let wrong = wrongImports(
          in: text, of: module.name, file: tree.path(of: file), projectModules: Set(modules.map(\.name)))
        for sentence in wrong { Issue.record(Comment(rawValue: sentence)) }
      }
    }
  }

  @Test("module dependencies have no cycle")
  func dependenciesHaveNoCycle() {
    func reaches(_ start: String, from module: String, seen: inout Set<String>) -> Bool {
      for next in ModuleDependencies.all[module]?.project ?? [] where seen.insert(next).inserted || next == start {
        if next == start || reaches(start, from: next, seen: &seen) { return true }
      }
      return false
    }
    for module in ModuleDependencies.all.keys {
      var seen: Set<String> = []
      #expect(!reaches(module, from: module, seen: &seen), "\(module) reaches itself")
    }
  }

  @Test("each C library is imported by one module")
  func cLibrariesHaveOneOwner() {
    func importers(of library: String) -> Set<String> {
      Set(ModuleDependencies.all.filter { $0.value.project.contains(library) }.keys)
    }
    #expect(importers(of: "CPlayheadFFmpeg") == ["PlayheadFFmpeg"])
    #expect(importers(of: "CPlayheadCurl") == ["PlayheadNetworking"])
    #expect(importers(of: "CPlayheadSQLite") == ["PlayheadNetworking"])
    #expect(importers(of: "CPlayheadCubeb") == ["PlayheadAudio"])
    #expect(importers(of: "CPlayheadChafa") == ["PlayheadCommand", "playhead"])
    #expect(importers(of: "CPlayheadDeflate") == ["PlayheadDump"])
    // What is shipped does not carry the tests' servers.
    #expect(importers(of: "PlayheadTesting").isDisjoint(with: ["PlayheadCommand", "playhead", "playhead-window"]))
    #expect(importers(of: "CPlayheadGTK") == ["AVKit", "playhead-window"])
  }

  @Test("Apple's modules do not import FFmpeg", arguments: ["AVFoundation", "AVKit", "MediaPlayer", "MediaToolbox"])
  func publicModulesDoNotImportFFmpeg(name: String) throws {
    let module = try #require(try tree.modules().first { $0.name == name })
    #expect(!module.swiftFiles.isEmpty)
    for file in module.swiftFiles {
      let names = imports(of: try String(contentsOf: file, encoding: .utf8)).map(\.module)
      #expect(
        Set(names).isDisjoint(with: ["PlayheadFFmpeg", "CPlayheadFFmpeg"]),
        "\(tree.path(of: file)): use PlayheadMedia for values and PlayheadEngine for calls")
    }
    #expect(ModuleDependencies.all[name]?.project.isDisjoint(with: ["PlayheadFFmpeg", "CPlayheadFFmpeg"]) == true)
  }

  // MARK: Tests of the checks

  @Test(
    "a wrong import is reported",
    arguments: [
      ("AVFoundation", "import Foundation\nimport CPlayheadFFmpeg\n", "CPlayheadFFmpeg"),
      ("AVFoundation", "@preconcurrency import AVKit", "AVKit"),
      ("CoreMedia", "public import struct PlayheadEngine.Session", "PlayheadEngine"),
      ("CoreMedia", "#if os(Linux)\n  import PlayheadFFmpeg\n#endif", "PlayheadFFmpeg"),
      ("playhead", "import Foundation; import CPlayheadGTK", "CPlayheadGTK"),
      ("CoreGraphics", "import FoundationNetworking", "FoundationNetworking"),
    ])
  func wrongImportIsReported(module: String, text: String, named: String) {
    let wrong = wrongImports(
      in: text, of: module, file: "Wrong.swift", projectModules: Set(ModuleDependencies.all.keys))
    #expect(wrong.count == 1)
    #expect(wrong.first?.contains("\(module) imports \(named)") == true)
  }

  @Test("words in comments and strings are not imports")
  func commentsAreNotImports() {
    let text = """
      // import CPlayheadGTK
      /* A sentence about it:
         import CPlayheadFFmpeg
      */
      /// import AVKit
      import Foundation
      let important = "import AVKit"
      """
    #expect(wrongImports(in: text, of: "CoreMedia", file: "Right.swift", projectModules: []).isEmpty)
  }

  @Test("a module without declared dependencies is reported")
  func moduleWithoutDependenciesIsReported() {
    #expect(wrongImports(in: "", of: "PlayheadTelepathy", file: "New.swift", projectModules: []).count == 1)
  }
}
