import Foundation
import PlayheadMedia
import TestSupport
import Testing
@testable import AVFoundation

@Suite("§2.3 tracks in detail")
struct TrackDetailsTests {
  private static func video(_ name: String) async throws -> AVAssetTrack {
    let asset = AVURLAsset(url: Fixture.url(name))
    // The track retains the objects needed to load the rest after the asset is released.
    return try #require(try await asset.loadTracks(withMediaType: .video).first)
  }

  /// Scripts/fixtures.d: packets from 3.0 s on, shown from 3.5 s.
  @Test("an edit list trims the first half second")
  func segments() async throws {
    let track = try await Self.video("edit-list.mp4")
    let segments = try await track.load(.segments)
    #expect(segments.map(\.isEmpty) == [false])
    let mapping = try #require(segments.first).timeMapping
    #expect(mapping.target.start == .zero)
    // The media times begin with the two frames of delay that B-frames need.
    let delay = 2.0 / 30
    #expect(abs(mapping.source.start.seconds - 0.5 - delay) < 0.001)
    let second = track.samplePresentationTime(forTrackTime: CMTime(value: 1, timescale: 1))
    #expect(abs(second.seconds - 1.5 - delay) < 0.001)
    #expect(try await !track.loadSamplePresentationTime(forTrackTime: CMTime(value: 99, timescale: 1)).isValid)
    #expect(track.segment(forTrackTime: CMTime(value: 99, timescale: 1)) != nil)
    #expect(track.segment(forTrackTime: .invalid) == nil)
  }

  @Test("a track that starts late begins with an empty segment")
  func emptyEdit() async throws {
    let track = try await Self.video("video-starts-late.mp4")
    let segments = try await track.load(.segments)
    #expect(segments.map(\.isEmpty) == [true, false])
    #expect(abs(try #require(segments.first).timeMapping.target.duration.seconds - 0.5) < 0.1)
    #expect(!track.samplePresentationTime(forTrackTime: .zero).isValid)
  }

  @Test(
    "encrypted Matroska is protected", .enabled(if: MadeFile.hasFFmpeg, "there is no ffmpeg to make the film with")
  )
  func encryptedMatroska() async throws {
    let folder = try MadeFile.folder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let clip = try AVURLAsset(url: MadeFile.encryptedMatroska(in: folder))
    #expect(try await clip.load(.hasProtectedContent))
    // Sample entries of Common Encryption are protected too.
    #expect(try await AVURLAsset(url: Fixture.url("cenc.mp4")).load(.hasProtectedContent))
  }

  @Test("natural time scale at another rate")
  func rate() {
    func range(_ start: Double, _ duration: Double) -> CMTimeRange {
      CMTimeRange(
        start: CMTime(seconds: start, preferredTimescale: 1000),
        duration: CMTime(seconds: duration, preferredTimescale: 1000))
    }
    let timeline = TrackTimeline(
      [
        TrackSegment(source: range(5, 1), target: range(0, 2)), TrackSegment(source: .invalid, target: range(2, 1)),
        TrackSegment(source: range(0, 4), target: range(3, 4)),
      ], range: range(0, 7))
    let times = [0, 1, 2.5, 3, 6.5, 7].map { timeline.sourceTime(at: CMTime(seconds: $0, preferredTimescale: 1000)) }
    #expect(times.map { $0.isValid ? $0.seconds : -1 } == [5, 5.5, -1, 0, 3.5, -1])
  }

  @Test("format descriptions")
  func formats() async throws {
    let video = try #require(try await Self.video("anamorphic.mp4").load(.formatDescriptions).first)
    #expect(video.mediaType == .video && video.mediaSubType == .h264)
    #expect(video.dimensions == CMVideoDimensions(width: 240, height: 180))
    #expect(video.presentationDimensions() == CGSize(width: 320, height: 180))
    let atoms = video.extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation as? [String: Any]
    // ISO/IEC 14496-15 §5.3.3: version 1.
    #expect((atoms?["avcC"] as? Data)?.first == 1)
    let audioTrack = AVURLAsset(url: Fixture.url("audio.wav"))
    let track = try #require(try await audioTrack.loadTracks(withMediaType: .audio).first)
    let audio = try #require(try await track.load(.formatDescriptions).first)
    let numbers = try #require(audio.audioStreamBasicDescription)
    #expect(numbers.mFormatID == 0x6C70_636D && numbers.mSampleRate == 48_000 && numbers.mChannelsPerFrame == 2)
    #expect(numbers.mBitsPerChannel == 16 && numbers.mBytesPerFrame == 4 && numbers.mFormatFlags == 0xC)
    #expect(audio.audioChannelLayout?.tag == kAudioChannelLayoutTag_Stereo)
    #expect(track.formatDescriptions.count == 1)
  }

  /// Sums of the packet sizes of `ffprobe -show_packets` are less than the file and most of it.
  @Test("sizes, frame reordering, associated tracks")
  func sizes() async throws {
    let asset = AVURLAsset(url: Fixture.url("demo.mp4"))
    let tracks = try await asset.load(.tracks)
    var total: Int64 = 0
    for track in tracks { total += try await track.load(.totalSampleDataLength) }
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: Fixture.url("demo.mp4").path)[.size] as? NSNumber
    ).int64Value
    #expect(total < size && total > size * 9 / 10)
    let video = try #require(tracks.first { $0.mediaType == .video })
    #expect(try await video.load(.requiresFrameReordering))
    #expect(try await video.load(.availableTrackAssociationTypes) == [.chapterList])
    let chapters = try await video.loadAssociatedTracks(ofType: .chapterList)
    #expect(chapters.map(\.mediaType) == [.text])
    #expect(video.associatedTracks(ofType: .timecode).isEmpty)
    #expect(try await asset.load(.trackGroups).map(\.trackIDs.count) == [2, 2])
    #expect(try await asset.load(.hasProtectedContent) == false)
    #expect(!tracks.map(\.trackID).contains(try await asset.findUnusedTrackID()))
    let english = try #require(tracks.first { $0.mediaType == .audio })
    #expect((english.languageCode, english.extendedLanguageTag) == ("eng", nil))
  }

  @Test("BT.2020 with PQ, mastering display and content light level")
  func colour() {
    var track = TrackInfo(
      index: 0, trackID: 1, kind: .video, codecName: "hevc", codecTag: 0x6865_7631, isDecodable: true, language: nil,
      isDefault: true, isForced: false, isAttachedPicture: false, timeRange: .zero, timescale: 1, dataRate: 0,
      metadata: [:], video: nil, audio: nil)
    track.video = TrackInfo.VideoInfo(
      width: 1920, height: 1088, pixelAspect: .square, transform: .identity, frameRate: 24, minFrameDuration: .invalid,
      color: ColorDescription(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
    var details = TrackDetails()
    details.format.cleanAperture = CleanAperture(width: 1920, height: 1080, horizontalOffset: 0, verticalOffset: -4)
    details.format.mastering = [UInt8](repeating: 1, count: 24)
    details.format.lightLevel = [3, 0xE8, 1, 0x90]
    details.format.fields = .topFirst
    let made = TrackFormatDescription.make(track, mediaType: .video, details: details)
    func value(_ key: CMFormatDescription.Extensions.Key) -> Any? { made.extensions[key]?.propertyListRepresentation }
    #expect(made.mediaSubType.rawValue == 0x6865_7631)
    #expect(value(.colorPrimaries) as? String == kCVImageBufferColorPrimaries_ITU_R_2020)
    #expect(value(.transferFunction) as? String == kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ)
    #expect(value(.yCbCrMatrix) as? String == kCVImageBufferYCbCrMatrix_ITU_R_2020)
    #expect((value(.masteringDisplayColorVolume) as? Data)?.count == 24)
    #expect(value(.contentLightLevelInfo) as? Data == Data([3, 0xE8, 1, 0x90]))
    #expect(value(.fieldCount) as? Int == 2)
    #expect(made.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 0, y: 0, width: 1920, height: 1080))
  }
}
