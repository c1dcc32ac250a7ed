import Foundation
import PlayheadMedia
import TestSupport
import Testing

@testable import PlayheadFFmpeg

/// One tone per channel: each speaker of a device gets the channels that are its own, at the levels of ITU-R BS.775-3,
/// annex 4, table 2, and of FFmpeg's documentation for speakers beyond it.
@Suite struct ChannelLayoutTests {
  /// The layouts, and for each number of device channels the expected levels: a row for each speaker, a column for each
  /// channel of the file.
  struct Conversion: Sendable, CustomTestStringConvertible {
    /// libavutil's name, or the channels.
    let layout: String
    let levels: [[Double]]
    var testDescription: String { "\(layout) on \(levels.count) speakers" }
  }

  /// −3 dB.
  private static let half = 0.5.squareRoot()

  static let conversions: [Conversion] = [
    // Files of the order front left, front right, back left, back right.
    .init(layout: "quad", levels: [[1, 0, half, 0], [0, 1, 0, half]]),
    .init(layout: "quad", levels: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
    .init(
      layout: "quad",
      levels: [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]]),
    // Front left, front right, centre, sides.
    .init(layout: "5.0(side)", levels: [[1, 0, half, half, 0], [0, 1, half, 0, half]]),
    .init(
      layout: "5.0(side)",
      levels: [[1, 0, half, 0, 0], [0, 1, half, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1]]),
    .init(
      layout: "5.0(side)",
      levels: [
        [1, 0, 0, 0, 0], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0], [0, 0, 0, 1, 0], [0, 0, 0, 0, 1],
      ]),
    // Front left, front right, centre, low frequencies, back or sides. Low frequencies are not mixed into others.
    .init(layout: "5.1", levels: [[1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half]]),
    .init(
      layout: "5.1",
      levels: [
        [1, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0], [0, 0, 0, 1, 0, 0], [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 1],
      ]),
    .init(layout: "5.1(side)", levels: [[1, 0, half, 0, half, 0], [0, 1, half, 0, 0, half]]),
    // Back before side channels.
    .init(
      layout: "7.1", levels: [[1, 0, half, 0, half, 0, half, 0], [0, 1, half, 0, 0, half, 0, half]]),
    .init(
      layout: "7.1",
      levels: [
        [1, 0, 0, 0, 0, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, half, 0, 1, 0], [0, 0, 0, 0, 0, half, 0, 1],
      ]),
    // The top channels of the front, −3 dB.
    .init(
      layout: "FL+FR+FC+LFE+SL+SR+TFL+TFR",
      levels: [[1, 0, half, 0, half, 0, half, 0], [0, 1, half, 0, 0, half, 0, half]]),
    .init(
      layout: "FL+FR+FC+LFE+SL+SR+TFL+TFR",
      levels: [
        [1, 0, 0, 0, 0, 0, half, 0], [0, 1, 0, 0, 0, 0, 0, half], [0, 0, 1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0, 0],
        [0, 0, 0, 0, 1, 0, 0, 0], [0, 0, 0, 0, 0, 1, 0, 0],
      ]),
    // 5.1.4: the top channels of the back go to the surround channels.
    .init(
      layout: "FL+FR+FC+LFE+SL+SR+TFL+TFR+TBL+TBR",
      levels: [
        [1, 0, 0, 0, 0, 0, half, 0, 0, 0], [0, 1, 0, 0, 0, 0, 0, half, 0, 0], [0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
        [0, 0, 0, 1, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0, 0, half, 0], [0, 0, 0, 0, 0, 1, 0, 0, 0, half],
      ]),
  ]

  /// libavutil's bits of the layouts.
  private static let speakers: [String: UInt64] = [
    "stereo": 0x3, "quad": 0x33, "5.0(side)": 0x607, "5.1": 0x3F, "5.1(side)": 0x60F, "7.1": 0x63F,
    "FL+FR+FC+LFE+SL+SR+TFL+TFR": 0x560F, "FL+FR+FC+LFE+SL+SR+TFL+TFR+TBL+TBR": 0x2D60F,
  ]

  /// The tone of a channel in hertz.
  private static func tone(_ channel: Int) -> Double { 300 + 170 * Double(channel) }

  /// The levels of all tones in all output channels.
  private func levels(
    _ layout: String, channels: Int, speakers: Int, emphasizesDialogue: Bool = false
  ) throws
    -> [[Double]]
  {
    let (rate, amplitude) = (48_000, 0.1)
    var samples = [Int16](repeating: 0, count: rate * channels)
    for channel in 0..<channels {
      let sine = Tone.sine(Self.tone(channel), sampleRate: rate, count: rate, amplitude: amplitude)
      for index in sine.indices { samples[index * channels + channel] = Int16((sine[index] * 32768).rounded()) }
    }
    var resampler = AudioResampler(sampleRate: rate, channelCount: speakers)
    resampler.emphasizesDialogue = emphasizesDialogue
    var output: [Float] = []
    let mask = try #require(Self.speakers[layout])
    try resampler.convert(.made(samples, sampleRate: rate, channels: channels, speakers: mask), into: &output)
    try resampler.convert(nil, into: &output)
    return (0..<speakers).map { speaker in
      let own = stride(from: speaker, to: output.count, by: speakers).map { output[$0] }
      return (0..<channels).map { Tone.amplitude(of: Self.tone($0), in: own, sampleRate: rate) / amplitude }
    }
  }

  @Test(arguments: conversions)
  func everyChannelReachesItsSpeaker(_ conversion: Conversion) throws {
    let found = try levels(
      conversion.layout, channels: conversion.levels[0].count, speakers: conversion.levels.count)
    for (row, expected) in zip(found, conversion.levels) {
      #expect(zip(row, expected).allSatisfy { abs($0 - $1) < 0.005 }, "\(row) instead of \(expected)")
    }
  }

  @Test func emphasizedDialogueIsSixDecibelsLouderThanTheRest() throws {
    let found = try levels("5.1", channels: 6, speakers: 2, emphasizesDialogue: true)
    for (row, expected) in zip(found, [[Self.half, 0, 1, 0, 0.5, 0], [0, Self.half, 1, 0, 0, 0.5]]) {
      #expect(zip(row, expected).allSatisfy { abs($0 - $1) < 0.005 }, "\(row) instead of \(expected)")
    }
    // Stereo has no center.
    let stereo = try levels("stereo", channels: 2, speakers: 2, emphasizesDialogue: true)
    #expect(abs(stereo[0][0] - 1) < 0.005 && abs(stereo[1][1] - 1) < 0.005)
  }

  /// libavutil has no layout for 9 and 64 channels.
  @Test(arguments: [9, 64])
  func channelsWithoutLayoutReachTheSpeakersOfTheirNumbers(channels: Int) throws {
    var resampler = AudioResampler(sampleRate: 48_000, channelCount: 2)
    var output: [Float] = []
    let block = (0..<channels).map { Int16(1024 * ($0 % 8 + 1)) }
    let samples = Array(repeatElement(block, count: 480).joined())
    try resampler.convert(.made(samples, sampleRate: 48_000, channels: channels), into: &output)
    #expect(output == Array(repeatElement([1 / 32, 2 / 32], count: 480).joined()))
  }

  /// libswresample has memory for 64 channels.
  @Test(arguments: [65, 255, 512])
  func moreChannelsThanLibswresampleHasAreRefused(channels: Int) throws {
    var resampler = AudioResampler(sampleRate: 48_000, channelCount: 2)
    var output: [Float] = []
    let samples = [Int16](repeating: 8192, count: 480 * channels)
    #expect(throws: FFmpegError.self) {
      try resampler.convert(.made(samples, sampleRate: 48_000, channels: channels), into: &output)
    }
  }

  /// The bits of a file need not be a layout that a room can have.
  @Test(arguments: [UInt64(0x1), 0x200, 0x800, 0x8000, 0x100_0000_0003, 0x6000_0000, 0x3 << 62, 0x3_FFFF])
  func anyLayoutIsAudibleOnAnyDevice(mask: UInt64) throws {
    let channels = mask.nonzeroBitCount
    for speakers in [1, 2, 4, 6, 8] {
      var resampler = AudioResampler(sampleRate: 48_000, channelCount: speakers)
      var output: [Float] = []
      let samples = [Int16](repeating: 8192, count: 480 * channels)
      try resampler.convert(
        .made(samples, sampleRate: 48_000, channels: channels, speakers: mask), into: &output)
      #expect(output.count == 480 * speakers && output.contains { abs($0) > 0.05 })
    }
  }
}
