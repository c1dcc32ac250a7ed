/// FFmpeg's names of the code points of ITU-T H.273. nil if the stream does not declare one.
package enum ColorNames {
  /// The name of a value of ColourPrimaries (ITU-T H.273 §8.1).
  package static func primaries(_ code: Int32) -> String? {
    let names: [Int32: String] = [
      1: "bt709", 4: "bt470m", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "film", 9: "bt2020", 10: "smpte428",
      11: "smpte431", 12: "smpte432", 22: "ebu3213",
    ]
    return name(code, names)
  }

  /// The name of a value of TransferCharacteristics (ITU-T H.273 §8.2).
  package static func transfer(_ code: Int32) -> String? {
    let names: [Int32: String] = [
      1: "bt709", 4: "gamma22", 5: "gamma28", 6: "smpte170m", 7: "smpte240m", 8: "linear", 9: "log100", 10: "log316",
      11: "iec61966-2-4", 12: "bt1361e", 13: "iec61966-2-1", 14: "bt2020-10", 15: "bt2020-12", 16: "smpte2084",
      17: "smpte428", 18: "arib-std-b67",
    ]
    return name(code, names)
  }

  /// The name of a value of MatrixCoefficients (ITU-T H.273 §8.3).
  package static func matrix(_ code: Int32) -> String? {
    let names: [Int32: String] = [
      0: "gbr", 1: "bt709", 4: "fcc", 5: "bt470bg", 6: "smpte170m", 7: "smpte240m", 8: "ycgco", 9: "bt2020nc",
      10: "bt2020c", 11: "smpte2085", 12: "chroma-derived-nc", 13: "chroma-derived-c", 14: "ictcp",
    ]
    return name(code, names)
  }

  /// 2 is “unspecified” and 3 (and 0, except for matrices) is reserved; a number without a name is returned as is.
  private static func name(_ code: Int32, _ names: [Int32: String]) -> String? {
    if let name = names[code] { return name }
    return code == 2 || code == 3 || code <= 0 ? nil : "\(code)"
  }
}
