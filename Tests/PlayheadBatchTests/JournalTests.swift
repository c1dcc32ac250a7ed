import Foundation
import PlayheadNetworking
import TestSupport
import Testing

@testable import PlayheadBatch

/// The journal and the result file, also after each point at which a run can be killed.
@Suite struct JournalTests {
  private let folder: TemporaryFolder
  private let policy = SkipPolicy(settings: "s")
  init() throws {
    folder = try TemporaryFolder()
    try OutputFolder(folder.url.path).create()
  }

  private var results: URL { folder.url.appendingPathComponent(ResultFile.name) }
  private var journalPath: String { folder.url.path + "/.playhead/journal.sqlite" }

  private func open(_ messages: (String) -> Void = { _ in }) throws -> BatchJournal {
    try BatchJournal(folder: folder.url.path, report: messages)
  }

  private func source(_ name: String, contents: String = "x") throws -> BatchSource {
    let file = folder.url.appendingPathComponent("m-\(name)")
    if !FileManager.default.fileExists(atPath: file.path) { try Data(contents.utf8).write(to: file) }
    return BatchSource(file.path, relativeTo: "/", root: folder.url.path)
  }

  /// The result of a source as a worker reports it.
  private func outcome(
    _ pending: BatchJournal.Pending, problems: [ResultProblem] = [], note: String = ""
  ) throws -> BatchJournal.Outcome {
    var line = ResultLine(source: pending.source, name: pending.name, settings: "s")
    let read = try FileFingerprint.read(pending.source.location, isWhole: false).get()
    (line.hash, line.file, line.problems) = (read.hash, read.status, problems)
    line.results = [("info", .string(note))]
    let text = line.text()
    return BatchJournal.Outcome(
      pending: pending, line: text, header: try #require(ResultHeader(line: text.utf8)))
  }

  private func lines() throws -> [String] {
    try String(contentsOf: results, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func names() throws -> [String] {
    try lines().map { try #require(ResultHeader(line: $0.utf8)).name }
  }

  private func add(_ journal: BatchJournal, _ sources: [BatchSource]) throws -> (added: Int, unchanged: Int) {
    try journal.add(sources, policy: policy) { _ in true }
  }

  @Test func sourceIsProcessedOnceAndThenSkipped() throws {
    let sources = try ["a", "b"].map { try source($0) }
    do {
      let journal = try open()
      #expect(try add(journal, sources + [sources[0]]) == (2, 0))
      let pending = try journal.pending(after: 0, limit: 10)
      #expect(pending.map(\.source.key) == sources.map(\.key))
      try journal.commit(try pending.map { try outcome($0) })
      try journal.finish()
    }
    #expect(try names() == ["m-a", "m-b"])
    let journal = try open()
    #expect(try add(journal, sources) == (2, 2))
    #expect(try journal.pending(after: 0, limit: 10).isEmpty)
    #expect(try lines().count == 2)
  }

  @Test func killedRunContinuesWithPendingSources() throws {
    let sources = try ["a", "b", "c"].map { try source($0) }
    do {
      let journal = try open()
      _ = try add(journal, sources)
      let pending = try journal.pending(after: 0, limit: 10)
      try journal.commit([try outcome(pending[1])])
    }
    // The kill came before the line was written, or in the middle of it.
    for rest in ["", "{\"source\":"] {
      try Data(rest.utf8).write(to: results)
      let journal = try open()
      #expect(try names() == ["m-b"])
      #expect(try add(journal, sources) == (3, 1))
      #expect(try journal.pending(after: 0, limit: 10).map(\.name) == ["m-a", "m-c"])
    }
  }

  @Test func removedResultFileIsWrittenAgain() throws {
    do {
      let journal = try open()
      _ = try add(journal, [try source("a")])
      try journal.commit([try outcome(try journal.pending(after: 0, limit: 1)[0])])
    }
    try FileManager.default.removeItem(at: results)
    _ = try open()
    #expect(try names() == ["m-a"])
  }

  @Test func changedSourceHasOneLineAtAnyTime() throws {
    let changed = try source("a")
    do {
      let journal = try open()
      _ = try add(journal, [changed, try source("b")])
      try journal.commit(try journal.pending(after: 0, limit: 9).map { try outcome($0, note: "old") })
      try journal.finish()
    }
    try Data("changed".utf8).write(to: URL(fileURLWithPath: changed.location))
    do {
      let journal = try open()
      #expect(try add(journal, [changed, try source("b")]) == (2, 1))
      let pending = try journal.pending(after: 0, limit: 9)
      #expect(pending.map(\.name) == ["m-a"])
      try journal.commit([try outcome(pending[0], note: "new")])
      // The old line stays until the end of the run.
      #expect(try names() == ["m-a", "m-b"] && lines()[0].contains("old"))
    }
    // The run was killed before its end: the next one replaces the line.
    _ = try open()
    #expect(try names() == ["m-a", "m-b"] && lines()[0].contains("new"))
  }

  @Test func touchedSourceIsComparedByItsHash() throws {
    let touched = try source("a")
    do {
      let journal = try open()
      _ = try add(journal, [touched])
      try journal.commit([try outcome(try journal.pending(after: 0, limit: 1)[0])])
    }
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: touched.location)
    do {
      let journal = try open()
      #expect(try add(journal, [touched]) == (1, 0))
      let pending = try journal.pending(after: 0, limit: 1)[0]
      let read = try FileFingerprint.read(touched.location, isWhole: false).get()
      #expect(pending.expectedHash == read.hash)
      var line = ResultLine(source: touched, name: pending.name, settings: "s")
      (line.hash, line.file) = (read.hash, read.status)
      let text = line.text(.unchanged)
      try journal.commit([.init(pending: pending, line: text, header: try #require(ResultHeader(line: text.utf8)))])
    }
    #expect(try lines().count == 1 && !lines()[0].contains("unchanged"))
    #expect(try add(try open(), [touched]) == (1, 1))
  }

  @Test func failedSourceIsProcessedAgain() throws {
    let failed = try source("a")
    do {
      let journal = try open()
      _ = try add(journal, [failed])
      let pending = try journal.pending(after: 0, limit: 1)[0]
      try journal.commit([try outcome(pending, problems: [ResultProblem(.media, "Damaged.")])])
    }
    #expect(try lines()[0].contains(#""status":"failed""#))
    let journal = try open()
    #expect(try add(journal, [failed]) == (1, 0))
    try journal.commit([try outcome(try journal.pending(after: 0, limit: 1)[0])])
    try journal.finish()
    #expect(try lines().count == 1 && lines()[0].contains(#""status":"done""#))
  }

  @Test func sourcesWithOneNameHaveOutputsOfTheirOwn() throws {
    let journal = try open()
    let (first, second) = (
      BatchSource("/x/a.mp4", relativeTo: "/", root: "/x"), BatchSource("/y/a.mp4", relativeTo: "/", root: "/y")
    )
    _ = try add(journal, [first, second])
    let names = try journal.pending(after: 0, limit: 9).map(\.name)
    #expect(names[0] == "a.mp4" && names[1].hasPrefix("a.mp4~") && Set(names).count == 2)
  }

  @Test func earlierRunLeavesNoPendingSources() throws {
    do { _ = try add(try open(), [try source("a")]) }
    let journal = try open()
    _ = try add(journal, [try source("b")])
    #expect(try journal.pending(after: 0, limit: 9).map(\.name) == ["m-b"])
  }

  @Test(arguments: [Data("no database at all, but long enough for a header of 100 bytes".utf8) + Data(count: 200), nil])
  func damagedJournalIsReplacedAndResultsAreTakenOver(damage: Data?) throws {
    let sources = try ["a", "b"].map { try source($0) }
    do {
      let journal = try open()
      _ = try add(journal, sources)
      try journal.commit([try outcome(try journal.pending(after: 0, limit: 1)[0])])
      try journal.finish()
    }
    if let damage {
      try damage.write(to: URL(fileURLWithPath: journalPath))
      for suffix in ["-wal", "-shm"] { unlink(journalPath + suffix) }
    } else {
      for suffix in ["", "-wal", "-shm"] { unlink(journalPath + suffix) }
    }
    var messages: [String] = []
    let journal = try open { messages.append($0) }
    #expect(messages.count == (damage == nil ? 0 : 1))
    #expect(FileManager.default.fileExists(atPath: journalPath + ".damaged-1") == (damage != nil))
    #expect(try add(journal, sources) == (2, 1))
    #expect(try journal.pending(after: 0, limit: 9).map(\.name) == ["m-b"])
    try journal.commit([try outcome(try journal.pending(after: 0, limit: 1)[0])])
    try journal.finish()
    #expect(try names() == ["m-a", "m-b"])
  }

  @Test func fullDiskLosesNoResult() throws {
    let sources = try ["a", "b"].map { try source($0) }
    do {
      let journal = try open()
      _ = try add(journal, sources)
      try journal.commit([try outcome(try journal.pending(after: 0, limit: 1)[0])])
    }
    try Data("{".utf8).write(to: results)
    // Every write to this device fails as on a full disk.
    let new = results.path + ".new"
    try FileManager.default.createSymbolicLink(atPath: new, withDestinationPath: "/dev/full")
    #expect(throws: BatchJournal.Failure.results(.init(path: new, errno: ENOSPC))) { try open() }
    #expect(try String(contentsOf: results, encoding: .utf8) == "{")
    #expect(!FileManager.default.fileExists(atPath: new))
    let journal = try open()
    #expect(try names() == ["m-a"] && add(journal, sources) == (2, 1))
  }

  @Test func journalOfANewerVersionIsNotUsed() throws {
    do { _ = try open() }
    try SQLiteDatabase(path: journalPath, busyTimeout: 0).run("PRAGMA user_version = 99")
    #expect(throws: BatchJournal.Failure.newerVersion) { try open() }
  }
}
