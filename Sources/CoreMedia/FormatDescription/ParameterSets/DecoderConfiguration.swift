import Foundation

/// The decoder configuration of H.264 (`avcC`) or H.265 (`hvcC`): the parameter sets and the size of the length before
/// each NAL unit (ISO/IEC 14496-15 §5.3.3.1 and §8.3.3.1).
struct DecoderConfiguration: Equatable {
  /// The parameter sets in the order of the configuration.
  var parameterSets: [Data]
  /// The number of bytes of the length before each NAL unit.
  var lengthSize: Int

  /// The largest size of a set in a configuration.
  private static let sizeLimit = 0xFFFF

  // MARK: Reading

  /// Reads `avcC`; nil if it is damaged.
  init?(avc data: Data) {
    var bytes = ArraySlice(data)
    guard bytes.count >= 6, bytes.first == 1 else { return nil }
    bytes = bytes.dropFirst(4)
    lengthSize = Int(bytes.removeFirst() & 3) + 1
    parameterSets = []
    for mask: UInt8 in [0x1F, 0xFF] {
      guard let count = bytes.popFirst(), read(Int(count & mask), from: &bytes) else { return nil }
    }
  }

  /// Reads `hvcC`; nil if it is damaged.
  init?(hevc data: Data) {
    var bytes = ArraySlice(data)
    guard bytes.count >= 23, bytes.first == 1 else { return nil }
    bytes = bytes.dropFirst(21)
    lengthSize = Int(bytes.removeFirst() & 3) + 1
    parameterSets = []
    let arrays = bytes.removeFirst()
    for _ in 0..<arrays {
      guard bytes.popFirst() != nil, let count = Self.number(&bytes), read(count, from: &bytes) else { return nil }
    }
  }

  private mutating func read(_ count: Int, from bytes: inout ArraySlice<UInt8>) -> Bool {
    for _ in 0..<count {
      guard let length = Self.number(&bytes), length <= bytes.count else { return false }
      parameterSets.append(Data(bytes.prefix(length)))
      bytes = bytes.dropFirst(length)
    }
    return true
  }

  private static func number(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard bytes.count >= 2 else { return nil }
    defer { bytes = bytes.dropFirst(2) }
    return bytes.prefix(2).reduce(0) { $0 << 8 | Int($1) }
  }

  // MARK: Writing

  /// Makes `avcC` from sets in any order; nil unless there is a sequence and a picture parameter set.
  static func avc(_ sets: [Data], lengthSize: Int) -> (data: Data, video: SequenceParameters)? {
    let sequences = sets.filter { type(h264: $0) == 7 }
    let pictures = sets.filter { type(h264: $0) == 8 }
    let extensions = sets.filter { type(h264: $0) == 13 }
    guard let first = sequences.first, let video = SequenceParameters(h264: first), !pictures.isEmpty,
      sequences.count <= 31, pictures.count <= 255, extensions.count <= 255,
      sets.allSatisfy({ $0.count <= sizeLimit })
    else { return nil }
    let profile = Array(first.dropFirst().prefix(3))
    var data = Data([1] + profile + [0xFC | UInt8(lengthSize - 1), 0xE0 | UInt8(sequences.count)])
    for set in sequences { append(set, to: &data) }
    data.append(UInt8(pictures.count))
    for set in pictures { append(set, to: &data) }
    if [100, 110, 122, 144].contains(profile[0]) {
      data.append(contentsOf: [
        0xFC | UInt8(video.chromaFormat), 0xF8 | UInt8(video.lumaDepth), 0xF8 | UInt8(video.chromaDepth),
        UInt8(extensions.count),
      ])
      for set in extensions { append(set, to: &data) }
    }
    return (data, video)
  }

  /// Makes `hvcC` from sets in any order; nil unless there is a video, a sequence and a picture parameter set.
  static func hevc(_ sets: [Data], lengthSize: Int) -> (data: Data, video: SequenceParameters)? {
    let groups = [32, 33, 34, 39, 40].map { (type: Int) in (type, sets.filter { self.type(hevc: $0) == type }) }
    guard groups.prefix(3).allSatisfy({ !$0.1.isEmpty }), let first = groups[1].1.first,
      let video = SequenceParameters(hevc: first), sets.allSatisfy({ $0.count <= sizeLimit }), sets.count <= 255
    else { return nil }
    // The general profile, tier and level follow the NAL unit header and a byte with the number of layers.
    var reader = ParameterSetReader(first, skipping: 2)
    guard let header = try? reader.bits(8) else { return nil }
    var data = Data([1])
    for _ in 0..<12 { data.append(UInt8((try? reader.bits(8)) ?? 0)) }
    data.append(contentsOf: [
      0xF0, 0, 0xFC, 0xFC | UInt8(video.chromaFormat), 0xF8 | UInt8(video.lumaDepth & 7),
      0xF8 | UInt8(video.chromaDepth & 7), 0, 0,
      // The numbers of temporal layers and whether they are nested.
      UInt8((header >> 1 & 7) + 1) << 3 | UInt8(header & 1) << 2 | UInt8(lengthSize - 1),
    ])
    let used = groups.filter { !$0.1.isEmpty }
    data.append(UInt8(used.count))
    for (type, sets) in used {
      data.append(contentsOf: [0x80 | UInt8(type), 0, UInt8(sets.count)])
      for set in sets { append(set, to: &data) }
    }
    return (data, video)
  }

  private static func append(_ set: Data, to data: inout Data) {
    data.append(contentsOf: [UInt8(set.count >> 8), UInt8(set.count & 0xFF)])
    data.append(set)
  }

  private static func type(h264 unit: Data) -> Int? { unit.first.map { Int($0 & 0x1F) } }
  private static func type(hevc unit: Data) -> Int? { unit.first.map { Int($0 >> 1 & 0x3F) } }
}
