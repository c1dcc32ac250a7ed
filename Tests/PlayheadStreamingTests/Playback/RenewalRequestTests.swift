import Foundation
import TestSupport
import Testing

@testable import AVFoundation
@testable import PlayheadNetworking

@Suite("§9 AVAssetResourceRenewalRequest")
struct RenewalRequestTests {
  private final class ResourceProvider: NSObject, AVAssetResourceLoaderDelegate, Sendable {
    let requested = Collected<String>()
    let answers: Bool
    init(answers: Bool) { self.answers = answers }

    func resourceLoader(
      _ resourceLoader: AVAssetResourceLoader,
      shouldWaitForLoadingOfRequestedResource loadingRequest: AVAssetResourceLoadingRequest
    ) -> Bool {
      requested.add("load")
      loadingRequest.contentInformationRequest?.renewalDate = Date(timeIntervalSince1970: 60)
      loadingRequest.dataRequest?.respond(with: Data([1]))
      loadingRequest.finishLoading()
      return true
    }

    func resourceLoader(
      _ resourceLoader: AVAssetResourceLoader,
      shouldWaitForRenewalOfRequestedResource renewalRequest: AVAssetResourceRenewalRequest
    ) -> Bool {
      requested.add("renew")
      guard answers else { return false }
      renewalRequest.dataRequest?.respond(with: Data([2]))
      renewalRequest.finishLoading()
      return true
    }
  }

  private func load(_ provider: ResourceProvider, isRenewal: Bool) throws -> (bytes: [UInt8]?, report: ResourceReport) {
    let loader = AVAssetResourceLoader()
    loader.setDelegate(provider, queue: DispatchQueue(label: "giver"))
    var request = ResourceRequest(url: try #require(URL(string: "skd://key")))
    request.isRenewal = isRenewal
    let load = DelegateResourceLoad(request, delegate: loader.bridge)
    return (try? load.all(), load.report)
  }

  @Test("a resource with a renewal date is reported with it and renewed by the renewal callback")
  func renewed() throws {
    let provider = ResourceProvider(answers: true)
    var (bytes, report) = try load(provider, isRenewal: false)
    #expect(bytes == [1] && report.renewal == Date(timeIntervalSince1970: 60))
    (bytes, report) = try load(provider, isRenewal: true)
    #expect(bytes == [2] && report.renewal == nil)
    #expect(provider.requested.all == ["load", "renew"])
  }

  @Test("a delegate without renewal is not called again")
  func refused() throws {
    let provider = ResourceProvider(answers: false)
    let (bytes, report) = try load(provider, isRenewal: true)
    #expect(bytes == nil && report.failure != nil)
    #expect(provider.requested.all == ["renew"])
  }
}
