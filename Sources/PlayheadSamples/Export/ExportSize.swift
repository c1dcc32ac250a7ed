import PlayheadBasics
import PlayheadMedia

/// The size of a file that is being written, compared with a limit.
struct ExportSize {
  private let limit: Int64?
  private var size: Int64

  /// The bytes of a file without samples, approximately.
  private static let headerBytes: Int64 = 4096
  /// The bytes of the index for each sample of MP4: its size, its times, its place and whether it is a sync sample.
  private static let indexBytes: Int64 = 24

  /// A file without samples. `limit`: its largest size in bytes; nil without a limit.
  init(_ limit: Int64?, extras: FileExtras = FileExtras()) {
    self.limit = limit
    size = Self.headerBytes + Int64(extras.cover.count) + Int64(extras.chapters.count) * 256
  }

  /// Adds a sample of this many bytes. Returns false if the file would become larger than the limit.
  mutating func add(_ count: Int) -> Bool {
    size = size.addingSaturated(Int64(count)).addingSaturated(Self.indexBytes)
    return limit.map { size <= $0 } ?? true
  }
}
