import CoreMedia
import PlayheadFFmpeg

/// The choice of the decoder instance in use.
extension VideoDecodeLoop {
  /// Before a start the decoder in use goes into the pool, resumes, or is flushed; or a pooled decoder replaces it.
  ///
  /// - Parameters:
  ///   - element: The next element of the queue; those that begin no start change nothing.
  ///   - current: The decoder in use, which may be replaced.
  /// - Throws: `FFmpegError` if a new decoder cannot be opened.
  func selectDecoder(for element: PipelineElement, _ current: inout PooledDecoder) throws(FFmpegError) {
    switch element {
    case .begin(let plan, _) where plan.reuse.isFresh:
      if plan.reuse.poolsFormer, addToPool(current) { current = try PooledDecoder(parameters, self.decoderPool.memory) }
      pendingFrames = []
      decoderPosition = DecoderPosition()
    case .begin(let plan, _) where plan.reuse.approach == .resume: decoderPosition.noteResumed()
    case .pooledDecoder(let entry):
      if plan?.reuse.poolsFormer == true { _ = addToPool(current) }
      retargeting?.resume(entry.position)
      current = entry.pooled
      parameters = current.parameters
      pendingFrames = current.pendingFrames
      current.pendingFrames = []
      decoderPosition = DecoderPosition(entry.position)
    default: break
    }
  }

  /// Puts the decoder in use into the pool. Returns false if it has no position from which it could resume.
  private func addToPool(_ current: PooledDecoder) -> Bool {
    if isPrefetching, let lastFrame {
      // Interrupted before it reached its target.
      pendingFrames = [lastFrame]
      decoderPosition.noteOpen(after: lastFrame.presentationTime)
    }
    // Without the shared frame memory, each decoder would hold as many frames as are cached.
    guard current.decoder.usesSharedPool, current.parameters === parameters, let position = decoderPosition.position,
      let frame = pendingFrames.first
    else { return false }
    current.pendingFrames = pendingFrames
    decoderPool.addToPool(current, at: position, frameBytes: frame.byteCount)
    return true
  }
}
