import Foundation
import PlayheadText
import Testing

/// Sidecar files in encodings older than UTF-8. The bytes were written by Python's codecs.
struct EncodingTests {
  @Test(
    arguments: [
      (
        "windows-1251", "Привет, мир! Как дела? Сегодня хорошая погода, и мы идём гулять по старому городу.",
        "z/Do4uXyLCDs6PAhIMrg6iDk5evgPyDR5ePu5O3/IPXu8O744P8g7+7j7uTgLCDoIOz7IOjkuOwg4/Pr//L8IO/uIPHy4PDu7PMg4+7w7uTzLg=="
      ),
      (
        "koi8-r", "Привет, мир! Как дела? Сегодня хорошая погода, и мы идём гулять по старому городу.",
        "8NLJ18XULCDNydIhIOvByyDExczBPyDzxcfPxM7RIMjP0s/bwdEg0M/Hz8TBLCDJIM3ZIMnEo80gx9XM0dTYINDPINPUwdLPzdUgx8/Sz8TVLg=="
      ),
      (
        "windows-1253", "Καλημέρα κόσμε! Σήμερα ο καιρός είναι πολύ καλός και πάμε βόλτα στην παλιά πόλη.",
        "yuHr5+zd8eEg6vzz7OUhINPe7OXx4SDvIOrh6fH88iDl3+3h6SDw7+v9IOrh6/zyIOrh6SDw3OzlIOL86/ThIPP05+0g8OHr6dwg8Pzr5y4="
      ),
      (
        "shift_jis", "こんにちは世界。今日はとても良い天気ですから、古い町を散歩しましょう。",
        "grGC8YLJgr+CzZCiikWBQo2hk/qCzYLGgsSC4JfHgqKTVotDgsWCt4KpgueBQYzDgqKSrILwjlWV4IK1gtyCtYLlgqSBQg=="
      ),
      (
        "euc-kr", "안녕하세요 세계! 오늘은 날씨가 아주 좋아서 오래된 도시를 산책합니다.",
        "vsiz58fPvLy/5CC8vLDoISC/wLTDwLogs6++vrChIL7GwdYgwcG+xrytIL/At6G1yCC1tb3DuKYgu+rDpcfVtM+02S4="
      ),
      (
        "big5", "你好，世界！今天的天氣非常好，我們要去老城散步。你想跟我們一起去嗎？",
        "p0GmbqFBpUCsyaFJpLWk0aq6pNGu8KtEsWCmbqFBp9qtzK1upWim0auwtLKoQqFDp0G3Ubjyp9qtzKRAsF+laLbcoUg="
      ),
    ])
  func detectsEncoding(encoding: String, text: String, bytes: String) throws {
    let data = try #require(Data(base64Encoded: bytes))
    let sidecar = Data("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + data + Data("\n".utf8)
    let read = SubRipParser.parse(TextDecoding.string(sidecar)).cues.map(\.text)
    #expect(read == [text], "\(encoding)")
  }
}
