import Testing

@testable import PlayheadPipeline

/// Frames that a late decoder skips.
@Suite struct OverloadPolicyTests {
  typealias Action = OverloadPolicy.Action

  /// Actions for packets with these lags; the keyframes by their indexes. `due`: packets at which a later keyframe is
  /// due.
  private func actions(_ lags: [Double?], keys: Set<Int>, due: Set<Int> = []) -> [Action] {
    var policy = OverloadPolicy()
    return lags.enumerated().map { index, lag in
      policy.action(lag: lag, isKey: keys.contains(index)) { due.contains(index) }
    }
  }

  @Test func decodesEverythingInTime() {
    #expect(actions([0, 0.05, 0.1, nil, -1], keys: [0]) == Array(repeating: .decode, count: 5))
  }

  @Test func dropsNonReferenceFramesWhenSlightlyLate() {
    #expect(actions([0, 0.2, 0.4, 0.05], keys: [0]) == [.decode, .skipNonReference, .skipNonReference, .decode])
  }

  @Test func skipsToAKeyframeThatIsDue() {
    #expect(
      actions([0, 0.6, 0.6, 0.2, 0.1], keys: [0, 3], due: [1])
        == [.decode, .skip, .skip, .skipNonReference, .decode])
  }

  @Test func waitsForKeyframeWhileLagIsTolerable() {
    #expect(actions([0, 0.6, 1.9], keys: [0]) == [.decode, .skipNonReference, .skipNonReference])
  }

  @Test func boundsLagWhenNextKeyframeIsFar() {
    #expect(actions([0, 0, 2.1, 1, 0.05], keys: [0, 1, 4]) == [.decode, .decode, .skip, .skip, .decode])
  }

  @Test func doesNotWaitForKeyframeInSingleKeyframeStream() {
    #expect(actions([0, 2.1, 5, 9], keys: [0]) == [.decode] + Array(repeating: .skipNonReference, count: 3))
  }

  @Test func decodesOnlyNewestDueKeyframe() {
    #expect(
      actions([0, 0.6, 0.6, 0.6, 0.05], keys: [0, 1, 2, 3, 4], due: [1, 2])
        == [.decode, .skip, .skip, .skipNonReference, .decode])
  }
}
