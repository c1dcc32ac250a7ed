import Foundation

/// What the name of a caption file says: `Film.pt-BR.forced.srt` are forced captions in Brazilian Portuguese.
package struct CaptionFileName: Equatable, Sendable {
  /// The BCP 47 tag of the language; nil if the name has none.
  package var language: String?
  /// Whether the captions translate only what is foreign in the film's own language.
  package var isForced = false
  /// Whether the captions are for the deaf and hard of hearing.
  package var isForHearingImpaired = false

  /// The file name extensions of caption files, in the order of preference.
  package static let endings = ["ass", "ssa", "srt", "vtt", "ttml", "dfxp", "scc"]

  /// Whether a file name or path has the extension of a caption file.
  package static func isCaptionFile(_ name: String) -> Bool {
    parts(of: name).last.map { endings.contains($0.lowercased()) } ?? false && parts(of: name).count > 1
  }

  /// Reads the words between the last dots of a name; others before them are ignored.
  package init(_ name: String) {
    for word in Self.parts(of: name).dropFirst().dropLast().reversed() {
      guard note(word) else { break }
    }
  }

  /// Reads the name of a caption file that belongs to a media file: the name of the media file without its extension,
  /// followed by nothing but language and purpose. nil for all other names.
  package init?(_ name: String, besideMedia media: String) {
    let stem = media.split(separator: ".", omittingEmptySubsequences: false).dropLast().joined(separator: ".")
    let base = stem.isEmpty ? media : stem
    guard Self.isCaptionFile(name), name.count > base.count,
      name.prefix(base.count).lowercased() == base.lowercased()
    else { return nil }
    let words = name.dropFirst(base.count).split(separator: ".", omittingEmptySubsequences: false)
    // The name begins with a dot: an empty word, the details, the extension.
    guard words.first?.isEmpty == true else { return nil }
    for word in words.dropFirst().dropLast() where !note(String(word)) { return nil }
  }

  /// Takes a word of the name. Returns false if it is neither a language nor a purpose.
  private mutating func note(_ word: String) -> Bool {
    switch word.lowercased() {
    case "forced": isForced = true
    case "sdh", "cc", "hi": isForHearingImpaired = true
    case "default": break
    default:
      guard language == nil, let tag = Self.language(word) else { return false }
      language = tag
    }
    return true
  }

  /// The tag for a word such as `de`, `deu`, `pt-BR`, `zh_Hans` or `English`; nil if it names no language.
  private static func language(_ word: String) -> String? {
    let english = Locale(identifier: "en")
    let tag = word.replacingOccurrences(of: "_", with: "-")
    let code = tag.split(separator: "-").first.map { String($0).lowercased() } ?? ""
    if (2...3).contains(code.count), code.allSatisfy({ $0.isASCII && $0.isLetter }) {
      guard let name = english.localizedString(forLanguageCode: code), name.lowercased() != code else { return nil }
      return tag
    }
    guard word.count > 3 else { return nil }
    return Locale.LanguageCode.isoLanguageCodes.first {
      english.localizedString(forLanguageCode: $0.identifier)?.lowercased() == word.lowercased()
    }?.identifier
  }

  /// The words between the dots of a path's last component.
  private static func parts(of name: String) -> [String] {
    (name.split(separator: "/").last ?? "").split(separator: ".").map(String.init)
  }
}
