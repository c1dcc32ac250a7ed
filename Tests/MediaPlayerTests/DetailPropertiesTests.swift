import AVFoundation
import Foundation
import TestSupport
import Testing

@testable import MediaPlayer

@Suite("Properties beyond MPRIS")
struct DetailPropertiesTests {
  private static let german = MPNowPlayingInfoLanguageOption(
    type: .audible, languageTag: "de", characteristics: [MPLanguageOptionCharacteristicDubbedTranslation],
    displayName: "Deutsch", identifier: "a1")

  private func values(_ info: [String: Any]?, _ offers: DetailProperties.Offers = .init()) -> [String: BusValue] {
    DetailProperties(NowPlayingInfo(info, .unknown), offers: offers).values
  }

  @Test("Texts, numbers, flags, dates and advertisements of an item")
  func information() {
    let info: [String: Any] = [
      MPNowPlayingInfoPropertyInternationalStandardRecordingCode: "DEUM71800001",
      MPNowPlayingInfoPropertyServiceIdentifier: "radio", MPNowPlayingInfoPropertyExternalUserProfileIdentifier: "ada",
      MPNowPlayingInfoPropertyCreditsStartTime: 5_400, MPNowPlayingInfoPropertyChapterNumber: NSNumber(value: 2),
      MPNowPlayingInfoPropertyExcludeFromSuggestions: true,
      MPNowPlayingInfoPropertyCurrentPlaybackDate: Date(timeIntervalSince1970: 86_400),
      MPNowPlayingInfoPropertyMediaType: MPNowPlayingInfoMediaType.video.rawValue,
      MPNowPlayingInfoPropertyAdTimeRanges: [
        MPAdTimeRange(CMTimeRange(start: CMTime(value: 3, timescale: 2), duration: CMTime(value: 30, timescale: 1))),
        MPAdTimeRange(CMTimeRange(start: .invalid, duration: .invalid)),
      ],
    ]
    #expect(
      values(info)["Information"]
        == .map([
          "internationalStandardRecordingCode": .text("DEUM71800001"), "serviceIdentifier": .text("radio"),
          "externalUserProfileIdentifier": .text("ada"), "creditsStartTime": .number(5_400),
          "chapterNumber": .number(2), "excludeFromSuggestions": .flag(true),
          "currentPlaybackDate": .text("1970-01-02T00:00:00Z"), "mediaType": .text("video"),
          "adTimeRanges": .numbers([1.5, 30]),
        ]))
    #expect(values(nil)["Information"] == .map([:]))
  }

  @Test("Languages of an item and the selected ones")
  func languages() {
    let group = MPNowPlayingInfoLanguageOptionGroup(
      languageOptions: [Self.german], defaultLanguageOption: nil, allowEmptySelection: true)
    let published = values([
      MPNowPlayingInfoPropertyAvailableLanguageOptions: [group],
      MPNowPlayingInfoPropertyCurrentLanguageOptions: [Self.german],
    ])
    #expect(
      published["LanguageOptions"]
        == .map([
          "a1": .map([
            "type": .text("audible"), "language": .text("de"), "name": .text("Deutsch"),
            "characteristics": .texts(["public.translation.dubbed"]),
          ])
        ]))
    #expect(published["CurrentLanguageOptions"] == .texts(["a1"]))
  }

  @Test("Offered commands, which need an item")
  func offers() {
    var offers = DetailProperties.Offers()
    offers.feedback["like"] = DetailProperties.Feedback(isActive: true, title: "Like this song", shortTitle: "Like")
    offers.ratings = 1...5
    offers.seeksForward = true
    let published = values([:], offers)
    #expect(
      published["Feedback"]
        == .map([
          "like": .map(["active": .flag(true), "title": .text("Like this song"), "shortTitle": .text("Like")])
        ]))
    #expect(published["CanRate"] == .flag(true) && published["MaximumRating"] == .number(5))
    #expect(published["CanSeekForward"] == .flag(true) && published["CanSeekBackward"] == .flag(false))
    #expect(values(nil, offers)["CanRate"] == .flag(false) && values(nil, offers)["CanSeekForward"] == .flag(false))
  }

  @Test("A rating of five stars is 1 in MPRIS")
  func rating() throws {
    let info = NowPlayingInfo([MPMediaItemPropertyRating: 4], .unknown)
    let properties = PlayerProperties(info, offers: .init(), track: 1, artURL: nil)
    guard case .map(let map)? = properties.values["Metadata"] else { throw CocoaError(.coderInvalidValue) }
    #expect(map["xesam:userRating"] == .number(0.8))
  }

  @Test func selectionGroupsBecomeLanguageOptionGroups() async throws {
    let asset = AVURLAsset(url: try Fixtures.url("demo.mp4"))
    for (characteristic, type) in [
      (AVMediaCharacteristic.audible, MPNowPlayingInfoLanguageOptionType.audible), (.legible, .legible),
    ] {
      let group = try #require(try await asset.loadMediaSelectionGroup(for: characteristic))
      let made = group.makeNowPlayingInfoLanguageOptionGroup()
      let shown = group.options.filter { !$0.hasMediaCharacteristic(.containsOnlyForcedSubtitles) }
      #expect(made.languageOptions.count > 1)
      #expect(made.languageOptions.map(\.displayName) == shown.map(\.displayName))
      #expect(made.languageOptions.map(\.languageTag) == shown.map { $0.extendedLanguageTag ?? "und" })
      #expect(made.languageOptions.allSatisfy { $0.languageOptionType == type })
      #expect(Set(made.languageOptions.compactMap(\.identifier)).count == shown.count)
      #expect(made.allowEmptySelection == group.allowsEmptySelection)
    }
  }
}

/// The commands of the interface reach their targets.
@Suite("Commands beyond MPRIS", .serialized)
@MainActor struct DetailCommandTests {
  private let center = MPRemoteCommandCenter.shared()
  private let publisher = NowPlayingPublisher(hasBus: { false })

  @Test func feedbackReachesItsCommand() {
    var events: [Bool] = []
    let token = center.dislikeCommand.addTarget { event in
      events.append((event as? MPFeedbackCommandEvent)?.isNegative ?? false)
      return .success
    }
    defer { center.dislikeCommand.removeTarget(token) }
    #expect(RemoteCall.feedback("dislike", isNegative: true).perform(with: publisher) == .success)
    #expect(RemoteCall.feedback("bookmark", isNegative: false).perform(with: publisher) == .commandFailed)
    #expect(RemoteCall.feedback("applaud", isNegative: false).perform(with: publisher) == .noSuchContent)
    #expect(events == [true])
  }

  @Test func ratingsOutsideOfTheLimitsAreRefused() {
    var ratings: [Float] = []
    let command = center.ratingCommand
    (command.minimumRating, command.maximumRating) = (1, 5)
    command.maximumRating = .nan
    let token = command.addTarget { event in
      ratings.append((event as? MPRatingCommandEvent)?.rating ?? -1)
      return .success
    }
    defer { command.removeTarget(token) }
    #expect(command.maximumRating == 5)
    for rating in [4, 0, 6, .nan, .infinity] { _ = RemoteCall.rating(rating).perform(with: publisher) }
    #expect(ratings == [4])
  }

  @Test func heldKeysBeginAndEndFastPlayback() {
    var types: [MPSeekCommandEventType?] = []
    let token = center.seekBackwardCommand.addTarget { event in
      types.append((event as? MPSeekCommandEvent)?.type)
      return .success
    }
    defer { center.seekBackwardCommand.removeTarget(token) }
    #expect(RemoteCall.fastPlayback(isForward: false, .beginSeeking).perform(with: publisher) == .success)
    #expect(RemoteCall.fastPlayback(isForward: true, .beginSeeking).perform(with: publisher) == .commandFailed)
    #expect(RemoteCall.fastPlayback(isForward: false, .endSeeking).perform(with: publisher) == .success)
    #expect(types == [.beginSeeking, .endSeeking])
  }

  @Test func languagesAreFoundByTheirIdentifiers() {
    let option = MPNowPlayingInfoLanguageOption(
      type: .legible, languageTag: "eo", characteristics: nil, displayName: "Esperanto", identifier: "s2")
    let group = MPNowPlayingInfoLanguageOptionGroup(
      languageOptions: [option], defaultLanguageOption: nil, allowEmptySelection: true)
    publisher.infoChanged(to: NowPlayingInfo([MPNowPlayingInfoPropertyAvailableLanguageOptions: [group]], .unknown))
    var events: [MPChangeLanguageOptionCommandEvent] = []
    let token = center.enableLanguageOptionCommand.addTarget { event in
      (event as? MPChangeLanguageOptionCommandEvent).map { events.append($0) }
      return .success
    }
    defer { center.enableLanguageOptionCommand.removeTarget(token) }
    let call = RemoteCall.language("s2", isEnabled: true, isPermanent: true)
    #expect(call.perform(with: publisher) == .success)
    let other = RemoteCall.language("s3", isEnabled: true, isPermanent: false)
    #expect(other.perform(with: publisher) == .noSuchContent)
    #expect(events.map(\.languageOption.languageTag) == ["eo"] && events.map(\.setting) == [.permanent])
  }

  @Test func methodsOfATargetAreRemovedTogether() {
    final class Model {
      func like(_ event: MPFeedbackCommandEvent) -> MPRemoteCommandHandlerStatus { .success }
    }
    let (model, command) = (Model(), MPFeedbackCommand())
    command.addTarget(model, action: Model.like(_:))
    #expect(command.perform(MPFeedbackCommandEvent(command, isNegative: false)) == .success)
    command.removeTarget(model, action: nil)
    #expect(!command.isOffered)
  }
}
