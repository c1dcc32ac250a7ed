/// How long one request may take, in seconds. A transfer that is paused by its receiver takes no time.
package struct HTTPLimits: Sendable, Equatable {
  /// Name, connection and TLS.
  package var connect: Double
  /// From the start to the head of the answer.
  package var firstByte: Double
  /// Between two pieces of the body.
  package var idle: Double
  /// All of it; nil for what may last as long as a film.
  package var whole: Double?

  package init(connect: Double, firstByte: Double, idle: Double, whole: Double? = nil) {
    self.connect = connect
    self.firstByte = firstByte
    self.idle = idle
    self.whole = whole
  }
}
