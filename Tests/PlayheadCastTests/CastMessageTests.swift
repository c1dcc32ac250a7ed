import Foundation
import PlayheadCast
import TestSupport
import Testing

/// The encoding of messages. The expected bytes are those of Google's protobuf library for Python, for `CastMessage` of
/// Chromium's `cast_channel.proto`.
@Suite struct CastMessageTests {
  private static let encoded =
    "CAASD3NlbmRlci1wbGF5aGVhZBoKcmVjZWl2ZXItMCIjdXJuOngtY2FzdDpjb20uZ29vZ2xlLmNhc3QucmVjZWl2ZXIoADLOAXsidHlwZSI6IkdF"
    + "VF9TVEFUVVMiLCJyZXF1ZXN0SWQiOjEsInRpdGxlIjoiw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nD"
    + "qcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nD"
    + "qcOpw6nDqcOpw6nDqcOpw6nDqcOpw6nDqSJ9"

  private static let message = CastMessage(
    from: "sender-playhead", to: "receiver-0", .receiver,
    payload: "{\"type\":\"GET_STATUS\",\"requestId\":1,\"title\":\"" + String(repeating: "é", count: 80) + "\"}")

  @Test func messageIsEncodedAndDecodedAsProtocolBuffer() throws {
    let bytes = Array(try #require(Data(base64Encoded: Self.encoded)))
    #expect(Self.message.framed == [0, 0, 1, 23] + bytes)
    #expect(CastMessage(bytes) == Self.message)
  }

  @Test func unknownFieldsAreSkipped() throws {
    let bytes = Array(try #require(Data(base64Encoded: Self.encoded)))
    // A number, 64 bits, bytes and 32 bits under the numbers 9, 10, 11 and 12.
    let unknown: [UInt8] =
      [0x48, 0x96, 0x01] + [0x51, 1, 2, 3, 4, 5, 6, 7, 8] + [0x5A, 2, 0xFF, 0xFE] + [0x65, 1, 2, 3, 4]
    #expect(CastMessage(unknown + bytes) == Self.message)
    // A binary payload beside the text.
    #expect(CastMessage(bytes + [0x3A, 1, 0xFF]) == Self.message)
  }

  @Test func damagedMessagesAreRefused() throws {
    let bytes = Array(try #require(Data(base64Encoded: Self.encoded)))
    for count in 0..<bytes.count { #expect(CastMessage(Array(bytes.prefix(count))) == nil) }
    // A length beyond the end, one beyond 64 bits, text that is not UTF-8, and a group.
    #expect(CastMessage([0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]) == nil)
    #expect(CastMessage([0x12] + [UInt8](repeating: 0xFF, count: 12)) == nil)
    #expect(CastMessage([0x12, 1, 0xFF]) == nil && CastMessage([0x0B]) == nil)
    var random = SeededNumbers(5)
    for _ in 0..<2000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = .random(in: 0...255, using: &random)
      }
      _ = CastMessage(damaged)
    }
  }

  @Test(arguments: [1, 3, 100, 282, 283, 284, 10000])
  func streamIsCutIntoMessages(size: Int) throws {
    let bytes = Self.message.framed + Self.message.framed + Self.message.framed
    var stream = CastMessageStream()
    var messages: [CastMessage] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      messages += try stream.add(Array(bytes[start..<min(bytes.count, start + size)]))
    }
    #expect(messages == [Self.message, Self.message, Self.message])
  }

  @Test func messageBeyondSizeLimitEndsStream() {
    var stream = CastMessageStream()
    #expect(throws: CastMessageStream.Failure.malformed) { try stream.add([0, 1, 0, 1]) }
  }
}
