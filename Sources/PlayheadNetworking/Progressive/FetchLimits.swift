/// How much of a resource is kept, and how far ahead is fetched.
package struct FetchLimits: Sendable, Equatable {
  /// Bytes kept in all: a minute of 4 Mbit/s.
  package var store = 32 << 20
  /// Bytes kept behind the position: players look back for what they have just passed, people by some seconds.
  package var back = 4 << 20
  /// How far ahead is fetched at most: 16 s of 4 Mbit/s, beside the packets that the engine holds itself.
  package var ahead = 8 << 20
  /// How far ahead is fetched at first: whoever opens a file looks here and there, and what they leave again was
  /// fetched for nothing.
  package var aheadAtFirst = 512 << 10
  /// Bytes that are rather read through than jumped over: at 10 Mbit/s they take about as long as a new question takes
  /// to be answered.
  package var reach = 256 << 10
  /// Answers that stay open beside each other: pictures and sound may lie far apart, and an index at the end.
  package var lanes = 2
  package init() {}
}
