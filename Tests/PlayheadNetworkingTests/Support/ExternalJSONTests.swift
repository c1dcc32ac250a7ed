import Foundation
import PlayheadNetworking
import Testing

/// Runs in every release of Swift: the decoder of 6.0 traps at these names.
struct ExternalJSONTests {
  private struct Document: Decodable { var name: String? }

  @Test(arguments: [#"{"\ud800": 1}"#, #"{"\udc00x": 1}"#, #"{"\q": 1}"#, #"{"a\u12": 1}"#, #"{"name": "\ud800"}"#])
  func rejectsInvalidTextInJSON(json: String) {
    #expect(throws: (any Error).self) { try ExternalJSON.decode(Document.self, from: Data(json.utf8)) }
  }

  @Test func rejectsInvalidBytesInJSON() {
    let bytes: [UInt8] = [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D]
    #expect(throws: (any Error).self) { try ExternalJSON.decode(Document.self, from: Data(bytes)) }
  }

  @Test func decodesDocument() throws {
    let document = try ExternalJSON.decode(Document.self, from: Data(#"{"name": "\ud83c\udfac é", "other": [1]}"#.utf8))
    #expect(document.name == "🎬 é")
  }
}
