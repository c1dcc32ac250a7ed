import Foundation
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadBatch

/// Lists, folders, names and the decision to skip.
@Suite struct PlanTests {
  private func entries(_ bytes: [UInt8], pieces: Int = 3) -> [String] {
    var (list, found) = (BatchList(), [String]())
    func add(_ entry: Result<String, BatchList.Problem>) {
      switch entry {
      case .success(let text): found.append(text)
      case .failure(let problem): found.append("\(problem)")
      }
    }
    for start in stride(from: 0, to: bytes.count, by: pieces) {
      list.read(bytes[start..<min(start + pieces, bytes.count)], add)
    }
    list.finish(add)
    return found
  }

  // MARK: Lists

  @Test func listHasLinesOrNULOrJSON() {
    #expect(
      entries(Array("a b.mp4\r\n\n/c.mkv\nhttps://e.org/d?x=1".utf8)) == ["a b.mp4", "/c.mkv", "https://e.org/d?x=1"])
    #expect(entries(Array("a\nb.mp4\0c\0".utf8)) == ["a", "b.mp4\0c\0"])
    #expect(entries(Array("a.mp4\0b\nc.mp4\0".utf8)) == ["a.mp4", "b\nc.mp4"])
    let json = #"{"source": "a\n.mp4"}"# + "\n" + #""b.mp4""# + "\n" + #"{"path":"c"}"# + "\n" + #"{"url":"d","x":[1]}"#
    #expect(entries(Array(json.utf8)) == ["a\n.mp4", "b.mp4", "c", "d"])
    #expect(entries(Array("{braces}.mp4\n".utf8)) == ["{braces}.mp4"])
    #expect(entries(Array(#"{"id": 3}"#.utf8)) == ["noSource(entry: 1)"])
    #expect(entries([UInt8](repeating: 0x61, count: 70_000), pieces: 4096) == ["tooLong(entry: 1)"])
  }

  @Test func listPreservesBytesOfPaths() {
    let text = entries([0x61, 0xFF, 0x62, 0x0A])[0]
    #expect(SystemPath.bytes(of: text) == [0x61, 0xFF, 0x62])
  }

  // MARK: Sources

  @Test func sourceHasIdentityAndName() {
    let file = BatchSource("./b/../b//c.mp4", relativeTo: "/no such/a")
    #expect(file.key == "/no such/a/b/c.mp4" && file.name == "no such/a/b/c.mp4" && !file.isRemote)
    let inFolder = BatchSource("/m/x/c.mp4", relativeTo: "/", root: "/m")
    #expect(inFolder.name == "x/c.mp4")
    #expect(BatchSource("/results.jsonl", relativeTo: "/", root: "/").name == "_results.jsonl")
    let url = "https://ada:secret@e.org/v/../a.m3u8?token=secret"
    let remote = BatchSource(url, relativeTo: "/")
    #expect(remote.isRemote && remote.location == url)
    #expect(!remote.key.contains("secret") && !remote.name.contains("secret"))
    #expect(!remote.name.split(separator: "/").contains(".."))
    let other = BatchSource("https://ada:secret@e.org/v/../a.m3u8?token=other", relativeTo: "/")
    #expect(other.key != remote.key && other.name != remote.name)
    #expect(BatchSource("file:///m/a%20b.mp4", relativeTo: "/").key == "/m/a b.mp4")
  }

  // MARK: Folders

  @Test func folderIsWalkedInNaturalOrderWithoutHiddenFilesAndLinksOut() throws {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    func make(_ name: String) throws {
      let url = folder.url.appendingPathComponent(name)
      try files.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: url)
    }
    for name in [
      "media/10.mp4", "media/9.mp4", "media/b/1.mkv", "media/.hidden/2.mp4", "media/.x.mp4", "media/notes.txt",
      "media/out/a.mp4/export.mp4", "elsewhere/y.mp4",
    ] { try make(name) }
    let media = folder.url.appendingPathComponent("media").path
    try files.createSymbolicLink(atPath: media + "/in.mp4", withDestinationPath: "9.mp4")
    try files.createSymbolicLink(atPath: media + "/leak.mp4", withDestinationPath: "../elsewhere/y.mp4")
    try files.createSymbolicLink(atPath: media + "/loop", withDestinationPath: ".")
    var found: [MediaFolder.Found] = []
    MediaFolder(media, excluding: media + "/out").walk { found.append($0) }
    #expect(
      found == [
        .file(media + "/9.mp4"), .file(media + "/10.mp4"), .file(media + "/b/1.mkv"), .file(media + "/in.mp4"),
        .outside(media + "/leak.mp4"),
      ])
  }

  @Test(.enabled(if: geteuid() != 0)) func unreadableFolderIsReported() throws {
    let folder = try TemporaryFolder()
    let closed = folder.url.appendingPathComponent("closed").path
    try FileManager.default.createDirectory(atPath: closed, withIntermediateDirectories: true)
    chmod(closed, 0)
    defer { chmod(closed, 0o700) }
    var found: [MediaFolder.Found] = []
    MediaFolder(folder.url.path, excluding: "/none").walk { found.append($0) }
    #expect(found == [.unreadable(closed, errno: EACCES)])
  }

  @Test func missingFolderIsReported() {
    var found: [MediaFolder.Found] = []
    MediaFolder("/no/such/folder", excluding: "/none").walk { found.append($0) }
    #expect(found == [.unreadable("/no/such/folder", errno: ENOENT)])
  }

  // MARK: Skipping

  private static let before = FileStatus(size: 10, modified: 5)

  private func decision(
    _ policy: SkipPolicy = SkipPolicy(settings: "s"), isDone: Bool = true, settings: String = "s",
    hash: String? = "sample:1", current: FileStatus? = before, hasOutputs: Bool = true
  ) -> SkipPolicy.Decision {
    let known = SkipPolicy.Known(isDone: isDone, status: Self.before, hash: hash, settings: settings)
    return policy.decision(known: known, current: current, isRemote: false, hasOutputs: hasOutputs)
  }

  @Test func unchangedFileIsSkipped() {
    #expect(decision() == .skip)
    #expect(decision(current: FileStatus(size: 10, modified: 6)) == .compare(hash: "sample:1"))
    #expect(decision(current: FileStatus(size: 11, modified: 5)) == .process)
    #expect(decision(current: nil) == .process)
    #expect(decision(isDone: false) == .process)
    #expect(decision(settings: "t") == .process)
    #expect(decision(hasOutputs: false) == .process)
    #expect(decision(SkipPolicy(settings: "s", isForced: true)) == .process)
  }

  @Test func checksumComparesContents() {
    let policy = SkipPolicy(settings: "s", comparesContents: true)
    #expect(decision(policy, hash: "xxh64:1") == .compare(hash: "xxh64:1"))
    // A sample does not prove that the whole is unchanged.
    #expect(decision(policy) == .process)
  }

  @Test func addressIsProcessedOnce() {
    let known = SkipPolicy.Known(isDone: true, status: nil, hash: nil, settings: "s")
    let policy = SkipPolicy(settings: "s")
    #expect(policy.decision(known: known, current: nil, isRemote: true, hasOutputs: true) == .skip)
    #expect(policy.decision(known: nil, current: nil, isRemote: true, hasOutputs: true) == .process)
  }

  // MARK: Fingerprints

  @Test func sampleChangesWithBothEndsAndTheSize() throws {
    let folder = try TemporaryFolder()
    var bytes = [UInt8](repeating: 7, count: 1 << 20)
    func hash() throws -> String {
      let file = try folder.file("f", Data(bytes))
      return try FileFingerprint.read(file.path, isWhole: false).get().hash
    }
    var hashes = [try hash()]
    for place in [0, bytes.count - 1] {
      bytes[place] += 1
      hashes.append(try hash())
    }
    #expect(Set(hashes).count == 3 && hashes.allSatisfy { $0.hasPrefix("sample:") })
    let whole = try FileFingerprint.read(folder.url.appendingPathComponent("f").path, isWhole: true).get()
    #expect(whole.hash == "xxh64:" + XXH64.hexadecimal(bytes) && whole.status.size == 1 << 20)
    #expect(throws: FileProblem.vanished) { try FileFingerprint.read("/no/file", isWhole: false).get() }
    #expect(throws: FileProblem.isFolder) { try FileFingerprint.read(folder.url.path, isWhole: false).get() }
    #expect(throws: FileProblem.isSpecial) {
      try FileFingerprint.read(try folder.pipe("p").path, isWhole: false).get()
    }
  }

  @Test func timeIsExactInText() {
    for time in [0, 1, 1_764_100_000_123_456_789, 999_999_999] as [Int64] {
      #expect(FileStatus.modified(FileStatus(size: 0, modified: time).modifiedText) == time)
    }
    #expect(FileStatus(size: 0, modified: 1_000_000_002).modifiedText == "1.000000002")
    #expect(FileStatus.modified("1.5") == nil && FileStatus.modified("") == nil)
  }
}
