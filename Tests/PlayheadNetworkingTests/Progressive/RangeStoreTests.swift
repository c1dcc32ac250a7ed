import Foundation
import TestSupport
import Testing

@testable import PlayheadNetworking

@Suite("Range store")
struct RangeStoreTests {
  private func insert(_ store: inout RangeStore, _ data: Data, _ range: Range<Int>, position: Int64 = 0) {
    data[range].withUnsafeBytes { store.insert($0, at: Int64(range.lowerBound), position: position) }
  }

  private func read(_ store: inout RangeStore, at offset: Int64, count: Int) -> Data {
    var data = Data(count: count)
    let found = data.withUnsafeMutableBytes { store.read(at: offset, into: $0) }
    return data.prefix(found)
  }

  @Test("adjacent regions merge, and overlaps are dropped")
  func joining() {
    let data = numberedBytes(1000)
    var store = RangeStore(limit: 10_000, backLimit: 1000)
    insert(&store, data, 0..<100)
    insert(&store, data, 300..<400)
    #expect(store.ranges == [0..<100, 300..<400])
    insert(&store, data, 50..<350)
    #expect(store.ranges == [0..<400])
    #expect(store.byteCount == 400)
    #expect(read(&store, at: 20, count: 1000) == data[20..<400])
    #expect(read(&store, at: 400, count: 10).isEmpty)
  }

  @Test("reads return the written bytes in any order", arguments: 0..<20)
  func anyOrder(seed: Int) {
    var numbers = SeededNumbers(UInt64(seed))
    let data = numberedBytes(300_000)
    var store = RangeStore(limit: 10 << 20, backLimit: 0)
    var covered = IndexSet()
    for _ in 0..<60 {
      let start = Int.random(in: 0..<data.count, using: &numbers)
      let end = min(data.count, start + Int.random(in: 1..<90_000, using: &numbers))
      insert(&store, data, start..<end)
      covered.insert(integersIn: start..<end)
      #expect(store.ranges.map { Int($0.lowerBound)..<Int($0.upperBound) } == covered.rangeView.map { $0 })
      #expect(store.byteCount == covered.count)
    }
    for range in covered.rangeView {
      #expect(read(&store, at: Int64(range.lowerBound), count: range.count + 10) == data[range])
    }
  }

  @Test("above the limit the least recently used region is evicted, then the one behind; the one ahead is retained")
  func bound() {
    let data = numberedBytes(2 << 20)
    let limit = 512 << 10
    var store = RangeStore(limit: limit, backLimit: 64 << 10)
    insert(&store, data, 1_900_000..<2_000_000)
    var position: Int64 = 0
    for start in stride(from: 0, to: 1 << 20, by: 16 << 10) {
      insert(&store, data, start..<start + (16 << 10), position: position)
      #expect(store.byteCount <= limit + RangeStore.pieceSize)
      if start > 384 << 10 { position = Int64(start - (384 << 10)) }
      #expect(read(&store, at: position, count: 1000) == data[Int(position)..<Int(position) + 1000])
    }
    #expect(store.ranges.count == 1)
    #expect(store.end(from: position) == 1 << 20)
  }
}
