import Foundation
import TestSupport
import Testing

@testable import PlayheadNetworking

@Suite struct StoredURLTests {
  /// FIPS 180-4's examples, and the boundaries of its padding as `sha256sum` has them.
  @Test(arguments: [
    ("", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    ("a", 1000, "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
  ])
  func digestsMatchFIPS180Examples(text: String, count: Int, expected: String) {
    #expect(SHA256Digest.hexadecimal(Array(String(repeating: text, count: count).utf8)) == expected)
  }

  @Test func omitsSecretsAndDistinguishesURLs() throws {
    let address = try #require(URL(string: "https://ada:secret@a.example/f.mp4?token=secret#t=1"))
    let text = StoredURL.text(address)
    #expect(text.hasPrefix("https://a.example/f.mp4#sha256-") && !text.contains("secret"))
    #expect(StoredURL.text(try #require(URL(string: text))) == text)
    #expect(StoredURL.text(try #require(URL(string: "https://a.example/f.mp4?token=other"))) != text)
    #expect(StoredURL.text(try #require(URL(string: "https://a.example/f.mp4#x"))) == "https://a.example/f.mp4")
  }

  @Test(arguments: [
    ("http://ada:se/cr et@[bad/f?token=secret#secret", "http://…@[bad/f?token=…"),
    ("http://ada:secret@a.example", "http://…@a.example"), ("/films/a?b.mp4", "/films/a?b.mp4"),
    ("./http://a@b", "./http://a@b"), ("file:///a?b=c", "file:///a?b=c"),
  ])
  func redactsInvalidURLs(text: String, expected: String) {
    #expect(RedactedURL(text: text).description == expected)
  }

  @Test func writesForOwnerOnly() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("state/playhead/memory.json")
    try PrivateFile.write(Data("1".utf8), to: file)
    try PrivateFile.write(Data("22".utf8), to: file)
    #expect(try Data(contentsOf: file) == Data("22".utf8))
    func mode(_ url: URL) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    }
    #expect(try mode(file) == 0o600 && mode(file.deletingLastPathComponent()) == 0o700)
    #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).count == 1)
  }
}
