import AVFoundation
import Foundation
import PlayheadBasics
import Testing

@testable import PlayheadCommand

/// The complete JSON that Docs/Info.md documents.
@Suite struct InfoDocumentTests {
  @Test func golden() {
    let text = InfoDocument(asset: InfoFixture.asset, info: InfoFixture.info, locale: Locale(identifier: "en")).json
      .text()
    #expect(text == Self.golden)
  }

  @Test("document is parsable") func documentIsParsable() throws {
    let text = InfoDocument(asset: InfoFixture.asset, info: InfoFixture.info, locale: Locale(identifier: "en")).json
      .text()
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any] ?? [:]
    let tracks = object["tracks"] as? [[String: Any]] ?? []
    #expect(tracks.count == 4)
    let chapters = object["chapters"] as? [[String: Any]] ?? []
    #expect(chapters.count == 3)
    let titles = chapters.map { $0["title"] as? String }
    #expect(titles == ["Opening", "Tab\tand \u{1B}[31m", nil])
    #expect((object["duration"] as? [String: Any])?["seconds"] as? Double == 20.021)
  }

  @Test("endless media has no duration") func endlessMediaHasNoDuration() {
    let asset = AVURLAsset(url: URL(fileURLWithPath: "/x"), knowing: InfoFixture.endless)
    let json = InfoDocument(asset: asset, info: InfoFixture.endless).json
    #expect(
      json.text() == """
        {
          "url": "file:///x",
          "container": "mpegts",
          "duration": null,
          "tracks": [],
          "metadata": [],
          "chapters": [],
          "selection": {"audible": [], "legible": [], "visual": []}
        }
        """)
  }

  @Test("encodes values") func encodesValues() {
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
          "decoder": null,
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
          "hardwareDecoders": [],
          "dataRate": 2150000.0
        },
        {
          "id": 2,
          "mediaType": "audio",
          "codec": "aac",
          "decoder": null,
          "language": "deu",
          "enabled": true,
          "timeRange": {
            "start": {"value": 21, "timescale": 1000, "seconds": 0.021},
            "duration": {"value": 20000, "timescale": 1000, "seconds": 20.0}
          },
          "audio": {"sampleRate": 48000, "channels": 6, "layout": "5.1(side)"},
          "dataRate": 128000.0
        },
        {
          "id": 3,
          "mediaType": "text",
          "codec": "subrip",
          "decoder": null,
          "language": "eng",
          "enabled": false,
          "timeRange": {
            "start": {"value": 21, "timescale": 1000, "seconds": 0.021},
            "duration": {"value": 20000, "timescale": 1000, "seconds": 20.0}
          },
          "text": {"forced": true, "hearingImpaired": false},
          "dataRate": null
        },
        {
          "id": 4,
          "mediaType": "video",
          "codec": "mjpeg",
          "decoder": null,
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
          "hardwareDecoders": [],
          "dataRate": null
        }
      ],
      "metadata": [
        {"identifier": "mkv/TITLE", "keySpace": "mkv", "key": "TITLE", "commonKey": "title", "value": "Night\\u001b[1m", "dataType": "UTF-8", "language": "de", "info": null},
        {"identifier": "itsk/%A9day", "keySpace": "itsk", "key": "©day", "commonKey": "creationDate", "value": "2010", "dataType": "UTF-8", "language": null, "info": null},
        {"identifier": "itsk/trkn", "keySpace": "itsk", "key": "trkn", "commonKey": null, "value": "00000002000c0000", "dataType": "raw-data", "language": null, "info": null},
        {"identifier": "itsk/tmpo", "keySpace": "itsk", "key": "tmpo", "commonKey": null, "value": 120, "dataType": "int64", "language": null, "info": null},
        {"identifier": "id3/COMM", "keySpace": "org.id3", "key": "COMM", "commonKey": null, "value": "one\\ntwo", "dataType": "UTF-8", "language": null, "info": "note"},
        {"identifier": "mkv/COVER", "keySpace": "mkv", "key": "COVER", "commonKey": "artwork", "value": null, "dataType": "JPEG", "language": null, "info": null}
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
      ],
      "selection": {
        "audible": [
          {"track": 2, "displayName": "German", "language": "de", "default": true, "playable": true, "characteristics": ["AVMediaCharacteristicAudible", "public.main-program-content"]}
        ],
        "legible": [
          {"track": 3, "displayName": "English Forced", "language": "en", "default": false, "playable": true, "characteristics": ["AVMediaCharacteristicLegible", "public.main-program-content", "public.subtitles.forced-only"]}
        ],
        "visual": [
          {"track": 1, "displayName": "Unknown language", "language": null, "default": true, "playable": true, "characteristics": ["AVMediaCharacteristicVisual", "AVMediaCharacteristicFrameBased", "public.contains-hdr-video", "public.uses-wide-gamut-color-space", "public.main-program-content"]}
        ]
      }
    }
    """
}
