import PlayheadBasics

/// The arrangement of the preview images of a video on sprite sheets, and the WebVTT file that names the place of each:
/// the format of web players (Video.js, JW Player, Plyr, Shaka) and media servers.
package struct SpriteLayout: Equatable, Sendable {
  /// A tile on a sheet, in pixels.
  package struct Place: Equatable, Sendable {
    /// The number of the sheet, counted from 0.
    package var sheet: Int
    package var x: Int
    package var y: Int
  }

  /// The tiles in a row and in a column of a full sheet: 100 tiles of 160 × 90 are 1600 × 900 pixels, which every
  /// browser decodes at once.
  package static let side = 10
  /// The most tiles of a file; the interval grows for longer ones.
  package static let mostTiles = 20_000

  /// The number of tiles.
  package let count: Int
  /// The distance of tiles in seconds.
  package let interval: Double
  /// The duration of the video in seconds.
  package let duration: Double

  /// Distributes tiles over a duration, one for each interval that begins before the end.
  ///
  /// - Parameters:
  ///   - duration: Seconds, finite and above 0.
  ///   - interval: Seconds, finite and above 0.
  package init(duration: Double, interval: Double) {
    let interval = max(interval, duration / Double(Self.mostTiles))
    count = max(1, min(Self.mostTiles, Int(saturating: (duration / interval).rounded(.up))))
    (self.interval, self.duration) = (interval, duration)
  }

  /// The number of sheets.
  package var sheets: Int { (count + Self.side * Self.side - 1) / (Self.side * Self.side) }

  /// The number of tiles on a sheet.
  package func tiles(onSheet sheet: Int) -> Int { min(Self.side * Self.side, count - sheet * Self.side * Self.side) }

  /// The columns and rows of a sheet; the last sheet may have fewer.
  package func size(ofSheet sheet: Int) -> (columns: Int, rows: Int) {
    let tiles = tiles(onSheet: sheet)
    return (min(tiles, Self.side), (tiles + Self.side - 1) / Self.side)
  }

  /// The time that a tile shows: the middle of its interval.
  package func time(ofTile index: Int) -> Double {
    let start = Double(index) * interval
    return (start + min(start + interval, duration)) / 2
  }

  /// The place of a tile.
  package func place(ofTile index: Int, tileWidth: Int, tileHeight: Int) -> Place {
    let (sheet, position) = index.quotientAndRemainder(dividingBy: Self.side * Self.side)
    return Place(sheet: sheet, x: position % Self.side * tileWidth, y: position / Self.side * tileHeight)
  }

  /// The file name of a sheet.
  package func name(ofSheet sheet: Int) -> String {
    let number = String(sheet + 1)
    return "sprites-" + String(repeating: "0", count: max(0, 3 - number.count)) + number + ".jpg"
  }

  /// The WebVTT file (W3C WebVTT §4; media fragments: W3C Media Fragments URI §4.2.2). Cues follow each other without a
  /// gap up to the end of the video.
  package func cues(tileWidth: Int, tileHeight: Int) -> String {
    var text = "WEBVTT\n"
    for index in 0..<count {
      let place = place(ofTile: index, tileWidth: tileWidth, tileHeight: tileHeight)
      let end = index + 1 == count ? duration : Double(index + 1) * interval
      text += "\n\(ClockText.milliseconds(Double(index) * interval)) --> \(ClockText.milliseconds(end))\n"
      text += "\(name(ofSheet: place.sheet))#xywh=\(place.x),\(place.y),\(tileWidth),\(tileHeight)\n"
    }
    return text
  }
}
