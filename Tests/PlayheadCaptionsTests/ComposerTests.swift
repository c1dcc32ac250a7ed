import CoreMedia
import PlayheadText
import Testing

@testable import PlayheadCaptions

/// Caption positions and redrawing; no content stops the rendering.
struct ComposerTests {
  private let canvas = CaptionCanvas(width: 640, height: 360)

  @Test(arguments: [(320, 180), (640, 360), (1920, 1080), (2160, 1216)])
  func textScalesWithVideoHeight(width: Int, height: Int) throws {
    let document = Scenes.webVTT("00:00.000 --> 00:05.000\nHigh\n")
    let bounds = try #require(
      Scenes.rendered(document, at: 1, width: width, height: height).bounds(gray: Scenes.gray))
    // WebVTT § 7.2: text is 5 % of the height. Letters with ascenders and descenders fill most of that; an outline adds
    // to it.
    let tall = Double(bounds.bottom - bounds.top + 1) / Double(height)
    #expect(tall > 0.04 && tall < 0.07)
    #expect(abs((bounds.left + bounds.right) / 2 - width / 2) <= max(2, width / 100), "it is in the middle")
    #expect(Double(height - bounds.bottom) / Double(height) < 0.06, "it is at the bottom")
    #expect(bounds.bottom < height - 1)
  }

  @Test func cueSettingsPositionText() throws {
    func bounds(_ settings: String, _ text: String = "x") throws -> (left: Int, top: Int, right: Int, bottom: Int) {
      try #require(
        Scenes.rendered(Scenes.webVTT("00:00.000 --> 00:05.000 \(settings)\n\(text)\n"), at: 1).bounds(
          gray: Scenes.gray)
      )
    }
    #expect(try bounds("line:0").bottom < 60)
    #expect(try bounds("line:50%").top > 170 && bounds("line:50%").bottom < 230)
    #expect(try bounds("position:0% align:left").right < 60)
    #expect(try bounds("position:100% align:right").left > 580)
    #expect(try bounds("line:100%").bottom < 360, "text below the frame is moved into it")
  }

  @Test func unchangedSceneIsNotRedrawn() throws {
    let composer = CaptionComposer()
    let document = Scenes.webVTT("00:00.000 --> 00:05.000\na\n\n00:02.000 --> 00:05.000 line:0\nb\n")
    let first = try #require(composer.overlay(Scenes.scene(document, at: 1), on: canvas))
    #expect(composer.overlay(Scenes.scene(document, at: 1.5), on: canvas) === first)
    let second = try #require(composer.overlay(Scenes.scene(document, at: 2), on: canvas))
    #expect(second !== first && second.bitmaps.count == 2, "one at the top, one at the bottom")
    let other = CaptionCanvas(width: 641, height: 360)
    #expect(composer.overlay(Scenes.scene(document, at: 2), on: other) !== second)
    #expect(composer.overlay(Scenes.scene(document, at: 6), on: canvas) == nil)
  }

  @Test func styleChangeAppliesAtOnce() throws {
    let composer = CaptionComposer()
    let document = Scenes.webVTT("00:00.000 --> 00:05.000\nlook\n")
    let plain = try #require(composer.overlay(Scenes.scene(document, at: 1), on: canvas))
    var appearance = CaptionAppearance()
    var rule = CaptionRule()
    rule.color = CueColor(red: 255, green: 0, blue: 0)
    appearance.rules = [rule]
    let red = try #require(composer.overlay(Scenes.scene(document, at: 1, appearance: appearance), on: canvas))
    func hasRed(_ overlay: CaptionOverlay) -> Bool {
      overlay.bitmaps.contains { bitmap in
        stride(from: 0, to: bitmap.pixels.count, by: 4).contains {
          bitmap.pixels[$0 + 2] > 200 && bitmap.pixels[$0] < 40 && bitmap.pixels[$0 + 1] < 40
        }
      }
    }
    #expect(!hasRed(plain) && hasRed(red))
    appearance.scale = 2
    let large = try #require(composer.overlay(Scenes.scene(document, at: 1, appearance: appearance), on: canvas))
    let ratio = Double(large.bitmaps[0].width) / Double(red.bitmaps[0].width)
    #expect(ratio > 1.8 && ratio < 2.2)
  }

  @Test func avoidsCoveredArea() throws {
    let document = Scenes.webVTT("00:00.000 --> 00:05.000\nx\n")
    var covered = canvas
    covered.coveredBelow = 60
    let bitmap = try #require(CaptionComposer().overlay(Scenes.scene(document, at: 1), on: covered)).bitmaps[0]
    #expect(bitmap.y + bitmap.height <= 300)
    // The same for a script, which has its own positions.
    let script = ASSParser.parse(
      "[Script Info]\nPlayResX: 640\nPlayResY: 360\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize, Alignment\n"
        + "Style: Default,DejaVu Sans,30,2\n[Events]\nFormat: Layer, Start, End, Style, Text\n"
        + "Dialogue: 0,0:00:00.00,0:00:05.00,Default,x\n")
    let typeset = try #require(CaptionComposer().overlay(Scenes.scene(script, at: 1), on: covered)).bitmaps[0]
    #expect(typeset.y + typeset.height <= 301)
  }

  @Test func captionsStayInVisibleArea() throws {
    var cut = canvas
    (cut.frameX, cut.frameWidth) = (-320, 1280)
    (cut.frameY, cut.frameHeight) = (-180, 720)
    let document = Scenes.webVTT("00:00.000 --> 00:05.000\nx\n")
    let bitmap = try #require(CaptionComposer().overlay(Scenes.scene(document, at: 1), on: cut)).bitmaps[0]
    #expect(bitmap.y > 300 && bitmap.y + bitmap.height <= 360)
  }

  @Test func bitmapsScaleToVideo() throws {
    let red: [UInt8] = [0, 0, 255, 255]
    let pixels = Array(repeating: red, count: 100 * 20).flatMap { $0 }
    let rendered = try #require(
      CueBitmap(x: 910, y: 1000, width: 100, height: 20, canvasWidth: 1920, canvasHeight: 1080, pixels: pixels))
    var cue = Cue(start: .zero, end: CMTime(value: 5, timescale: 1), source: "", runs: [])
    cue.bitmaps = [rendered]
    var document = CueDocument(format: .bitmaps)
    document.cues = [cue]
    let overlay = try #require(CaptionComposer().overlay(Scenes.scene(document, at: 1), on: canvas))
    let bitmap = try #require(overlay.bitmaps.first)
    // A third of 910, 1000, 1010, 1020, to whole pixels.
    let place: [Int] = [bitmap.x, bitmap.y, bitmap.width, bitmap.height]
    let preferred: [Int] = [303, 333, 34, 7]
    #expect(place == preferred)
    let all: [UInt8] = Array(repeating: red, count: 34 * 7).flatMap { $0 }
    #expect(bitmap.pixels == all)
  }

  // MARK: Invalid input

  @Test func drawsTenThousandCuesInBounds() throws {
    let body = (0..<10_000).map { "00:00.000 --> 00:05.000\nline \($0)\n" }.joined(separator: "\n")
    let overlay = try #require(CaptionComposer().overlay(Scenes.scene(Scenes.webVTT(body), at: 1), on: canvas))
    #expect(overlay.bitmaps.allSatisfy { $0.x >= 0 && $0.y >= 0 && $0.x + $0.width <= 640 && $0.y + $0.height <= 360 })
  }

  @Test func drawsMegabyteLineInBounds() {
    let text = String(repeating: "word ", count: 200_000)
    let overlay = CaptionComposer().overlay(
      Scenes.scene(Scenes.webVTT("00:00.000 --> 00:05.000\n\(text)\n"), at: 1), on: canvas)
    #expect((overlay?.bitmaps ?? []).allSatisfy { $0.width <= 640 && $0.height <= 360 })
  }

  /// A missing font is replaced, and no text is missing.
  @Test func missingFontIsReplaced() throws {
    func bounds(_ name: String?) throws -> (left: Int, top: Int, right: Int, bottom: Int) {
      var appearance = CaptionAppearance()
      var rule = CaptionRule()
      rule.fontName = name
      appearance.rules = [rule]
      let document = Scenes.webVTT("00:00.000 --> 00:05.000\nWhatever the font\n")
      return try #require(Scenes.rendered(document, at: 1, appearance: appearance).bounds(gray: Scenes.gray))
    }
    let (usual, missing) = (try bounds(nil), try bounds("No Such Font At All"))
    #expect(missing.right - missing.left > (usual.right - usual.left) / 2 && missing.bottom <= 360)
  }

  @Test(arguments: [
    "👨‍👩‍👧‍👦🏳️‍🌈🇩🇪", "שלום 123 hello مرحبا", "\u{202E}reversed\u{202C}", "e\u{301}\u{301}\u{301}", "\u{FFFD}\u{0}\u{7}x",
  ])
  func drawsEmojiAndBidirectionalText(text: String) throws {
    let rendered = Scenes.rendered(Scenes.webVTT("00:00.000 --> 00:05.000\n\(text) MM\n"), at: 1)
    let bounds = try #require(rendered.bounds(gray: Scenes.gray))
    #expect(bounds.left > 0 && bounds.right < 639 && bounds.top > 250)
  }

  @Test func rejectsBitmapsOfAbsurdSizes() {
    func rendered(_ width: Int, _ height: Int, canvas: (Int, Int) = (640, 360), x: Int = 0) -> CueBitmap? {
      let count = max(0, min(width, 100)) * max(0, min(height, 100)) * 4
      return CueBitmap(
        x: x, y: 0, width: width, height: height, canvasWidth: canvas.0, canvasHeight: canvas.1,
        pixels: [UInt8](repeating: 255, count: count))
    }
    #expect(rendered(0, 10) == nil && rendered(-1, -1) == nil && rendered(1 << 40, 1 << 40) == nil)
    #expect(rendered(10, 10, canvas: (0, 0)) == nil && rendered(10, 10, x: 1 << 30) == nil)
    #expect(rendered(200, 10) == nil, "fewer pixels than declared")
    for rendered in [
      rendered(100, 100, canvas: (1, 1)), rendered(1, 1, canvas: (16384, 16384)), rendered(10, 10, x: -16000),
    ] {
      var cue = Cue(start: .zero, end: CMTime(value: 5, timescale: 1), source: "", runs: [])
      cue.bitmaps = rendered.map { [$0] } ?? []
      #expect(cue.bitmaps.count == 1)
      var document = CueDocument(format: .bitmaps)
      document.cues = [cue]
      let overlay = CaptionComposer().overlay(Scenes.scene(document, at: 1), on: canvas)
      #expect((overlay?.bitmaps ?? []).allSatisfy { $0.x >= 0 && $0.x + $0.width <= 640 && $0.y + $0.height <= 360 })
    }
  }

  @Test(arguments: [(0, 0), (-5, 100), (1_000_000, 10), (1, 1), (16384, 1)])
  func drawsOnAbsurdCanvases(width: Int, height: Int) {
    let overlay = CaptionComposer().overlay(
      Scenes.scene(Scenes.webVTT("00:00.000 --> 00:05.000\nx\n"), at: 1),
      on: CaptionCanvas(width: width, height: height))
    #expect((overlay?.bitmaps ?? []).allSatisfy { $0.x + $0.width <= width && $0.y + $0.height <= height })
  }

  @Test(arguments: [
    "PlayResX: 2147483647\nPlayResY: 2147483647", "PlayResX: -1\nPlayResY: 0", "PlayResX: x", "WrapStyle: 99",
  ])
  func drawsAbsurdScripts(info: String) {
    let script =
      "[Script Info]\n\(info)\n[V4+ Styles]\nFormat: Name, Fontname, Fontsize\nStyle: Default,No Such Font,1000000000\n"
      + "[Events]\nFormat: Layer, Start, End, Style, Text\n"
      + "Dialogue: 0,0:00:00.00,0:00:05.00,Default,{\\fscx1e30\\fs1e30\\pos(nan,inf)\\blur1e9\\bord1e9}x😀\n"
      + "Dialogue: 0,0:00:00.00,0:00:05.00,Nobody,{\\fs20}plain\n"
    let overlay = CaptionComposer().overlay(Scenes.scene(ASSParser.parse(script), at: 1), on: canvas)
    #expect((overlay?.bitmaps ?? []).allSatisfy { $0.width <= 640 && $0.height <= 360 })
  }
}

/// Captions burned into a frame.
struct CaptionedFrameTests {
  private static let header = """
    [Script Info]
    ScriptType: v4.00+
    PlayResX: 320
    PlayResY: 180

    [V4+ Styles]
    Format: Name, Fontname, Fontsize, PrimaryColour, OutlineColour, BackColour, BorderStyle, Outline, Shadow, Alignment
    Style: Sign,DejaVu Sans,40,&H400060FF,&H80FF0000,&H00000000,1,3,0,5

    [Events]
    Format: Layer, Start, End, Style, Text

    """

  private static func clip(_ text: String) -> CueDocument {
    Scenes.typeset(header + "Dialogue: 0,0:00:00.00,0:00:10.00,Sign,\(text)\n")
  }

  /// Renders captions into pixels of one color; returns the outcome and the pixels.
  private func lay(
    _ document: CueDocument, at seconds: Double, with composer: CaptionComposer, x: Int = 0, width: Int = 320
  ) -> (outcome: CaptionComposer.Outcome, pixels: [UInt8]) {
    var pixels = [UInt8](repeating: 90, count: width * 180 * 4)
    let canvas = CaptionCanvas(width: 320, height: 180)
    let outcome = pixels.withUnsafeMutableBytes {
      composer.draw(
        Scenes.scene(document, at: seconds), on: canvas,
        into: CaptionedFrame($0.baseAddress!, x: x, y: 0, width: width, height: 180, bytesPerRow: width * 4))
    }
    return (outcome, pixels)
  }

  /// The formula of "over" for colours that are multiplied by their opacity (Porter and Duff 1984), in real numbers.
  private func blended(_ overlay: CaptionOverlay) -> [UInt8] {
    var pixels = [UInt8](repeating: 90, count: 320 * 180 * 4)
    for bitmap in overlay.bitmaps {
      for (index, value) in bitmap.pixels.enumerated() where index % 4 != 3 {
        let (row, column) = (index / 4 / bitmap.width, index / 4 % bitmap.width)
        let opacity = Double(bitmap.pixels[index / 4 * 4 + 3]) / 255
        let target = ((bitmap.y + row) * 320 + bitmap.x + column) * 4 + index % 4
        pixels[target] = UInt8(min(255, (Double(value) + 90 * (1 - opacity)).rounded()))
      }
    }
    return pixels
  }

  @Test(arguments: ["Still", "{\\move(100,90,220,90)}Moving", "{\\frz8\\blur2}Turned", "{\\k50}sung {\\kf80}words"])
  func burnedInCaptionsMatchOverlay(text: String) throws {
    let document = Self.clip(text)
    let composer = CaptionComposer()
    for seconds in [0.5, 1, 1.25] {
      let overlay = try #require(
        CaptionComposer().overlay(Scenes.scene(document, at: seconds), on: CaptionCanvas(width: 320, height: 180)))
      let (outcome, pixels) = lay(document, at: seconds, with: composer)
      guard case .laid = outcome else {
        Issue.record("\(outcome)")
        continue
      }
      let expected = blended(overlay)
      // Several colors drawn in sequence are rounded each time.
      let differences = zip(pixels, expected).enumerated().filter { $0.offset % 4 != 3 }.map {
        abs(Int($0.element.0) - Int($0.element.1))
      }
      #expect(differences.max()! <= 3, "\(text) at \(seconds)")
      #expect(zip(pixels, [UInt8](repeating: 90, count: pixels.count)).count(where: !=) > 1000, "something is there")
    }
  }

  @Test(arguments: ["Still", "{\\move(100,90,220,90)}Moving"])
  func captionsOutsideVideoStayOverlay(text: String) throws {
    let (outcome, pixels) = lay(Self.clip(text), at: 1, with: CaptionComposer(), x: 150, width: 40)
    guard case .overlay(let overlay) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(!overlay.bitmaps.isEmpty && pixels.allSatisfy { $0 == 90 }, "nothing is drawn by halves")
  }

  @Test func drawsNothingWithoutActiveCue() {
    let (outcome, pixels) = lay(Self.clip("Late"), at: 11, with: CaptionComposer())
    guard case .nothing = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(pixels.allSatisfy { $0 == 90 })
  }
}
