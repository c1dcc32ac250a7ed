import CPlayheadFFmpeg
import Foundation
import PlayheadFFmpeg
import Testing

/// Tests the trampolines that open FFmpeg with the first call.
@Suite("FFmpeg libraries")
struct LibrariesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../Sources/CPlayheadFFmpeg")

  private static func functions() throws -> [String] {
    let text = try String(contentsOf: folder.appendingPathComponent("forward.c"), encoding: .utf8)
    let names = text.matches(of: /(?m)^FUNCTION\((\w+)\)/).map { String($0.1) }
    #expect(names.count == Set(names).count && names.count > 50)
    return names
  }

  @Test("every trampoline resolves to a function of a library")
  func found() throws {
    FFmpegLibraries.load()
    let versions = [
      ("avformat", LIBAVFORMAT_VERSION_MAJOR), ("avcodec", LIBAVCODEC_VERSION_MAJOR),
      ("avutil", LIBAVUTIL_VERSION_MAJOR), ("swscale", LIBSWSCALE_VERSION_MAJOR),
      ("swresample", LIBSWRESAMPLE_VERSION_MAJOR),
    ]
    let handles = try versions.map { try #require(dlopen("lib\($0.0).so.\($0.1)", RTLD_LAZY | RTLD_LOCAL)) }
    let missing = try Self.functions().filter { name in !handles.contains { dlsym($0, name) != nil } }
    // FFmpeg 6.1 replaced the first functions by the second; it had both until 7.
    let replaced = [
      ["av_stream_get_side_data", "av_stream_new_side_data"], ["av_packet_side_data_get", "av_packet_side_data_new"],
    ]
    #expect(missing.isEmpty || replaced.contains { Set($0) == Set(missing) }, "\(missing)")
  }

  @Test("trampolines are hidden and no library is linked")
  func hidden() throws {
    let program = try #require(dlopen(nil, RTLD_LAZY))
    for name in try Self.functions() { #expect(dlsym(program, name) == nil, "\(name)") }
    let map = try String(
      contentsOf: Self.folder.appendingPathComponent("include/module.modulemap"), encoding: .utf8)
    #expect(!map.contains("link "))
  }

  @Test("a call passes all its arguments to the library")
  func called() {
    // AVERROR_INVALIDDATA's sentence is in libavutil/error.c.
    var text = [CChar](repeating: 0, count: 128)
    #expect(av_strerror(playhead_error_invalid_data, &text, text.count) == 0)
    let sentence = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    #expect(sentence == "Invalid data found when processing input")
    #expect(av_rescale_rnd(90_000, 1, 30, AV_ROUND_NEAR_INF) == 3_000)
  }
}
