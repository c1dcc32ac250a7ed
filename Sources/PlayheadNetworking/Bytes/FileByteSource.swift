import Foundation
import Glibc
import Synchronization

/// A regular file, a pipe or a device, read with system calls that a cancellation interrupts at once.
///
/// Regular files are read directly; everything else is opened in non-blocking mode and awaited with `poll`, so that a
/// pipe without a writer can block neither a seek nor the exit of the program.
package final class FileByteSource: ByteSource {
  /// The default timeout of a pipe in seconds: longer than any disk or encoder takes to start.
  package static let defaultSilenceLimit = 10

  /// The file descriptor, owned by the source and closed by its `deinit`.
  private let descriptor: Int32
  /// A pipe whose read end wakes `poll` on cancellation; -1 for regular files.
  private let wakeDescriptors: (read: Int32, write: Int32)
  /// The path for error messages; the file is not opened again.
  private let path: String
  /// Seconds without data after which a pipe or a device times out.
  private let silenceLimit: Int
  /// Whether it is a regular file: then reads do not wait, and every position can be read.
  private let isRegular: Bool
  /// The size when the file was opened; nil for pipes and devices.
  package let size: Int64?
  /// The offset of the next byte. Written by the reader only.
  private let offset = Atomic<Int64>(0)
  /// Set by `cancel` on any thread; checked before each system call.
  private let cancellation = Atomic<Bool>(false)

  /// `path` is a `SystemPath`. `silenceLimit` is in seconds and does not apply to regular files. `folder`: for files
  /// referenced by a document instead of the user or the application, the folder that must contain the file directly or
  /// indirectly, with symbolic links resolved; then it must also be a regular file.
  ///
  /// - Throws: `isDirectory`, `refused`, or `system` with the `errno` value.
  package init(
    path: String, silenceLimit: Int = defaultSilenceLimit, within folder: String? = nil
  ) throws(ByteSourceError) {
    var status = stat()
    guard SystemPath.withBytes(of: path, { stat($0, &status) }) == 0 else { throw .system(code: errno, path: path) }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else { throw .isDirectory(path: path) }
    // Opening a device may have side effects.
    if folder != nil, kind != S_IFREG { throw .refused(.specialFile) }
    let opened = SystemPath.withBytes(of: path) { open($0, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
    guard opened >= 0 else { throw .system(code: errno, path: path) }
    // The path may refer to another file by now.
    let isRegular = fstat(opened, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    if let folder, !isRegular || !Self.isContained(opened, within: folder) {
      close(opened)
      throw .refused(isRegular ? .outsideFolder : .specialFile)
    }
    var wake: [Int32] = [-1, -1]
    if !isRegular && pipe(&wake) == 0 {
      for end in wake {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    self.descriptor = opened
    self.wakeDescriptors = (wake[0], wake[1])
    self.path = path
    self.silenceLimit = silenceLimit
    self.isRegular = isRegular
    self.size = isRegular ? Int64(status.st_size) : nil
    if isRegular { posix_fadvise(opened, 0, 0, POSIX_FADV_SEQUENTIAL) }
  }

  deinit {
    close(descriptor)
    if wakeDescriptors.read >= 0 { close(wakeDescriptors.read) }
    if wakeDescriptors.write >= 0 { close(wakeDescriptors.write) }
  }

  /// True for regular files only.
  package var isSeekable: Bool { isRegular }

  /// Whether the opened file is inside a folder, with symbolic links resolved.
  private static func isContained(_ descriptor: Int32, within folder: String) -> Bool {
    guard let file = realpath("/proc/self/fd/\(descriptor)", nil),
      let outer = SystemPath.withBytes(of: folder, { realpath($0, nil) })
    else { return false }
    defer {
      free(file)
      free(outer)
    }
    return ReferencePolicy.normalized(text(file))?.isWithin(text(outer)) == true
  }

  /// Converts a path of the C library, which need not be UTF-8.
  private static func text(_ path: UnsafePointer<CChar>) -> String {
    SystemPath.text(of: UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  /// Reads from the start without moving the position; empty for pipes, whose bytes can be read only once.
  package func head(_ count: Int) -> [UInt8] {
    guard isRegular else { return [] }
    var bytes = [UInt8](repeating: 0, count: count)
    let read = pread(descriptor, &bytes, count, 0)
    return Array(bytes.prefix(max(0, read)))
  }

  /// Reads the next bytes; waits only for pipes and devices. Repeats interrupted system calls.
  ///
  /// - Throws: `cancelled`, `timedOut`, or `system` with the `errno` value.
  package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
    while true {
      if isCancelled { throw .cancelled }
      // A pipe without a writer reads as ended: read only after `poll` reports data.
      if !isRegular, try !waitForData() { continue }
      let position = offset.load(ordering: .relaxed)
      let count =
        isRegular
        ? pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
        : Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count >= 0 {
        offset.store(position + Int64(count), ordering: .relaxed)
        return count
      }
      if errno == EINTR || errno == EAGAIN { continue }
      throw .system(code: errno, path: path)
    }
  }

  /// Waits for data. False if the wait ended for another reason.
  private func waitForData() throws(ByteSourceError) -> Bool {
    var waited = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: wakeDescriptors.read, events: Int16(POLLIN), revents: 0),
    ]
    let result = poll(&waited, 2, Int32(silenceLimit * 1000))
    if result < 0 && errno != EINTR { throw .system(code: errno, path: path) }
    if result == 0 { throw .timedOut(seconds: silenceLimit) }
    return result > 0 && waited[0].revents != 0
  }

  /// Moves the position, also beyond the end, where reads return 0.
  ///
  /// - Throws: `system` with `ESPIPE` for pipes, devices and negative offsets.
  package func seek(to offset: Int64) throws(ByteSourceError) {
    guard isRegular, offset >= 0 else { throw .system(code: ESPIPE, path: path) }
    self.offset.store(offset, ordering: .relaxed)
  }

  /// Whether reads fail until `resume`.
  package var isCancelled: Bool { cancellation.load(ordering: .acquiring) }

  /// Makes reads fail, and wakes a reader that waits for a pipe.
  package func cancel() {
    cancellation.store(true, ordering: .releasing)
    guard wakeDescriptors.write >= 0 else { return }
    var byte: UInt8 = 1
    _ = write(wakeDescriptors.write, &byte, 1)
  }

  /// Allows reads again, and removes the wake-up of earlier cancellations.
  package func resume() {
    cancellation.store(false, ordering: .releasing)
    guard wakeDescriptors.read >= 0 else { return }
    var bytes = [UInt8](repeating: 0, count: 64)
    while Glibc.read(wakeDescriptors.read, &bytes, bytes.count) > 0 {}
  }
}
