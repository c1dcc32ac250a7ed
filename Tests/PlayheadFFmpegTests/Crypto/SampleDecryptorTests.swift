import Foundation
import PlayheadMedia
import Testing

@testable import PlayheadFFmpeg

/// The ciphertexts were made with openssl, sample by sample as ISO/IEC 23001-7 §9 and §10 describe, from bytes that
/// count up in steps of seven.
@Suite struct SampleDecryptorTests {
  private static let key = (0x10..<0x20).map { UInt8($0) }
  /// The counter wraps around within the sample.
  private static let vector = (0xA0..<0xA8).map { UInt8($0) } + [UInt8](repeating: 0xFF, count: 7) + [0xFD]
  private static let plain = (0..<403).map { UInt8(truncatingIfNeeded: $0 * 7 + 3) }
  private static let subsamples = [(10, 83), (5, 160), (33, 112)].map {
    SampleEncryption.Subsample(clear: $0, protected: $1)
  }

  private static func encryption(
    _ scheme: SampleEncryption.Scheme, _ encrypted: Int = 0, _ clear: Int = 0, subsamples: Bool = true
  ) -> SampleEncryption {
    SampleEncryption(
      scheme, keyID: [], vector: vector, encryptedBlocks: encrypted, clearBlocks: clear,
      subsamples: subsamples ? Self.subsamples : [])
  }

  private static func decrypted(_ bytes: [UInt8], _ encryption: SampleEncryption) -> [UInt8]? {
    var bytes = bytes
    let isDecrypted = bytes.withUnsafeMutableBufferPointer {
      SampleDecryptor(key: key)?.decrypt($0, encryption) ?? false
    }
    return isDecrypted ? bytes : nil
  }

  @Test func decryptsAllSchemes() throws {
    let cases: [(SampleEncryption, String)] = [
      (Self.encryption(.cenc), Self.cenc), (Self.encryption(.cens, 2, 3), Self.cens),
      (Self.encryption(.cbc1), Self.cbc1), (Self.encryption(.cbcs, 1, 2), Self.cbcs),
      (Self.encryption(.cbcs, subsamples: false), Self.whole), (Self.encryption(.cbc1, subsamples: false), Self.whole),
    ]
    for (encryption, text) in cases {
      let bytes = [UInt8](try #require(Data(base64Encoded: text)))
      #expect(bytes != Self.plain)
      #expect(Self.decrypted(bytes, encryption) == Self.plain, "\(encryption.scheme)")
    }
  }

  @Test func rejectsSubsamplesBeyondThePacket() {
    #expect(Self.decrypted(Array(Self.plain.dropLast()), Self.encryption(.cenc)) == nil)
    var huge = Self.encryption(.cbcs, 1, 9)
    huge.subsamples = [.init(clear: .max, protected: .max)]
    #expect(Self.decrypted(Self.plain, huge) == nil)
    var vector = Self.encryption(.cenc)
    vector.vector = [1, 2, 3]
    #expect(Self.decrypted(Self.plain, vector) == nil)
  }

  @Test func rejectsKeysOfOtherLengths() {
    #expect(SampleDecryptor(key: [1, 2, 3]) == nil)
    #expect(SampleDecryptor(key: [UInt8](repeating: 0, count: 32)) == nil)
  }

  private static let cenc = [
    "AwoRGB8mLTQ7Qmh5UJ/3lf/gZHYWFOfFKNVAunephth0NxDUN8N1HDUwQuzTKOqEgd0FfXiAouPNonYwLhqPhDDc7W6OCk1K0qv9",
    "MFhZ/m6MJv9xhBX1F7WMkgW2jpWco6pm++ZpJ7yJJdxYLWuxzaVrd7g9HE467qGD5LP16bonAfWYi42EIToeDPCvA6ZNudXEi1vX",
    "5YtDYnZaLvEPrt1OfQj/g4NP4h5e/BBzlFOfUCLdyyxMYj4yz7LvHfDWUznDHUOZIVmvJpqjWmwkLDEL3G2VFTvVyqwzV8sYMedH",
    "JAC2l3w/3uMAXgup6aXw1JOFu7fJf6yu4cqn04n0LJk0ERgfJi00O0JJUFdeZWxzeoGIj5adpKuyucDHztXc4+rx7E1vngXwoOZA",
    "iLUAPpDm9YYHo1gxr6Xo3vdp0+iBL/L+B1XPqSZTPYb2dsiaNO1NKZpasLJKflUkOFIaiCPjxyC9LZbjAgRQG424QRxQp/rsaUxg",
    "FwBXRAaLrmhxHOpiqQTq8BaKSPsrXO9xrItRQA==",
  ].joined()
  private static let cens = [
    "AwoRGB8mLTQ7Qmh5UJ/3lf/gZHYWFOfFKNVAunephth0NxDUN8N1HDUwKTA3PkVMU1phaG92fYSLkpmgp661vMPK0djf5u30+wIJ",
    "EBceJSwzOkFIT1ZdZGtyeYCHjpWco6raZFvQYhwJZY3l4Ajaa1Uqzrimggd8uERl1jaC1cKqI5GYn6attLvCydDX3uXs8/oBCA8W",
    "HSQrMjlAR05VXGNqcXh/ho2Um6KpsLe+xczT2hXIoLEmRrQOpxnsbZ1PnbS63W6xLi3UaOHCUKsNdiYOwcjP1t3k6/L5AAcOFRwj",
    "KjE4P0ZNVFtiaXB3foWMk5qhqK+2vcTL0tng5+71/AMKERgfJi00O0JJUFdeZWxzeoGIj5adpKuyucDHztXc4+rxOUl3W4QJCFpO",
    "ks2fyIfB/a7L/RmEn7mwNSZycJy7F5LY3+bt9PsCCRAXHiUsMzpBSE9WXWRrcnmAh46VnKOqsbi/xs3U2+Lp8Pf+BQwTGiGJZRn4",
    "xx+Toc8PPjpm6jXLaiGCocQ7x8cLrmISoFQ3UA==",
  ].joined()
  private static let cbc1 = [
    "AwoRGB8mLTQ7QuPaK6UJfQMjkVWCV+2R+rzFUCzHQuBxpTye2EjP8kyVuWwbihuRYLTjhCltyIclEQXLNyZko+ZM1qL9nUuZ4UbD",
    "5bRS7u+Xaz+PHioKhcuXeYCHjpWco6o7A6VtLTpzedKJbXyohu+XlpatxU1ZqtAOLK+zly7Ehy9rOJImDAID+DxzQNvXvlFPHQoH",
    "5fRjEnHKWl/HijGptIV0U8tjyItfHVlhsMBhfYng2mLgNXZOQCvr1vZsC1CNVy8mdPKHaY/jOu+JDNOugMQk0iE2GWT71NWbPd95",
    "OEnp/qccChEa1e4COlWSbz3DGcAldo4ujArpcOKpfI4cERgfJi00O0JJUFdeZWxzeoGIj5adpKuyucDHztXc4+rxF+9DAfOJpb1d",
    "/fTp7VMM7oAWl9yyhOcU2bJkd5Mdr/s0rpC5sKHZx2XVzpQ4AwyuMjab00JZxgi6WGkH1LS2WA7k9ZBXWQC/3wNWFIxnDuvA7Sw4",
    "TRFRhbfOjrJSUiH2NzkqD3mDc5GuF63Ju/EZqA==",
  ].joined()
  private static let cbcs = [
    "AwoRGB8mLTQ7QuPaK6UJfQMjkVWCV+2R+ry5wMfO1dzj6vH4/wYNFBsiKTA3PkVMU1phaG92fYSLktah0LAEtO+7apjaddzGCwAJ",
    "EBceJSwzOkFIT1ZdZGtyeYCHjpWco6pbPWWYI7UpW865tsTXMpmQISgvNj1ES1JZYGdudXyDipGYn6attLvCydDX3uXs8/pTmjPa",
    "ZXfdlXL3WG0z0QuXcXh/ho2Um6KpsLe+xczT2uHo7/b9BAsSGSAnLjU8Q0pSpO5oFhKZdpzWqKIcPgSywcjP1t3k6/L5AAcOFRwj",
    "KjE4P0ZNVFtiaXB3foWMk5pe/2JtH0T97Aa5oStYlbTZERgfJi00O0JJUFdeZWxzeoGIj5adpKuyucDHztXc4+rxbN0+XTI6wggH",
    "Ncgaqtn7V2hvdn2Ei5KZoKeutbzDytHY3+bt9PsCCRAXHiUsMzpBi25/KCmulzyWpqp1xVcc3ri/xs3U2+Lp8Pf+BQwTGiEoLzY9",
    "REtSWWBnbnV8g4qRyc4GjtBb3csTDvlvp78gCg==",
  ].joined()
  private static let whole = [
    "JxfBGKIInIcenjgfcGCLcjgTW94Zmhq1PhsUDMnFpOWQnEJ2ZoclIp8M7azGGDcCstpb8cNPZSI6yEyKgR4UaNggxftya39OhJ6W",
    "bBnZ1s/cDHEwuLGSIVZEqgZGp/3vjQgF9Mp6SP9uehZUgHYR9Opetm3xZH1R+aprVSCBry9cZLxweNhll8dGd/0YoWhwK4cW/dS5",
    "QNEzMClAEG+nyWaxI8ooFjYqVbRK9alLRq+tpWcCleFoveAEd2t8JqKE0v0MtE23t+aKO8s4q0BiLkZUyEHAkggoHcvTMZWl/HVz",
    "6xba4tsrJg/JWY2mBPkmc9GcZJQxTZyC1EmJCZylkL+fqj853W/jPhbvYH3BRwh1WSatkVBxa9UroIrx+UJIepebdYnzNQws4Zxj",
    "H63HdFTRPyq5ait3R44W0JFDk6e7HzCToEFNtYBw8H3tb2756bJtQtiuBFCgQxZZ+ekbD0iDCAY0DYdTLqEA1I1LHIRHckDYlE1+",
    "UjqsunVC2CDdwFfwgOXRKwHVShIrjogwJvP6AQ==",
  ].joined()
}
