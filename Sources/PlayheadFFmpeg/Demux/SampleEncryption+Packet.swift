import CPlayheadFFmpeg
import PlayheadMedia

extension SampleEncryption {
  /// The encryption of libavformat's packet; nil if it is in clear, or its scheme is unknown.
  init?(_ raw: UnsafeMutablePointer<AVPacket>) {
    var size = 0
    guard let data = av_packet_get_side_data(raw, AV_PKT_DATA_ENCRYPTION_INFO, &size),
      let info = av_encryption_info_get_side_data(data, size)
    else { return nil }
    defer { av_encryption_info_free(info) }
    let scheme: Scheme
    switch info.pointee.scheme {
    case 0x6365_6E63: scheme = .cenc
    case 0x6365_6E73: scheme = .cens
    case 0x6362_6331: scheme = .cbc1
    case 0x6362_6373: scheme = .cbcs
    default: return nil
    }
    self.init(
      scheme,
      keyID: Array(UnsafeBufferPointer(start: info.pointee.key_id, count: Int(info.pointee.key_id_size))),
      vector: Array(UnsafeBufferPointer(start: info.pointee.iv, count: Int(info.pointee.iv_size))),
      encryptedBlocks: Int(info.pointee.crypt_byte_block), clearBlocks: Int(info.pointee.skip_byte_block),
      subsamples: UnsafeBufferPointer(start: info.pointee.subsamples, count: Int(info.pointee.subsample_count)).map {
        Subsample(clear: Int($0.bytes_of_clear_data), protected: Int($0.bytes_of_protected_data))
      })
  }
}
