import Foundation
import Testing

@testable import PlayheadMedia

/// Expected values from the specification of ReplayGain 2.0 and from RFC 7845.
@Suite struct ReplayGainTests {
  @Test func gainAndPeakAreRead() throws {
    let gain = try #require(
      ReplayGain(tags: [
        "REPLAYGAIN_TRACK_GAIN": "-7.03 dB", "REPLAYGAIN_TRACK_PEAK": "1.21822226", "replaygain_album_gain": "+3,5 dB",
        "replaygain_album_peak": "0.5",
      ]))
    #expect(gain.track == .init(gain: -7.03, peak: 1.218_222_26))
    #expect(gain.album == .init(gain: 3.5, peak: 0.5))
    #expect(abs(gain.factor(.track) - 0.4451) < 0.0001)
    #expect(abs(gain.factor(.album) - 1.4962) < 0.0001)
    #expect(gain.factor(.off) == 1)
  }

  @Test func gainDoesNotRaiseThePeakBeyondFullScale() throws {
    let loud = try #require(ReplayGain(tags: ["replaygain_track_gain": "12 dB", "replaygain_track_peak": "0.8"]))
    #expect(loud.factor(.track) == 1.25)
    let over = try #require(ReplayGain(tags: ["replaygain_track_gain": "0", "replaygain_track_peak": "2"]))
    #expect(over.factor(.track) == 0.5)
    let unknown = try #require(ReplayGain(tags: ["replaygain_track_gain": "6 dB"]))
    #expect(unknown.factor(.track) == 1)
  }

  @Test func missingLevelIsReplacedByTheOther() throws {
    let track = try #require(ReplayGain(tags: ["replaygain_track_gain": "-20 dB"]))
    #expect(track.factor(.album) == 0.1)
    let album = try #require(ReplayGain(tags: ["replaygain_album_gain": "-20 dB"]))
    #expect(album.factor(.track) == 0.1)
  }

  /// The value is in 1/256 dB and relative to −23 LUFS, 5 dB below ReplayGain's reference.
  @Test func opusGainIsRelativeToItsOwnReference() throws {
    let gain = try #require(ReplayGain(tags: ["R128_TRACK_GAIN": "-3840", "R128_ALBUM_GAIN": "32768"]))
    #expect(gain.track == .init(gain: -10))
    #expect(gain.album == nil)
  }

  @Test func tagsOfTheTrackPrecedeThoseOfTheFile() throws {
    let gain = try #require(ReplayGain(tags: ["REPLAYGAIN_GAIN": "-3 dB"], ["replaygain_track_gain": "-9 dB"]))
    #expect(gain.track?.gain == -9)
    let matroska = try #require(ReplayGain(tags: ["REPLAYGAIN_GAIN": "-3 dB", "REPLAYGAIN_PEAK": "0.25"]))
    #expect(matroska.track == .init(gain: -3, peak: 0.25))
  }

  @Test(arguments: ["", "loud", "nan dB", "1e9", "-7 dB dB", "99999 dB", "0x10", "７ dB", "inf"])
  func invalidGainIsIgnored(text: String) {
    #expect(ReplayGain(tags: ["replaygain_track_gain": text]) == nil)
  }

  @Test(arguments: ["0", "-1", "nan", "1e400", "x"])
  func invalidPeakCountsAsFullScale(text: String) throws {
    let gain = try #require(ReplayGain(tags: ["replaygain_track_gain": "6 dB", "replaygain_track_peak": text]))
    #expect(gain.factor(.track) == 1)
  }
}
