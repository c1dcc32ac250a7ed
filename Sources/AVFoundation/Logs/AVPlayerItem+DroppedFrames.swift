import PlayheadItems

extension AVPlayerItem {
  /// The number of frames that were late and not shown, of files too: the access log exists only for transfers. Any
  /// thread.
  package nonisolated var droppedFrameCount: Int {
    engineItem.journal.entries.reduce(0) { count, entry in
      if case .dropped(let frames) = entry.event { count + frames } else { count }
    }
  }
}
