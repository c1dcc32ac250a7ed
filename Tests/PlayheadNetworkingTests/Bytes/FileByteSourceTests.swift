import Foundation
import PlayheadNetworking
import TestSupport
import Testing

@Suite struct FileByteSourceTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static func read(_ source: FileByteSource, _ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let taken = try bytes.withUnsafeMutableBytes { try source.read(into: $0) }
    return Array(bytes.prefix(taken))
  }

  @Test func readsFromAnyPosition() throws {
    let source = try FileByteSource(path: folder.file("bytes", Data(0..<200)).path)
    #expect(source.isSeekable && source.size == 200)
    #expect(try Self.read(source, 3) == [0, 1, 2])
    #expect(try Self.read(source, 2) == [3, 4])
    try source.seek(to: 198)
    #expect(try Self.read(source, 10) == [198, 199])
    #expect(try Self.read(source, 10) == [])
    try source.seek(to: 5000)
    #expect(try Self.read(source, 10) == [])
    #expect(throws: ByteSourceError.self) { try source.seek(to: -1) }
  }

  @Test func reportsMissingFileAndFolder() throws {
    let missing = folder.url.appendingPathComponent("nothing").path
    #expect(throws: ByteSourceError.system(code: ENOENT, path: missing)) { try FileByteSource(path: missing) }
    #expect(throws: ByteSourceError.isDirectory(path: folder.url.path)) { try FileByteSource(path: folder.url.path) }
    let file = try folder.file("file", Data())
    let inside = file.path + "/inside"
    #expect(throws: ByteSourceError.system(code: ENOTDIR, path: inside)) { try FileByteSource(path: inside) }
  }

  @Test func cancelStopsReadsUntilResume() throws {
    let source = try FileByteSource(path: folder.file("bytes", Data([7])).path)
    source.cancel()
    source.cancel()
    #expect(throws: ByteSourceError.cancelled) { try Self.read(source, 1) }
    source.resume()
    #expect(try Self.read(source, 1) == [7])
  }

  /// Opening does not wait for a writer, and cancelling ends the waiting read.
  @Test func cancelEndsReadOfSilentPipe() async throws {
    // On a busy machine the test may be late: the source must not time out before.
    let source = try FileByteSource(path: folder.pipe("silent").path, silenceLimit: 3600)
    #expect(!source.isSeekable && source.size == nil)
    let result = Collected<ByteSourceError>()
    let state = Collected<String>()
    let reading = Thread {
      // The kernel's state of this thread (proc(5)).
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")).map {
        state.add("/proc/\($0)/stat")
      }
      var byte: UInt8 = 0
      do throws(ByteSourceError) {
        _ = try withUnsafeMutableBytes(of: &byte) { (buffer) throws(ByteSourceError) in try source.read(into: buffer) }
      } catch { result.add(error) }
    }
    reading.start()
    // It sleeps while it waits for the pipe.
    while !state.all.contains(where: Self.isAsleep) { await Task.yield() }
    source.cancel()
    while !reading.isFinished { await Task.yield() }
    #expect(result.all == [.cancelled])
  }

  private static func isAsleep(_ stat: String) -> Bool {
    (try? String(contentsOfFile: stat, encoding: .utf8))?.contains(") S ") == true
  }

  @Test func readsPipeUntilItCloses() throws {
    let path = try folder.pipe("spoken").path
    let source = try FileByteSource(path: path)
    let writer = open(path, O_WRONLY)
    #expect(write(writer, "film", 4) == 4)
    #expect(try Self.read(source, 100) == Array("film".utf8))
    source.cancel()
    #expect(throws: ByteSourceError.cancelled) { try Self.read(source, 1) }
    source.resume()
    #expect(write(writer, "!", 1) == 1)
    #expect(try Self.read(source, 100) == Array("!".utf8))
    close(writer)
    #expect(try Self.read(source, 100) == [])
    #expect(throws: ByteSourceError.self) { try source.seek(to: 0) }
  }

  @Test func closesDescriptors() throws {
    func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let pipe = try folder.pipe("pipe").path
    let before = try Set(FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))
    for _ in 0..<300 { _ = try FileByteSource(path: pipe) }
    let after = try Set(FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd"))
    // Other tests run in parallel: three leaked descriptors each would make nine hundred.
    #expect(after.subtracting(before).count < 100)
  }
}
