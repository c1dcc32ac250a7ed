import Testing

@Suite("Frames on a simulated display")
struct FrameCadenceTests {
  /// The seconds after which a cadence is steady: the display and the frame rate have been measured.
  private static let settled = 2

  @Test(
    "Every frame rate has an ideal cadence on every display",
    arguments: Rate.ofDisplays, Rate.ofFrames)
  func steadyCadence(refreshRate: Rate, frameRate: Rate) {
    let display = SimulatedDisplay(frameRate: frameRate, refreshRate: refreshRate)
    let cadence = Cadence(display.play(), on: display, from: Self.settled)
    #expect(cadence.deviation <= 1)
    // The number of steps of a kind depends on where the cadence begins.
    #expect(cadence.irregularSteps <= 2, "\(cadence.steps), not \(cadence.idealSteps)")
    #expect(abs(cadence.lostFrames) <= 1)
    #expect(abs(cadence.meanOffset) <= refreshRate.milliseconds / 2)
  }

  @Test("Deadlines in the middle between two refreshes keep their cadence", arguments: Rate.ofFrames)
  func deadlinesBetweenRefreshes(frameRate: Rate) {
    for phase in [0, 500] {
      let display = SimulatedDisplay(frameRate: frameRate, refreshRate: Rate(60), phase: phase)
      let cadence = Cadence(display.play(), on: display, from: Self.settled)
      #expect(cadence.deviation <= 1)
      #expect(cadence.irregularSteps <= 2, "\(cadence.steps), not \(cadence.idealSteps)")
    }
  }

  @Test("A film of 23.976 frames a second on 60 Hz alternates 2 and 3 refreshes")
  func filmOnTelevision() {
    let display = SimulatedDisplay(frameRate: Rate(24000, 1001), refreshRate: Rate(60))
    let cadence = Cadence(display.play(), on: display, from: Self.settled)
    // 200 frames last 500.5 refreshes: one step of 2 in 200 frames is one of 3 instead.
    #expect(cadence.steps.keys.sorted() == [2, 3])
    let frames = cadence.steps.values.reduce(0, +)
    #expect(abs(cadence.steps[3, default: 0] - cadence.steps[2, default: 0] - frames / 200) <= 2)
  }

  @Test("Without predicted refreshes the cadence is irregular, and frames are lost")
  func withoutPrediction() {
    var film = SimulatedDisplay(frameRate: Rate(24000, 1001), refreshRate: Rate(60))
    film.isReported = false
    #expect(Cadence(film.play(), on: film, from: Self.settled).deviation > 4)
    var game = SimulatedDisplay(frameRate: Rate(60000, 1001), refreshRate: Rate(60))
    game.isReported = false
    #expect(Cadence(game.play(), on: game, from: Self.settled).lostFrames > 50)
  }

  @Test(
    "The cadence is steady with inexact and missing reports",
    arguments: [Rate(24000, 1001), Rate(25), Rate(60)], [Rate(60000, 1001), Rate(144)])
  func poorReports(frameRate: Rate, refreshRate: Rate) {
    var display = SimulatedDisplay(frameRate: frameRate, refreshRate: refreshRate)
    // Some compositors report whole milliseconds.
    (display.reportError, display.missingReports) = (500_000, 400)
    let cadence = Cadence(display.play(), on: display, from: 6)
    #expect(cadence.deviation <= 1)
    #expect(cadence.lostFrames <= 1)
  }

  @Test("The wait for GTK's frame clock does not change the cadence", arguments: Rate.ofDisplays, Rate.ofFrames)
  func toolkit(refreshRate: Rate, frameRate: Rate) {
    var display = SimulatedDisplay(frameRate: frameRate, refreshRate: refreshRate)
    (display.hasToolkit, display.latency) = (true, 2_000_000)
    let cadence = Cadence(display.play(), on: display, from: Self.settled)
    #expect(cadence.deviation <= 1)
    #expect(cadence.irregularSteps <= 2, "\(cadence.steps), not \(cadence.idealSteps)")
  }

  @Test("A stall delays single frames, and the cadence continues", arguments: [Rate(24), Rate(30000, 1001)])
  func stalls(frameRate: Rate) {
    var display = SimulatedDisplay(frameRate: frameRate, refreshRate: Rate(60))
    (display.stallPeriod, display.stall) = (100, 12_000_000)
    let cadence = Cadence(display.play(), on: display, from: Self.settled)
    // One frame in a hundred is shown one refresh late: 16.7 ms · √0.01.
    #expect(cadence.deviation <= 1.7)
    #expect(cadence.lostFrames == 0)
  }

  @Test("The latency of a compositor is learned", arguments: [0, 1, 7, 14, 22])
  func compositorLatency(milliseconds: Int) {
    var display = SimulatedDisplay(frameRate: Rate(24), refreshRate: Rate(60), phase: 200)
    display.latency = milliseconds * 1_000_000
    let cadence = Cadence(display.play(), on: display, from: Self.settled)
    #expect(cadence.deviation <= 1)
    #expect(abs(cadence.meanOffset) <= Rate(60).milliseconds / 2)
  }

  @Test(
    "A display with a variable refresh rate shows frames at their deadlines",
    arguments: [Rate(24), Rate(25), Rate(30000, 1001), Rate(60)])
  func variableRefreshRate(frameRate: Rate) {
    var display = SimulatedDisplay(frameRate: frameRate, refreshRate: Rate(144), isVariable: true)
    (display.deadlineError, display.seconds) = (100_000, 120)
    let shown = display.play()
    let first = shown.count / 2
    let errors = shown.indices.dropFirst(first).map { frame in
      Double((shown[frame] ?? .max / 2) - display.deadline(of: frame) - display.latency) / 1e6
    }
    // The wake-up is late by up to 0.5 ms, and drawing takes 0.5 ms more or less than usual.
    #expect(errors.count { abs($0) > 1.5 } <= errors.count / 50)
  }
}
