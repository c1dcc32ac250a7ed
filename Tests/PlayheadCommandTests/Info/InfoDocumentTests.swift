import Foundation
import Testing

@testable import PlayheadCommand

/// The JSON that Docs/Info.md promises, whole.
@Suite struct InfoDocumentTests {
  @Test func golden() {
    let text = InfoDocument(url: InfoFixture.url, info: InfoFixture.info).json.text()
    #expect(text == Self.golden)
  }

  @Test func `a parser reads what was written`() throws {
    let text = InfoDocument(url: InfoFixture.url, info: InfoFixture.info).json.text()
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    let tracks = object["tracks"] as? [[String: Any]] ?? []
    #expect(tracks.count == 4)
    let chapters = object["chapters"] as? [[String: Any]] ?? []
    #expect(chapters.count == 3)
    let titles = chapters.map { $0["title"] as? String }
    #expect(titles == ["Opening", "Tab\tand \u{1B}[31m", nil])
    #expect((object["duration"] as? [String: Any])?["seconds"] as? Double == 20.021)
  }

  @Test func `what has no end has no duration`() {
    let json = InfoDocument(url: URL(fileURLWithPath: "/x"), info: InfoFixture.endless).json
    #expect(
      json.text() == """
        {
          "url": "file:///x",
          "container": "mpegts",
          "duration": null,
          "tracks": [],
          "chapters": []
        }
        """)
  }

  @Test func `values of JSON`() {
    #expect(JSONValue.quoted("a\"\\\n\u{1}\u{7F}\u{2028}é😀") == "\"a\\\"\\\\\\n\\u0001\\u007f\\u2028é😀\"")
    #expect(JSONValue.number(.nan).text() == "null")
    #expect(JSONValue.number(-.infinity).text() == "null")
    #expect(JSONValue.number(0.1).text() == "0.1")
    #expect(JSONValue.array([.integer(1), .bool(true), .null]).text() == "[\n  1,\n  true,\n  null\n]")
    #expect(JSONValue.object([]).text() == "{}")
  }

  private static let golden = """
    {
      "url": "file:///films/a%20%22b%22%20%C3%BC.mkv",
      "container": "matroska,webm",
      "duration": {"value": 20021, "timescale": 1000, "seconds": 20.021},
      "tracks": [
        {
          "id": 1,
          "mediaType": "video",
          "codec": "h264",
          "language": null,
          "enabled": true,
          "timeRange": {
            "start": {"value": 21, "timescale": 1000, "seconds": 0.021},
            "duration": {"value": 20000, "timescale": 1000, "seconds": 20.0}
          },
          "video": {
            "width": 720,
            "height": 576,
            "displayWidth": 576,
            "displayHeight": 1024,
            "rotation": 90,
            "mirrored": true,
            "pixelAspectRatio": [64, 45],
            "frameRate": 29.97002997,
            "colour": {"primaries": "bt2020", "transfer": "smpte2084", "matrix": "bt2020nc", "fullRange": false}
          },
          "dataRate": 2150000.0
        },
        {
          "id": 2,
          "mediaType": "audio",
          "codec": "aac",
          "language": "deu",
          "enabled": true,
          "timeRange": {
            "start": {"value": 21, "timescale": 1000, "seconds": 0.021},
            "duration": {"value": 20000, "timescale": 1000, "seconds": 20.0}
          },
          "audio": {"sampleRate": 48000, "channels": 6},
          "dataRate": 128000.0
        },
        {
          "id": 3,
          "mediaType": "text",
          "codec": "subrip",
          "language": "eng",
          "enabled": false,
          "timeRange": {
            "start": {"value": 21, "timescale": 1000, "seconds": 0.021},
            "duration": {"value": 20000, "timescale": 1000, "seconds": 20.0}
          },
          "text": {"forced": true},
          "dataRate": null
        },
        {
          "id": 4,
          "mediaType": "video",
          "codec": "mjpeg",
          "language": null,
          "enabled": true,
          "timeRange": {
            "start": {"value": 0, "timescale": 1, "seconds": 0.0},
            "duration": null
          },
          "video": {
            "width": 600,
            "height": 600,
            "displayWidth": 600,
            "displayHeight": 600,
            "rotation": 0,
            "mirrored": false,
            "pixelAspectRatio": [1, 1],
            "frameRate": null,
            "colour": {"primaries": null, "transfer": null, "matrix": null, "fullRange": false}
          },
          "dataRate": null
        }
      ],
      "chapters": [
        {
          "start": {"value": 0, "timescale": 1000, "seconds": 0.0},
          "duration": {"value": 5000, "timescale": 1000, "seconds": 5.0},
          "title": "Opening",
          "language": "eng"
        },
        {
          "start": {"value": 5000, "timescale": 1000, "seconds": 5.0},
          "duration": {"value": 15021, "timescale": 1000, "seconds": 15.021},
          "title": "Tab\\tand \\u001b[31m",
          "language": null
        },
        {
          "start": {"value": 20021, "timescale": 1000, "seconds": 20.021},
          "duration": {"value": 0, "timescale": 1000, "seconds": 0.0},
          "title": null,
          "language": null
        }
      ]
    }
    """
}
