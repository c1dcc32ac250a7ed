import Foundation
import PlayheadBasics
import Testing

@testable import PlayheadCommand

@Suite struct JSONValueTests {
  /// RFC 8259 §7: an escape is a code unit of UTF-16.
  @Test(arguments: [
    ("\u{1B}[2J", "\"\\u001b[2J\""), ("\u{9B}2J", "\"\\u009b2J\""), ("a\u{202E}4pm.exe", "\"a\\u202e4pm.exe\""),
    ("\u{2066}x\u{2069}", "\"\\u2066x\\u2069\""), ("\u{200F}\u{61C}", "\"\\u200f\\u061c\""),
    ("\u{E0041}", "\"\\udb40\\udc41\""), ("ä שלום", "\"ä שלום\""),
  ])
  func escapesControlCharacters(text: String, expected: String) throws {
    #expect(JSONValue.string(text).text() == expected)
    let read = try JSONSerialization.jsonObject(with: Data(expected.utf8), options: .fragmentsAllowed) as? String
    #expect(read == text)
  }
}
