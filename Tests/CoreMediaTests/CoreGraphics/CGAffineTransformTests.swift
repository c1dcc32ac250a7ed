import CoreGraphics
import Testing

@Suite struct CGAffineTransformTests {
  @Test func identityChangesNothing() {
    let point = CGPoint(x: 3, y: -4)
    #expect(point.applying(.identity) == point)
    #expect(CGAffineTransform.identity.isIdentity && !CGAffineTransform().isIdentity)
    #expect(point.applying(CGAffineTransform()) == .zero)
  }

  /// The matrix of portrait phone videos: a quarter turn and a translation by the height.
  @Test func portraitVideo() {
    let transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 1080, ty: 0)
    #expect(CGSize(width: 1920, height: 1080).applying(transform) == CGSize(width: -1080, height: 1920))
    let frame = CGRect(x: 0, y: 0, width: 1920, height: 1080).applying(transform)
    #expect(frame == CGRect(x: 0, y: 0, width: 1080, height: 1920))
  }

  @Test func concatenationAppliesReceiverFirst() {
    let transform = CGAffineTransform(scaleX: 2, y: 3).concatenating(CGAffineTransform(translationX: 10, y: 20))
    #expect(CGPoint(x: 1, y: 1).applying(transform) == CGPoint(x: 12, y: 23))
    // The functions that build on a transform prepend the new step.
    let shifted = CGAffineTransform(scaleX: 2, y: 3).translatedBy(x: 10, y: 20)
    #expect(CGPoint(x: 1, y: 1).applying(shifted) == CGPoint(x: 22, y: 63))
  }

  @Test func positiveRotationTurnsXTowardY() {
    let point = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(abs(point.x) < 1e-15 && abs(point.y - 1) < 1e-15)
  }

  @Test func inverseRestoresPoint() {
    let transform = CGAffineTransform(rotationAngle: 0.3).scaledBy(x: 2, y: 5).translatedBy(x: 7, y: -1)
    let point = CGPoint(x: 11, y: 13)
    let back = point.applying(transform).applying(transform.inverted())
    #expect(abs(back.x - point.x) < 1e-12 && abs(back.y - point.y) < 1e-12)
    let flat = CGAffineTransform(scaleX: 0, y: 1)
    #expect(flat.inverted() == flat)
  }

  @Test func rotatedSquareHasLargerBoundingBox() {
    let box = CGRect(x: -1, y: -1, width: 2, height: 2).applying(CGAffineTransform(rotationAngle: .pi / 4))
    #expect(abs(box.width - 2 * 2.0.squareRoot()) < 1e-12 && abs(box.midX) < 1e-12)
    #expect(CGRect.null.applying(CGAffineTransform(translationX: 1, y: 1)).isNull)
  }
}
