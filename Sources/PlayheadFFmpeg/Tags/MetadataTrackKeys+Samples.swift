import PlayheadMedia

extension MetadataTrackKeys {
  /// Parses a track's `stsd` box, without its header; nil if it describes something else.
  init?(sampleDescription: [UInt8]) {
    var bytes = TagBytes(sampleDescription)
    guard bytes.skip(8), let size = bytes.number(4), bytes.fourCharacters() == "mebx", size >= 16, bytes.skip(8),
      let entry = bytes.take(min(Int(clamping: size) - 16, bytes.count))
    else { return nil }
    self.init(keys: [:])
    for (type, content) in Self.boxes(entry) where type == Self.code("keys") {
      for (number, key) in Self.boxes(content) { add(key, number) }
    }
  }

  /// Adds a key with the optional type and language in its description.
  private mutating func add(_ description: ArraySlice<UInt8>, _ number: UInt64) {
    var key: Key?
    var (type, language): (UInt64?, String?) = (nil, nil)
    for (box, content) in Self.boxes(description) {
      var bytes = TagBytes(content)
      switch box {
      // Fields of other items have another key namespace: they are nested in those items.
      case Self.code("keyd"):
        if bytes.fourCharacters() == "mdta" { key = Key(name: TagBytes.utf8(bytes.rest)) }
      case Self.code("dtyp"): type = bytes.number(4) == 0 ? bytes.number(4) : nil
      case Self.code("loca"): language = TagBytes.utf8(bytes.rest).unpadded
      default: break
      }
    }
    guard var key, keys.count < TagLimits.count else { return }
    (key.type, key.language) = (type, language)
    keys[number] = key
  }

  /// The tags in a sample. Items with unknown keys are omitted.
  func tags(ofSample bytes: [UInt8]) -> [MediaTag] {
    Self.boxes(bytes[...]).compactMap { number, content in
      guard let key = keys[number], content.count <= TagLimits.valueBytes else { return nil }
      let bytes = Array(content)
      return value(bytes, key).map { MediaTag(.quickTimeMetadata, key.name, $0, language: key.language) }
    }
  }

  /// Converts the bytes of a value by the type of its key.
  private func value(_ bytes: [UInt8], _ key: Key) -> MediaTag.Value? {
    switch key.type {
    case nil, 0: .bytes(bytes, .raw)
    case 13: .bytes(bytes, .jpeg)
    case 14: .bytes(bytes, .png)
    case 27: .bytes(bytes, .bmp)
    case let type?: MP4Tags.value(bytes, type: type, key: key.name)
    }
  }

  /// The number of a four-character code.
  private static func code(_ name: StaticString) -> UInt64 {
    name.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt64($1) } }
  }

  /// Boxes with a size, a four-byte number and content.
  private static func boxes(_ bytes: ArraySlice<UInt8>) -> [(number: UInt64, content: ArraySlice<UInt8>)] {
    var reader = TagBytes(bytes)
    var result: [(UInt64, ArraySlice<UInt8>)] = []
    while result.count < TagLimits.count, let size = reader.number(4), let number = reader.number(4), size >= 8,
      let content = reader.take(Int(clamping: size) - 8)
    {
      result.append((number, content))
    }
    return result
  }
}
