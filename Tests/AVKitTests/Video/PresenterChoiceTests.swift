import PlayheadClock
import Testing

@testable import AVKit

@Suite("Choice of the presenter")
struct PresenterChoiceTests {
  private func choose(
    cairo: Bool, _ setting: String? = nil, driver: String? = "Mesa Intel(R) UHD 620"
  ) -> PresenterChoice {
    PresenterChoice.choose(drawsWithCairo: cairo, setting: setting) { driver }
  }

  @Test("The cairo renderer always uses software, without querying a driver")
  func cairo() {
    var wasQueried = false
    let choice = PresenterChoice.choose(drawsWithCairo: true, setting: "gl") {
      wasQueried = true
      return "NVIDIA"
    }
    #expect(choice == .software(.cairo))
    #expect(!wasQueried)
  }

  @Test("A GPU draws with GL, a software driver does not")
  func drivers() {
    #expect(choose(cairo: false) == .gl)
    #expect(choose(cairo: false, driver: "llvmpipe (LLVM 15.0.6, 256 bits)") == .software(.texture))
    #expect(choose(cairo: false, driver: nil) == .software(.texture))
  }

  @Test("The setting decides where both are possible")
  func setting() {
    #expect(choose(cairo: false, "software") == .software(.texture))
    #expect(choose(cairo: false, "gl", driver: "llvmpipe (LLVM 15.0.6, 256 bits)") == .gl)
    #expect(choose(cairo: false, "gl", driver: nil) == .software(.texture))
  }

  @Test("An estimate rises at once, falls slowly, and recovers soon after a stall")
  func estimates() {
    var cost = CostEstimate(initial: .milliseconds(8), ceiling: .milliseconds(60))
    cost.add(.milliseconds(20))
    #expect(cost.value == .milliseconds(20))
    cost.add(.milliseconds(4))
    #expect(cost.value == HostDuration(nanoseconds: 19_500_000))
    cost.add(.milliseconds(5000))
    #expect(cost.value == .milliseconds(60))
  }

  @Test("The usual cost is the median of measurements, whatever the outliers")
  func usualCost() {
    var cost = TypicalCost(initial: .milliseconds(2))
    for index in 0..<300 { cost.add(index % 10 == 0 ? .milliseconds(500) : .milliseconds(1)) }
    #expect(abs(cost.value.seconds - 0.001) < 0.0003)
  }
}
