import Foundation
import PlayheadNetworking
import PlayheadTesting
import Testing

/// Reading over HTTP from a server that behaves correctly, or at least as the standard permits.
@Suite("HTTP byte source")
struct HTTPByteSourceTests {
  @Test("a resource is read in one request, whatever its length", arguments: [1, 4095, 700_000, 3_000_001])
  func whole(count: Int) throws {
    let data = numberedBytes(count)
    let served = try Served(data)
    try served.source.prepare()
    #expect(served.source.size == Int64(count))
    #expect(served.source.isSeekable)
    #expect(try served.source.all() == data)
    #expect(served.server.requests.count == 1)
    #expect(served.server.requests.first?.fields["range"] == "bytes=0-")
    #expect(served.server.requests.first?.fields["accept-encoding"] == "identity")
  }

  @Test(
    "a response without a length, or chunked, is read to its end",
    arguments: [ServedResource.Length.none, .chunked])
  func withoutLength(length: ServedResource.Length) throws {
    let data = numberedBytes(600_000)
    for hasRanges in [false, true] {
      let served = try Served(data) {
        $0.length = length
        $0.hasRanges = hasRanges
      }
      try served.source.prepare()
      #expect(served.source.size == nil)
      #expect(try served.source.all() == data)
      #expect(served.source.size == Int64(data.count))
    }
  }

  @Test("a response shorter than its declared length is read to its actual end", arguments: [true, false])
  func promisesTooMuch(hasRanges: Bool) throws {
    let data = numberedBytes(500_000)
    // The read-ahead does not reach the end before the first read.
    var limits = FetchLimits()
    limits.readAhead = 100_000
    limits.initialReadAhead = 50_000
    let served = try Served(data, limits: limits) {
      $0.length = .wrong(by: 1000)
      $0.hasRanges = hasRanges
    }
    try served.source.prepare()
    #expect(served.source.size == Int64(data.count + 1000))
    #expect(try served.source.all() == data)
    #expect(served.source.size == Int64(data.count))
  }

  @Test("A resource that ended before its declared size is read again from an earlier position")
  func readsAgainAfterActualEnd() throws {
    let data = numberedBytes(1_000_000)
    var limits = FetchLimits()
    limits.store = 300_000
    limits.back = 10_000
    limits.reach = 10_000
    limits.readAhead = 100_000
    limits.initialReadAhead = 50_000
    let served = try Served(data, limits: limits) { $0.length = .wrong(by: 5000) }
    try served.source.prepare()
    try served.source.seek(to: 999_000)
    #expect(try served.source.bytes(1000) == data[999_000...])
    #expect(try served.source.bytes(1).isEmpty)
    #expect(served.source.size == 1_000_000)
    try served.source.seek(to: 500_000)
    #expect(try served.source.bytes(1000) == data[500_000..<501_000])
  }

  @Test("without ranges, a resource within the capacity is seekable with one request")
  func withoutRanges() throws {
    let data = numberedBytes(1_000_000)
    let served = try Served(data) { $0.hasRanges = false }
    try served.source.prepare()
    #expect(served.source.isSeekable)
    try served.source.seek(to: 900_000)
    #expect(try served.source.bytes(1000) == data[900_000..<901_000])
    try served.source.seek(to: 10)
    #expect(try served.source.bytes(1000) == data[10..<1010])
    #expect(served.server.requests.count == 1)
  }

  @Test("without ranges, a resource above the capacity is not seekable")
  func withoutRangesTooLarge() throws {
    let data = numberedBytes(1_000_000)
    var limits = FetchLimits()
    limits.store = 300_000
    limits.back = 10_000
    limits.readAhead = 100_000
    limits.initialReadAhead = 50_000
    let served = try Served(data, limits: limits) { $0.hasRanges = false }
    try served.source.prepare()
    #expect(!served.source.isSeekable)
    #expect(throws: ByteSourceError.noRanges) { try served.source.seek(to: 900_000) }
    #expect(try served.source.all() == data)
  }

  @Test("an empty resource is empty", arguments: [true, false])
  func empty(hasRanges: Bool) throws {
    let served = try Served(Data()) { $0.hasRanges = hasRanges }
    try served.source.prepare()
    #expect(served.source.size == 0)
    #expect(try served.source.all().isEmpty)
  }

  @Test("the requested amount is read ahead, within the capacity")
  func ahead() throws {
    func fetched(_ limit: Int?) throws -> Int64 {
      let served = try Served(numberedBytes(24 << 20))
      try served.source.prepare()
      served.source.setReadAhead(limit)
      for _ in 0..<160 { _ = try served.source.bytes(100_000) }
      for _ in 0..<2000 where served.source.transfer?.isFull != true { usleep(1000) }
      return served.source.transfer?.bytesAhead ?? -1
    }
    // Sixteen megabytes are read, eight remain. Data in flight when the window was full is included.
    let (little, usual) = (try fetched(1 << 20), try fetched(nil))
    #expect((1 << 19...2 << 20).contains(little), "\(little)")
    #expect(usual > 4 << 20, "\(usual)")
  }

  @Test("seeks read the right bytes; a short one forward needs no request")
  func jumps() throws {
    let data = numberedBytes(8 << 20)
    let served = try Served(data)
    try served.source.prepare()
    #expect(try served.source.bytes(100) == data[..<100])
    try served.source.seek(to: 200_000)
    #expect(try served.source.bytes(100) == data[200_000..<200_100])
    #expect(served.server.requests.count == 1)
    try served.source.seek(to: 7_000_000)
    #expect(try served.source.bytes(100) == data[7_000_000..<7_000_100])
    #expect(served.server.requests.count == 2)
    #expect(served.server.requests.last?.fields["range"] == "bytes=7000000-")
    #expect(served.server.requests.last?.fields["if-range"] == "\"1\"")
    // Back to buffered data, and on from there: the first response is still open.
    try served.source.seek(to: 150)
    #expect(try served.source.bytes(2_000_000) == data[150..<2_000_150])
    #expect(served.server.requests.count == 2)
  }

  @Test("reading alternately at two distant positions needs two requests")
  func twoPositions() throws {
    let data = numberedBytes(8 << 20)
    let served = try Served(data)
    try served.source.prepare()
    for step in 0..<100 {
      for place in [0, 5 << 20] {
        let offset = place + step * 20_000
        try served.source.seek(to: Int64(offset))
        #expect(try served.source.bytes(20_000) == data[offset..<offset + 20_000])
      }
    }
    #expect(served.server.requests.count == 2)
  }

  @Test("no more is fetched than the window and the system's buffers; memory stays bounded")
  func backPressure() throws {
    let data = numberedBytes(40 << 20)
    var limits = FetchLimits()
    limits.store = 4 << 20
    limits.back = 256 << 10
    limits.readAhead = 1 << 20
    let served = try Served(data, limits: limits)
    try served.source.prepare()
    var largest: Int64 = 0
    var furthest: Int64 = 0
    for offset in stride(from: 0, to: 20 << 20, by: 1 << 20) {
      #expect(try served.source.bytes(1 << 20) == data[offset..<offset + (1 << 20)])
      let loaded = served.source.transfer?.loaded ?? []
      largest = max(largest, loaded.reduce(0) { $0 + Int64($1.count) })
      furthest = max(furthest, (loaded.last?.upperBound ?? 0) - Int64(offset + (1 << 20)))
    }
    #expect(largest <= Int64(limits.store) + (256 << 10))
    #expect(furthest <= Int64(limits.readAhead) + (256 << 10))
    #expect(served.server.requests.count == 1)
  }

  @Test("a redirect is followed, and its target retained")
  func redirection() throws {
    let data = numberedBytes(4 << 20)
    let served = try Served(data)
    served.server.serve("/film", ServedResource(.data(Data())))
    var moved = ServedResource(.data(Data()))
    moved.lastingFault = .redirect(to: served.server.url("/elsewhere?token=1"))
    served.server.serve("/film", moved)
    served.server.serve("/elsewhere", ServedResource(.data(data)))
    try served.source.prepare()
    #expect(try served.source.bytes(10) == data[..<10])
    try served.source.seek(to: 3_500_000)
    #expect(try served.source.bytes(10) == data[3_500_000..<3_500_010])
    #expect(served.server.requests.map(\.path) == ["/film", "/elsewhere", "/elsewhere"])
  }

  @Test("when a redirect's target expires, the original URL is requested again")
  func expiredRedirection() throws {
    let data = numberedBytes(4 << 20)
    let served = try Served(data)
    var moved = ServedResource(.data(Data()))
    moved.faults = [.redirect(to: served.server.url("/old"))]
    moved.lastingFault = .redirect(to: served.server.url("/new"))
    served.server.serve("/film", moved)
    var old = ServedResource(.data(data))
    old.faults = [.none]
    old.lastingFault = .status(403)
    served.server.serve("/old", old)
    served.server.serve("/new", ServedResource(.data(data)))
    try served.source.prepare()
    #expect(try served.source.bytes(10) == data[..<10])
    try served.source.seek(to: 3_500_000)
    #expect(try served.source.bytes(10) == data[3_500_000..<3_500_010])
    #expect(served.server.requests.map(\.path) == ["/film", "/old", "/old", "/film", "/new"])
  }

  @Test("endless redirects fail")
  func redirectionLoop() throws {
    let served = try Served(Data())
    var loop = ServedResource(.data(Data()))
    loop.lastingFault = .redirect(to: served.server.url("/film"))
    served.server.serve("/film", loop)
    #expect(throws: ByteSourceError.network(.badRedirect)) { try served.source.prepare() }
    #expect(served.server.requests.count == 21)
  }

  @Test("an internet radio plays endlessly; its titles are removed and reported")
  func radio() throws {
    let audio = numberedBytes(50_000)
    let server = try FaultServer()
    var resource = ServedResource(.endless(audio))
    resource.fields = ["icy-name": "Radio", "Content-Type": "audio/mpeg"]
    resource.titles = (interval: 8000, text: "Ada - Notes")
    resource.laterTitles = ["Ada - More"]
    server.serve("/live", resource)
    let source = HTTPByteSource(url: server.url("/live"), policy: .steady)
    try source.prepare()
    #expect(source.size == nil)
    #expect(!source.isSeekable)
    #expect(try source.bytes(150_000) == audio + audio + audio)
    #expect(source.transfer?.isLive == true)
    let titles = source.transfer?.titles ?? []
    #expect(titles.map(\.title) == ["Ada - Notes", "Ada - More"] && titles.map(\.offset) == [8000, 16000])
  }
}
