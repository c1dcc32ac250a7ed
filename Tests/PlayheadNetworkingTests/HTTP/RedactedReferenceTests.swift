import PlayheadNetworking
import Testing

@Suite struct RedactedReferenceTests {
  @Test(arguments: [
    ("0.ts", "0.ts"), ("a/0.ts?token=secret&b=c", "a/0.ts?token=…&b=…"), ("0.ts?secret", "0.ts?…"),
    ("0.ts#secret", "0.ts"), ("http://ada:secret@a.example/0.ts?t=secret", "http://…@a.example/0.ts?t=…"),
    ("//ada:secret@a.example/0.ts?t=secret", "//…@a.example/0.ts?t=…"), ("data:text/plain,secret", "data:…"),
    ("DATA:secret", "data:…"), ("?t=secret", "?t=…"), ("skd://key?secret", "skd://key?…"),
  ]) func redactsSecretsOfReferences(text: String, shown: String) {
    #expect(RedactedURL(reference: text).description == shown)
  }
}
