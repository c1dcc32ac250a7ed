import CoreMedia
import Foundation
import Testing

@Suite struct CMFormatDescriptionTests {
  private func video(_ extensions: CFDictionary?) throws -> CMVideoFormatDescription {
    var description: CMVideoFormatDescription?
    #expect(
      CMVideoFormatDescriptionCreate(
        allocator: kCFAllocatorDefault, codecType: kCMVideoCodecType_H264, width: 720, height: 576,
        extensions: extensions, formatDescriptionOut: &description) == noErr)
    return try #require(description)
  }

  @Test func codes() throws {
    let description = try video(nil)
    #expect(CMFormatDescriptionGetMediaType(description) == kCMMediaType_Video && description.mediaType == .video)
    #expect(CMFormatDescriptionGetMediaSubType(description) == 0x6176_6331 && description.mediaSubType == .h264)
    #expect("\(description.mediaSubType)" == "'avc1'" && "\(CMFormatDescription.MediaSubType.mpeg4AAC)" == "'aac '")
    #expect("\(CMFormatDescription.MediaSubType(rawValue: 3))" == "0x3")
    #expect(CMVideoFormatDescriptionGetDimensions(description) == CMVideoDimensions(width: 720, height: 576))
    #expect(CMFormatDescriptionGetExtensions(description) == nil)
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(description) == nil)
  }

  /// PAL on a wide screen: pixels of 64 to 45 fill 1024 by 576.
  @Test func presentation() throws {
    let description = try video([
      kCMFormatDescriptionExtension_PixelAspectRatio: [
        kCVImageBufferPixelAspectRatioHorizontalSpacingKey: 64, kCVImageBufferPixelAspectRatioVerticalSpacingKey: 45,
      ] as CFDictionary,
      kCMFormatDescriptionExtension_CleanAperture: [
        kCVImageBufferCleanApertureWidthKey: 704, kCVImageBufferCleanApertureHeightKey: 560,
        kCVImageBufferCleanApertureVerticalOffsetKey: -8,
      ] as CFDictionary,
    ])
    #expect(description.presentationDimensions(useCleanAperture: false) == CGSize(width: 1024, height: 576))
    #expect(description.presentationDimensions(usePixelAspectRatio: false) == CGSize(width: 704, height: 560))
    #expect(description.cleanAperture(originIsAtTopLeft: true) == CGRect(x: 8, y: 0, width: 704, height: 560))
    #expect(description.cleanAperture(originIsAtTopLeft: false) == CGRect(x: 8, y: 16, width: 704, height: 560))
  }

  @Test func equality() throws {
    let atoms = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    let first = try video(["FormatName": "one", atoms: ["avcC": Data([1]), "pasp": Data([2])] as CFDictionary])
    let second = try video(["FormatName": "one", atoms: ["avcC": Data([1]), "pasp": Data([2])] as CFDictionary])
    let third = try video(["FormatName": "two", atoms: ["avcC": Data([1]), "pasp": Data([3])] as CFDictionary])
    #expect(first == second && first.hashValue == second.hashValue && first != third)
    #expect(!first.equalTo(third, extensionKeysToIgnore: [.formatName]))
    #expect(
      first.equalTo(
        third, extensionKeysToIgnore: [.formatName], sampleDescriptionExtensionAtomKeysToIgnore: ["pasp"]))
    #expect(CMFormatDescriptionEqual(nil, otherFormatDescription: nil))
    #expect(!CMFormatDescriptionEqual(first, otherFormatDescription: nil))
  }

  @Test func extensions() throws {
    var extensions = CMFormatDescription.Extensions()
    extensions[.formatName] = CMFormatDescription.Extensions.Value("name")
    extensions["other"] = 3
    #expect(extensions["FormatName"] as? String == "name" && extensions[.depth] == nil)
    let description = CMFormatDescription(mediaType: .metadata, mediaSubType: .id3, extensions: extensions)
    #expect(CMFormatDescriptionGetExtension(description, extensionKey: "other") as? Int == 3)
    #expect(CMFormatDescriptionGetExtensions(description)?.count == 2)
  }

  @Test func audio() throws {
    var numbers = AudioStreamBasicDescription()
    numbers.mSampleRate = 48000
    numbers.mFormatID = kAudioFormatMPEG4AAC
    numbers.mFramesPerPacket = 1024
    numbers.mChannelsPerFrame = 6
    let description = CMFormatDescription(
      audio: numbers, channelLayout: ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_MPEG_5_1_A),
      magicCookie: Data([0x11, 0xB0]))
    #expect(description.mediaType == .audio && description.mediaSubType == .mpeg4AAC)
    #expect(CMAudioFormatDescriptionGetStreamBasicDescription(description)?.pointee.mSampleRate == 48000)
    #expect(description.audioStreamBasicDescription == numbers && MemoryLayout.size(ofValue: numbers) == 40)
    let tag = try #require(description.audioChannelLayout?.tag)
    #expect(AudioChannelLayoutTag_GetNumberOfChannels(tag) == 6 && description.magicCookie?.count == 2)
    numbers.mSampleRate = 44100
    #expect(description != CMFormatDescription(audio: numbers))
  }

  @Test func rejectsImpossibleSizes() {
    var description: CMVideoFormatDescription?
    #expect(
      CMVideoFormatDescriptionCreate(
        allocator: nil, codecType: kCMVideoCodecType_VP9, width: -1, height: 5, extensions: nil,
        formatDescriptionOut: &description) == -12710)
    #expect(description == nil)
  }

  @Test func audioHasOneFormatAndVideoNone() throws {
    let stereo = AudioStreamBasicDescription(
      mSampleRate: 44100, mFormatID: kAudioFormatMPEG4AAC, mFormatFlags: 0, mBytesPerPacket: 0, mFramesPerPacket: 1024,
      mBytesPerFrame: 0, mChannelsPerFrame: 2, mBitsPerChannel: 0, mReserved: 0)
    let layout = ManagedAudioChannelLayout(tag: kAudioChannelLayoutTag_Stereo)
    let audio = try CMFormatDescription(audioStreamBasicDescription: stereo, layout: layout)
    let item = AudioFormatListItem(mASBD: stereo, mChannelLayoutTag: kAudioChannelLayoutTag_Stereo)
    #expect(audio.audioFormatList == [item])
    #expect(audio.richestDecodableFormat == item && audio.mostCompatibleFormat == item)
    let unnamed = try CMFormatDescription(audioStreamBasicDescription: stereo)
    #expect(unnamed.audioFormatList.map(\.mChannelLayoutTag) == [kAudioChannelLayoutTag_Unknown | 2])
    let video = try video(nil)
    #expect(video.audioFormatList.isEmpty && video.richestDecodableFormat == nil && video.mostCompatibleFormat == nil)
  }
}
