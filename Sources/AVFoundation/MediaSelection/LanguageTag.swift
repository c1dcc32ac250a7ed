import Foundation

/// Languages in the notation of files (ISO 639-2) and of programs (BCP 47).
enum LanguageTag {
  /// The BCP 47 form of a language: the shortest code, `de` for `deu` and `ger`, and subtags in conventional case.
  static func canonical(_ language: String) -> String {
    var parts = language.split { $0 == "-" || $0 == "_" }.map(String.init)
    guard let first = parts.first else { return language }
    let lower = first.lowercased()
    parts[0] = shortCodes[lower] ?? lower
    for index in parts.indices.dropFirst() {
      switch parts[index].count {
      case 2: parts[index] = parts[index].uppercased()
      case 4: parts[index] = parts[index].prefix(1).uppercased() + parts[index].dropFirst().lowercased()
      default: break
      }
    }
    return parts.joined(separator: "-")
  }

  /// The ISO 639-2/T code of a language; nil if it has none.
  static func threeLetters(_ language: String) -> String? {
    let first = canonical(language).split(separator: "-").first.map(String.init) ?? ""
    if first.count == 3 { return first }
    return longCodes[first]
  }

  /// Whether an available language matches a requested one: they are equal, or one is a prefix of the other.
  static func matches(_ offered: String, _ requested: String) -> Bool { distance(offered, requested) != nil }

  /// The distance of an available language from a requested one: 0 for the same, plus one for each different subtag;
  /// nil for another language (RFC 4647 §3.4, applied in both directions).
  static func distance(_ offered: String, _ requested: String) -> Int? {
    let a = canonical(offered).split(separator: "-")
    let b = canonical(requested).split(separator: "-")
    guard let first = a.first, first == b.first else { return nil }
    let common = zip(a, b).prefix { $0 == $1 }.count
    return (a.count - common) + (b.count - common)
  }

  /// The elements in the preferred languages, in order of preference, then by distance.
  static func sorted<Element>(
    _ elements: [Element], by preferred: [String], language: (Element) -> String?
  ) -> [Element] {
    let ranked = elements.enumerated().compactMap { index, element -> (rank: (Int, Int, Int), element: Element)? in
      guard let tag = language(element) else { return nil }
      for (order, requested) in preferred.enumerated() {
        if let distance = distance(tag, requested) { return ((order, distance, index), element) }
      }
      return nil
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.element)
  }

  /// ISO 639-2 codes, terminological and bibliographic, with the ISO 639-1 codes.
  private static let pairs: [(String, String)] = {
    let codes = codeList.split(separator: " ").map(String.init)
    return stride(from: 0, to: codes.count - 1, by: 2).map { (codes[$0], codes[$0 + 1]) }
  }()

  private static let shortCodes = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  private static let longCodes = Dictionary(
    pairs.filter { !bibliographic.contains($0.0) }.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })

  /// The bibliographic codes that differ from the terminological ones.
  private static let bibliographic: Set<String> = [
    "alb", "arm", "baq", "bur", "chi", "cze", "dut", "fre", "geo", "ger", "gre", "ice", "mac", "mao", "may", "per",
    "rum", "slo", "tib", "wel",
  ]

  private static let codeList = """
    aar aa abk ab afr af aka ak alb sq amh am ara ar arg an arm hy asm as ava av ave ae aym ay aze az bak ba bam bm \
    baq eu bel be ben bn bih bh bis bi bod bo bos bs bre br bul bg bur my cat ca ces cs cha ch che ce chi zh chu cu \
    chv cv cor kw cos co cre cr cym cy cze cs dan da deu de div dv dut nl dzo dz ell el eng en epo eo est et eus eu \
    ewe ee fao fo fas fa fij fj fin fi fra fr fre fr fry fy ful ff geo ka ger de gla gd gle ga glg gl glv gv gre el \
    grn gn guj gu hat ht hau ha heb he her hz hin hi hmo ho hrv hr hun hu hye hy ibo ig ice is ido io iii ii iku iu \
    ile ie ina ia ind id ipk ik isl is ita it jav jv jpn ja kal kl kan kn kas ks kat ka kau kr kaz kk khm km kik ki \
    kin rw kir ky kom kv kon kg kor ko kua kj kur ku lao lo lat la lav lv lim li lin ln lit lt ltz lb lub lu lug lg \
    mac mk mah mh mal ml mao mi mar mr may ms mkd mk mlg mg mlt mt mon mn mri mi msa ms mya my nau na nav nv nbl nr \
    nde nd ndo ng nep ne nld nl nno nn nob nb nor no nya ny oci oc oji oj ori or orm om oss os pan pa per fa pli pi \
    pol pl por pt pus ps que qu roh rm ron ro rum ro run rn rus ru sag sg san sa sin si slk sk slo sk slv sl sme se \
    smo sm sna sn snd sd som so sot st spa es sqi sq srd sc srp sr ssw ss sun su swa sw swe sv tah ty tam ta tat tt \
    tel te tgk tg tgl tl tha th tib bo tir ti ton to tsn tn tso ts tuk tk tur tr twi tw uig ug ukr uk urd ur uzb uz \
    ven ve vie vi vol vo wel cy wln wa wol wo xho xh yid yi yor yo zha za zho zh zul zu
    """
}
