import CoreMedia
import PlayheadCaptions
import PlayheadText

/// Caption scenes of documents, as an item would provide them.
enum Scenes {
  static func scene(
    _ document: CueDocument, at seconds: Double, appearance: CaptionAppearance = CaptionAppearance()
  ) -> CaptionScene {
    let time = CMTime(seconds: seconds, preferredTimescale: 1_000_000)
    let cues = document.cues.enumerated().filter { $0.element.isShown(at: time) }.map {
      (number: $0.offset, cue: $0.element)
    }
    var layer = CaptionScene.Layer(identifier: 1, time: time, cues: cues)
    (layer.header, layer.regions, layer.appearance) = (document.header, document.regions, appearance)
    var scene = CaptionScene()
    scene.layers = [layer]
    return scene
  }

  static let gray: UInt8 = 100

  static func rendered(
    _ document: CueDocument, at seconds: Double, width: Int = 640, height: Int = 360,
    appearance: CaptionAppearance = CaptionAppearance()
  ) -> RenderedCaptions {
    var rendered = RenderedCaptions(width: width, height: height, gray: gray)
    let canvas = CaptionCanvas(width: width, height: height, storageWidth: width, storageHeight: height)
    rendered.lay(CaptionComposer().overlay(scene(document, at: seconds, appearance: appearance), on: canvas))
    return rendered
  }

  static func typeset(_ script: String) -> CueDocument { ASSParser.parse(script) }

  static func webVTT(_ body: String) -> CueDocument { WebVTTParser.parse("WEBVTT\n\n" + body) }
}
