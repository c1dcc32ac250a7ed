import Foundation
import PlayheadPlaylists
import Testing

@testable import playhead_window

@Suite("Saved state of the player")
struct MemoryTests {
  @Test("The latest first, each once, with its last position")
  func recent() {
    var memory = SavedPlayerState()
    for file in ["/a", "/b", "/a"] { memory.noteOpened(file) }
    memory.noteClosed("/b", at: 61, duration: 600)
    #expect(memory.recent.map(\.file) == ["/a", "/b"])
    #expect(memory.position(of: "/b") == 61)
    memory.noteOpened("/b")
    #expect(memory.recent.first == .init(file: "/b", position: 61))
  }

  @Test func forgottenFilesAreGoneWithTheirPositions() {
    var memory = SavedPlayerState()
    for file in ["/a", "/b"] { memory.noteOpened(file) }
    memory.noteClosed("/b", at: 61, duration: 600)
    memory.forget("/b")
    memory.forget("/c")
    #expect(memory.recent.map(\.file) == ["/a"])
    #expect(memory.position(of: "/b") == nil)
    memory.clearRecent()
    #expect(memory.recent.isEmpty)
  }

  @Test("Positions in the first seconds and the credits are dropped", arguments: [(5.0, 600.0), (590, 600), (20, 0)])
  func edges(position: Double, duration: Double) {
    var memory = SavedPlayerState()
    memory.noteOpened("/a")
    memory.noteClosed("/a", at: 100, duration: 600)
    memory.noteClosed("/a", at: position, duration: duration)
    #expect(memory.position(of: "/a") == nil)
  }

  @Test("At most a hundred entries are retained")
  func capacity() {
    var memory = SavedPlayerState()
    for number in 0..<150 { memory.noteOpened("/\(number)") }
    #expect(memory.recent.count == 100 && memory.recent.first?.file == "/149")
  }

  @Test("A damaged, foreign or missing file is an empty state; a failed write is no error")
  func file() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-memory-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = PlayerStateFile.standard(environment: ["XDG_STATE_HOME": folder.path, "HOME": "/nowhere"])
    #expect(file.read() == SavedPlayerState())
    var memory = SavedPlayerState()
    memory.noteOpened("/films/ä ö.mp4")
    memory.volume = 0.3
    #expect(file.write(memory))
    #expect(file.read() == memory)
    func mode(_ url: URL) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
    #expect(try mode(file.url) == 0o600 && mode(file.url.deletingLastPathComponent()) == 0o700)
    try Data("{\"recent\": 7, \"volume\":".utf8).write(to: file.url)
    #expect(file.read() == SavedPlayerState())
    try Data("{\"volume\": 900}".utf8).write(to: file.url)
    #expect(file.read().volume == 1.5)
    #expect(!PlayerStateFile(url: URL(fileURLWithPath: "/proc/nowhere/memory.json")).write(memory))
  }

  @Test func storesNoSecretsOfURLs() throws {
    let address = "http://ada:secret@a.example/film.mp4?token=secret"
    var memory = SavedPlayerState()
    memory.noteOpened(MediaList.absolute(address))
    memory.noteClosed(MediaList.absolute(address), at: 50, duration: 100)
    let text = String(decoding: try JSONEncoder().encode(memory), as: UTF8.self)
    #expect(!text.contains("secret"))
    #expect(memory.position(of: MediaList.absolute(address)) == 50)
    // A file written by an earlier version.
    let old = Data("{\"recent\": [{\"file\": \"\(address)\", \"position\": 7}]}".utf8)
    let read = try JSONDecoder().decode(SavedPlayerState.self, from: old)
    #expect(read.recent.first?.file.contains("secret") == false && read.position(of: MediaList.absolute(address)) == 7)
    #expect(MediaList.absolute("http://ada:se cret@[bad") == "http://…@[bad")
  }
}

@Suite("Opened media")
struct MediaListTests {
  @Test("Folders expand to their media files in natural order")
  func folders() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead films \(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("b"), withIntermediateDirectories: true)
    for name in ["10.mkv", "9.mp4", "notes.txt", "b/1.OPUS"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    #expect(
      MediaList.expand([folder.path, "http://x/y"]).map(\.location)
        == ["9.mp4", "10.mkv", "b/1.OPUS"].map { folder.path + "/" + $0 } + ["http://x/y"])
    #expect(MediaList.expand([folder.absoluteString]).count == 3)
  }

  @Test("Dropped text is searched for URLs and existing files")
  func text() {
    #expect(
      MediaList.items(inText: "https://a/b.m3u8\nhello\n /etc/hostname \n/nowhere\nftp://x\njavascript:alert(1)")
        == ["https://a/b.m3u8", "/etc/hostname"])
  }

  @Test("Names of files and URLs")
  func names() {
    #expect(MediaList.name(of: "/films/ä b.mp4") == "ä b.mp4")
    #expect(MediaList.name(of: "https://host/live/index.m3u8?x=1") == "index.m3u8")
    #expect(MediaList.url(of: "/a/100% sure?.mp4").path == "/a/100% sure?.mp4")
    #expect(FrameFileName.name(for: "a/b", at: 3725.9) == "a_b 01-02-05.png")
    #expect(FrameFileName.folder(pictures: "/nowhere/Pictures", home: "/h") == "/h")
    #expect(FrameFileName.folder(pictures: "/tmp", home: "/home") == "/tmp")
    #expect(FrameFileName.shortened("/h/a.png", home: "/h") == "~/a.png")
    #expect(FrameFileName.shortened("/hi/a.png", home: "/h") == "/hi/a.png")
  }

  @Test("Going back, jumping and other files in a queue")
  func queue() {
    var queue = FileQueue(["a", "b", "c"].map { PlaylistEntry($0) }, loops: false)
    _ = queue.advance()
    #expect(!queue.hasPrevious && queue.hasNext)
    #expect(queue.jump(to: 2) == "c" && !queue.hasNext)
    #expect(queue.jump(to: 3) == nil && queue.current == "c")
    #expect(queue.goBack() == "b")
    #expect(queue.goBack() == "a" && queue.goBack() == "a")
    queue.replace(with: [PlaylistEntry("/m/x", title: "Title"), PlaylistEntry("/m/y.mp3")])
    #expect(queue.current == nil && queue.advance() == "/m/x")
    #expect(queue.name(at: 0) == "Title" && queue.name(at: 1) == "y.mp3" && queue.name(at: 2) == nil)
  }
}
