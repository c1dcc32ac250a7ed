import CoreMedia
import Foundation
import Testing

/// Parameter sets and configurations that x264 and x265 wrote into MP4 files, and the sizes that ffprobe shows.
@Suite struct ParameterSetTests {
  /// 1918 × 1078, samples of 4:3, BT.709 with video range.
  private let avc = (
    sps: Data(hex: "6742c028da01e0089ea6c39a808080a0000003002000000641e30654"), pps: Data(hex: "68ce0fc8"),
    configuration: Data(hex: "0142c028ffe1001c6742c028da01e0089ea6c39a808080a0000003002000000641e3065401000468ce0fc8")
  )
  /// 318 × 238 with 10 bits.
  private let hevc = (
    vps: Data(hex: "40010c01ffff02200000030090000003000003003c959809"),
    sps: Data(hex: "42010102200000030090000003000003003ca00a080f1d5365959a4932bc05a02000000300200000030321"),
    pps: Data(hex: "4401c172b46240"), head: Data(hex: "0102200000009000000000003cf000fcfdfafa00000f")
  )

  private func configuration(_ description: CMFormatDescription, _ atom: String) -> Data? {
    let atoms = description.extensions[.sampleDescriptionExtensionAtoms]?.propertyListRepresentation
    return (atoms as? [String: Any])?[atom] as? Data
  }

  @Test func describesH264() throws {
    let description = try CMFormatDescription(h264ParameterSets: [avc.sps, avc.pps])
    #expect(description.mediaSubType == .h264)
    #expect(description.dimensions == CMVideoDimensions(width: 1918, height: 1078))
    #expect(configuration(description, "avcC") == avc.configuration)
    #expect(description.extensions[.fullRangeVideo]?.propertyListRepresentation as? Bool == false)
    #expect(description.extensions[.colorPrimaries]?.propertyListRepresentation as? String == "ITU_R_709_2")
    #expect(abs(description.presentationDimensions().width - 1918.0 * 4 / 3) < 1e-9)
    #expect(Array(description.parameterSets) == [avc.sps, avc.pps] && description.nalUnitHeaderLength == 4)
  }

  @Test func describesHEVC() throws {
    let description = try CMFormatDescription(
      hevcParameterSets: [hevc.pps, hevc.vps, hevc.sps], nalUnitHeaderLength: 4)
    #expect(description.mediaSubType == .hevc)
    #expect(description.dimensions == CMVideoDimensions(width: 318, height: 238))
    let made = try #require(configuration(description, "hvcC"))
    #expect(made.prefix(22) == hevc.head && made[22] == 3)
    #expect(Array(description.parameterSets) == [hevc.vps, hevc.sps, hevc.pps])
  }

  @Test func functionsReadAndMakeSets() throws {
    var description: CMFormatDescription?
    let result = [UInt8](avc.sps).withUnsafeBufferPointer { sps in
      [UInt8](avc.pps).withUnsafeBufferPointer { pps in
        guard let first = sps.baseAddress, let second = pps.baseAddress else { return OSStatus(-1) }
        return CMVideoFormatDescriptionCreateFromH264ParameterSets(
          allocator: kCFAllocatorDefault, parameterSetCount: 2, parameterSetPointers: [first, second],
          parameterSetSizes: [sps.count, pps.count], nalUnitHeaderLength: 2, formatDescriptionOut: &description)
      }
    }
    #expect(result == noErr)
    let made = try #require(description)
    var (pointer, size, count, length) = (UnsafePointer<UInt8>?.none, 0, 0, Int32(0))
    #expect(
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        made, parameterSetIndex: 1, parameterSetPointerOut: &pointer, parameterSetSizeOut: &size,
        parameterSetCountOut: &count, nalUnitHeaderLengthOut: &length) == noErr)
    #expect(count == 2 && length == 2 && pointer.map { Data(bytes: $0, count: size) } == avc.pps)
    #expect(
      CMVideoFormatDescriptionGetH264ParameterSetAtIndex(
        made, parameterSetIndex: 2, parameterSetPointerOut: &pointer, parameterSetSizeOut: nil,
        parameterSetCountOut: nil, nalUnitHeaderLengthOut: nil) == -12710)
    #expect(
      CMVideoFormatDescriptionGetHEVCParameterSetAtIndex(
        made, parameterSetIndex: 0, parameterSetPointerOut: &pointer, parameterSetSizeOut: nil,
        parameterSetCountOut: nil, nalUnitHeaderLengthOut: nil) == -12710)
  }

  /// Missing sets, sets of another codec, and every prefix of a set: an error, never a trap.
  @Test func rejectsDamagedSets() throws {
    func code(_ body: () throws -> CMFormatDescription) -> Int? {
      do {
        _ = try body()
        return nil
      } catch {
        return (error as NSError).code
      }
    }
    #expect(code { try CMFormatDescription(h264ParameterSets: []) } == -12712)
    #expect(code { try CMFormatDescription(h264ParameterSets: [avc.sps]) } == -12712)
    #expect(code { try CMFormatDescription(h264ParameterSets: [hevc.sps, hevc.pps]) } == -12712)
    #expect(code { try CMFormatDescription(hevcParameterSets: [hevc.sps, hevc.pps]) } == -12712)
    #expect(
      code { try CMFormatDescription(h264ParameterSets: [avc.sps, avc.pps], nalUnitHeaderLength: 3) } == -12710)
    for length in 0..<10 {
      #expect(code { try CMFormatDescription(h264ParameterSets: [avc.sps.prefix(length), avc.pps]) } == -12712)
      #expect(
        code { try CMFormatDescription(hevcParameterSets: [hevc.vps, hevc.sps.prefix(length), hevc.pps]) } == -12712)
    }
    for index in avc.sps.indices {
      var damaged = avc.sps
      damaged[index] = 0xFF
      let made = try? CMFormatDescription(h264ParameterSets: [damaged, avc.pps])
      #expect(made.map { $0.dimensions.width > 0 && $0.dimensions.height > 0 } ?? true)
    }
    let broken: [String: Any] = ["avcC": Data(avc.configuration.prefix(20))]
    let atoms = kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms
    let description = try CMFormatDescription(
      videoCodecType: .h264, width: 16, height: 16, extensions: .init(base: [atoms: broken]))
    #expect(description.parameterSets.isEmpty && description.nalUnitHeaderLength == nil)
  }
}

extension Data {
  /// The bytes of a hexadecimal number.
  init(hex: String) {
    let digits = Array(hex)
    self.init(
      stride(from: 0, to: digits.count - 1, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) })
  }
}
