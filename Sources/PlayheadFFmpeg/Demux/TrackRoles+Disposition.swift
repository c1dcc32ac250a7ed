import CPlayheadFFmpeg
import PlayheadMedia

extension TrackRoles {
  /// libavformat's disposition flags of the roles.
  var disposition: Int32 {
    let flags: [(TrackRoles, Int32)] = [
      (.original, AV_DISPOSITION_ORIGINAL), (.dubbed, AV_DISPOSITION_DUB), (.commentary, AV_DISPOSITION_COMMENT),
      (.hearingImpaired, AV_DISPOSITION_HEARING_IMPAIRED), (.visualImpaired, AV_DISPOSITION_VISUAL_IMPAIRED),
      (.lyrics, AV_DISPOSITION_LYRICS),
    ]
    return flags.reduce(0) { contains($1.0) ? $0 | $1.1 : $0 }
  }

  /// The roles in libavformat's disposition flags; flags without a role are ignored.
  init(disposition: Int32) {
    let flags: [(Int32, TrackRoles)] = [
      (AV_DISPOSITION_ORIGINAL, .original), (AV_DISPOSITION_DUB, .dubbed), (AV_DISPOSITION_COMMENT, .commentary),
      (AV_DISPOSITION_HEARING_IMPAIRED, .hearingImpaired), (AV_DISPOSITION_CAPTIONS, .hearingImpaired),
      (AV_DISPOSITION_VISUAL_IMPAIRED, .visualImpaired), (AV_DISPOSITION_DESCRIPTIONS, .visualImpaired),
      (AV_DISPOSITION_LYRICS, .lyrics),
    ]
    self = flags.reduce(into: []) { roles, flag in if disposition & flag.0 != 0 { roles.insert(flag.1) } }
  }
}
