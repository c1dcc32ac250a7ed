import PlayheadMedia
import Testing
@testable import AVFoundation

/// Groups, options and names, from values that the demuxer would report.
@Suite("§2.5 media selection")
struct SelectionModelTests {
  private static func track(
    _ index: Int, _ kind: TrackInfo.Kind, _ language: String?, isDefault: Bool = false, roles: TrackRoles = [],
    isForced: Bool = false, title: String? = nil, codec: String? = nil, isDecodable: Bool = true
  ) -> TrackInfo {
    var track = TrackInfo(
      index: index, trackID: Int32(index + 1), kind: kind,
      codecName: codec ?? (kind == .video ? "h264" : kind == .audio ? "aac" : "subrip"), codecTag: 0,
      isDecodable: isDecodable, language: language, isDefault: isDefault, isForced: isForced, isAttachedPicture: false,
      timeRange: CMTimeRange(start: .zero, duration: CMTime(value: 10, timescale: 1)), timescale: 1000, dataRate: 0,
      metadata: [:], video: nil, audio: nil)
    track.roles = roles
    track.title = title
    return track
  }

  private static func asset(_ tracks: [TrackInfo]) -> AVURLAsset {
    AVURLAsset(
      url: URL(fileURLWithPath: "/x.mkv"),
      knowing: MediaInfo(
        containerName: "matroska,webm", duration: CMTime(value: 10, timescale: 1), tracks: tracks, metadata: [:],
        chapters: [], isSeekable: true, hasIndex: false, hasPresentationTimes: true, details: MediaDetails()))
  }

  private static let clip = asset([
    track(0, .video, nil, isDefault: true),
    track(1, .audio, "ger", roles: .dubbed), track(2, .audio, "eng", isDefault: true, roles: .original),
    track(3, .audio, "eng", roles: .commentary), track(4, .audio, "eng", roles: .visualImpaired),
    track(5, .audio, "fre", title: "Québec"), track(6, .audio, "jpn", codec: "nothing", isDecodable: false),
    track(7, .text, "eng", isDefault: true, isForced: true), track(8, .text, "eng", roles: .hearingImpaired),
    track(9, .text, "ger"), track(10, .text, "eng", codec: "eia_608"), track(11, .text, nil),
  ])

  private static func group(_ characteristic: AVMediaCharacteristic) throws -> AVMediaSelectionGroup {
    try #require(clip.mediaSelectionGroup(forMediaCharacteristic: characteristic))
  }

  @Test("one group for each characteristic; none without options")
  func groups() async throws {
    #expect(Self.clip.availableMediaCharacteristicsWithMediaSelectionOptions == [.visual, .audible, .legible])
    let (audible, legible) = (try Self.group(.audible), try Self.group(.legible))
    #expect((audible.options.count, audible.allowsEmptySelection) == (6, false))
    #expect((legible.options.count, legible.allowsEmptySelection) == (5, true))
    #expect(audible.defaultOption?.extendedLanguageTag == "en")
    #expect(legible.defaultOption?.hasMediaCharacteristic(.containsOnlyForcedSubtitles) == true)
    #expect(try await Self.clip.loadMediaSelectionGroup(for: .audible) === audible)
    #expect(Self.clip.mediaSelectionGroup(forMediaCharacteristic: .frameBased) == nil)
    let silent = Self.asset([Self.track(0, .video, nil)])
    #expect(try await silent.load(.availableMediaCharacteristicsWithMediaSelectionOptions) == [.visual])
    #expect(try await silent.loadMediaSelectionGroup(for: .legible) == nil)
  }

  @Test("names in the user's language with the purpose of the option")
  func names() throws {
    let english = Locale(identifier: "en")
    #expect(
      try Self.group(.audible).options.map { $0.displayName(with: english) } == [
        "German", "English", "English Commentary", "English AD", "Québec", "Japanese",
      ])
    #expect(
      try Self.group(.legible).options.map { $0.displayName(with: english) } == [
        "English Forced", "English SDH", "German", "English CC", "Unknown language",
      ])
    #expect(try Self.group(.audible).options.first?.displayName(with: Locale(identifier: "de")) == "Deutsch")
  }

  @Test("characteristics")
  func characteristics() throws {
    let (audible, legible) = (try Self.group(.audible).options, try Self.group(.legible).options)
    #expect(audible[0].hasMediaCharacteristic(.dubbedTranslation) && audible[0].hasMediaCharacteristic(.audible))
    #expect(audible[1].hasMediaCharacteristic(.isOriginalContent))
    #expect(audible[2].hasMediaCharacteristic(.isAuxiliaryContent))
    #expect(audible[3].hasMediaCharacteristic(.describesVideoForAccessibility))
    #expect(legible[1].hasMediaCharacteristic(.transcribesSpokenDialogForAccessibility))
    #expect(legible[3].mediaType == .closedCaption)
    #expect(legible[3].hasMediaCharacteristic(.describesMusicAndSoundForAccessibility))
    #expect(legible.map(\.mediaType) == [.subtitle, .subtitle, .subtitle, .closedCaption, .subtitle])
  }

  @Test("filters preserve order; languages sort")
  func filters() throws {
    let (audible, legible) = (try Self.group(.audible).options, try Self.group(.legible).options)
    func tracks(_ options: [AVMediaSelectionOption]) -> [Int32] { options.map(\.trackID) }
    typealias Group = AVMediaSelectionGroup
    #expect(tracks(Group.playableMediaSelectionOptions(from: audible)) == [2, 3, 4, 5, 6])
    #expect(tracks(Group.mediaSelectionOptions(from: audible, with: Locale(identifier: "en_GB"))) == [3, 4, 5])
    #expect(
      tracks(
        Group.mediaSelectionOptions(
          from: audible, filteredAndSortedAccordingToPreferredLanguages: ["fr", "de"])) == [6, 2])
    #expect(
      tracks(
        Group.mediaSelectionOptions(from: legible, withoutMediaCharacteristics: [.containsOnlyForcedSubtitles]))
        == [9, 10, 11, 12])
    #expect(
      tracks(
        Group.mediaSelectionOptions(
          from: legible,
          withMediaCharacteristics: [.legible, .transcribesSpokenDialogForAccessibility])) == [9, 11])
  }

  @Test("an option is found again by its property list")
  func propertyLists() throws {
    for characteristic in [AVMediaCharacteristic.audible, .legible] {
      let group = try Self.group(characteristic)
      for option in group.options {
        let stored = try PropertyListSerialization.data(
          fromPropertyList: option.propertyList(), format: .xml, options: 0)
        let read = try PropertyListSerialization.propertyList(from: stored, format: nil)
        #expect(group.mediaSelectionOption(withPropertyList: read) === option)
      }
    }
    let audible = try Self.group(.audible)
    #expect(audible.mediaSelectionOption(withPropertyList: try Self.group(.legible).options[0].propertyList()) == nil)
    #expect(audible.mediaSelectionOption(withPropertyList: "nonsense") == nil)
  }

  @Test("default, selected, and all combinations")
  func selections() throws {
    let (audible, legible) = (try Self.group(.audible), try Self.group(.legible))
    let preferred = Self.clip.preferredMediaSelection
    #expect(preferred.selectedMediaOption(in: audible) === audible.defaultOption)
    #expect(preferred.mediaSelectionCriteriaCanBeAppliedAutomatically(to: audible))
    let mutable = try #require(preferred.mutableCopy() as? AVMutableMediaSelection)
    #expect(mutable == preferred)
    mutable.select(audible.options[0], in: audible)
    mutable.select(nil, in: legible)
    mutable.select(nil, in: audible)
    mutable.select(legible.options[0], in: audible)
    #expect(
      mutable.selectedMediaOption(in: audible) === audible.options[0], "neither nothing nor what is not in the group")
    #expect(mutable.selectedMediaOption(in: legible) == nil)
    #expect(!mutable.mediaSelectionCriteriaCanBeAppliedAutomatically(to: audible))
    #expect(mutable != preferred && preferred.selectedMediaOption(in: audible) === audible.defaultOption)
    #expect(Self.clip.allMediaSelections.count == 1 * 6 * 6)
    #expect(Set(Self.clip.allMediaSelections).count == 36)
  }

  @Test("forced subtitles follow the language of the audio")
  func associated() throws {
    let (audible, legible) = (try Self.group(.audible), try Self.group(.legible))
    #expect(audible.options[1].associatedMediaSelectionOption(in: legible) === legible.options[0])
    #expect(audible.options[0].associatedMediaSelectionOption(in: legible) == nil)
    #expect(legible.options[0].associatedMediaSelectionOption(in: audible) == nil)
  }

  @Test("§5.7 order of preferences: principal characteristics, languages, preferred characteristics")
  func rules() throws {
    let audible = try Self.group(.audible).group
    func chosen(
      _ languages: [String], principal: [AVMediaCharacteristic] = [], preferred: [AVMediaCharacteristic] = []
    ) -> Int32? {
      SelectionRules(languages: languages, principal: principal, preferred: preferred).best(in: audible)?.track.trackID
    }
    #expect(chosen(["de", "en"]) == 2)
    #expect(chosen(["it", "fr-CA", "en"]) == 6)
    #expect(chosen(["en"]) == 3, "of several the default one")
    #expect(chosen(["en"], preferred: [.describesVideoForAccessibility]) == 5)
    #expect(chosen(["de"], principal: [.describesVideoForAccessibility]) == nil, "no option has both")
    #expect(chosen([], principal: [.describesVideoForAccessibility]) == 5)
    #expect(chosen([], preferred: [.isAuxiliaryContent]) == 4)
    #expect(chosen(["ja"]) == nil, "there is no decoder for it")
    #expect(chosen(["it"]) == nil && chosen([]) == nil)
    let info = try Self.clip.wholeInfo()
    let automatic = AutomaticSelection()
    #expect(automatic.legible(in: info, with: automatic.audible(in: info))?.track.trackID == 8, "for foreign parts")
    #expect(automatic.legible(in: info, with: audible.options[0]) == nil)
  }
}
