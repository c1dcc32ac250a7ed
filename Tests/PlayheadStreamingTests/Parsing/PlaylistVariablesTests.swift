import Foundation
import Testing

@testable import PlayheadStreaming

@Suite struct PlaylistVariablesTests {
  private func variables(
    _ definitions: String..., url: String = "http://h/p.m3u8", imports: [String: String] = [:]
  ) throws -> PlaylistVariables {
    var variables = PlaylistVariables(url: URL(string: url), imports: imports)
    for (index, definition) in definitions.enumerated() {
      try variables.define(AttributeList(definition[...]), line: index + 2)
    }
    return variables
  }

  @Test func substitutesEveryOccurrence() throws {
    var variables = try variables("NAME=\"host\",VALUE=\"cdn.example\"", "NAME=\"a_b-1\",VALUE=\"x\"")
    let text = try variables.substitute("http://{$host}/{$a_b-1}/{$host}", version: nil, line: 4)
    #expect(text == "http://cdn.example/x/cdn.example")
  }

  @Test func valuesAreNotSubstitutedAgain() throws {
    var variables = try variables("NAME=\"a\",VALUE=\"{$b}\"", "NAME=\"b\",VALUE=\"c\"")
    let text = try variables.substitute("{$a}", version: 8, line: 4)
    #expect(text == "{$b}")
  }

  @Test func otherBracesAreText() throws {
    var variables = try variables("NAME=\"a\",VALUE=\"1\"")
    let text = try variables.substitute("{$} {$a b} {a} {$a", version: 8, line: 3)
    #expect(text == "{$} {$a b} {a} {$a")
  }

  @Test func isTextWithoutVariablesBeforeVersionEight() throws {
    var variables = try variables()
    let text = try variables.substitute("{$a}", version: 7, line: 2)
    #expect(text == "{$a}")
    #expect(throws: PlaylistError.undefinedVariable("a", line: 2)) {
      var variables = try self.variables()
      _ = try variables.substitute("{$a}", version: 8, line: 2)
    }
  }

  @Test func importsFromThePlaylistOfPresentations() throws {
    #expect(try variables("IMPORT=\"token\"", imports: ["token": "t"]).values == ["token": "t"])
    #expect(throws: PlaylistError.undefinedVariable("token", line: 2)) { try variables("IMPORT=\"token\"") }
  }

  @Test func readsDecodedQueryParameters() throws {
    let url = "http://h/p.m3u8?token=a%20b&empty="
    #expect(try variables("QUERYPARAM=\"token\"", url: url).values == ["token": "a b"])
    #expect(throws: PlaylistError.undefinedVariable("empty", line: 2)) {
      try variables("QUERYPARAM=\"empty\"", url: url)
    }
    #expect(throws: PlaylistError.undefinedVariable("other", line: 2)) {
      try variables("QUERYPARAM=\"other\"", url: url)
    }
  }

  @Test func refusesASecondDefinition() {
    #expect(throws: PlaylistError.redefinedVariable("a", line: 3)) {
      try variables("NAME=\"a\",VALUE=\"1\"", "NAME=\"a\",VALUE=\"1\"")
    }
  }

  @Test(arguments: ["NAME=\"a\"", "VALUE=\"1\"", "NAME=\"\",VALUE=\"1\"", "NAME=\"a b\",VALUE=\"1\""])
  func refusesAnIncompleteDefinition(_ definition: String) {
    #expect(throws: PlaylistError.badDefinition(line: 2)) { try variables(definition) }
  }
}
