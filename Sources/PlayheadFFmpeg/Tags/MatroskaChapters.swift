import CoreMedia
import PlayheadMedia

/// The chapters of a Matroska file (RFC 9559 §5.1.7 and §20): editions of chapters, which may be nested.
///
/// One edition is used: the default one, or else the first. Of nested chapters the innermost is listed; a parent is
/// listed for the time before the first child and between children.
struct MatroskaChapters {
  /// A chapter of an edition.
  private struct Atom {
    /// The start in nanoseconds.
    var start: UInt64
    /// The end in nanoseconds; nil if undeclared.
    var end: UInt64?
    /// The titles by language.
    var titles: [ChapterTitle]
    /// The nested chapters, by start.
    var children: [Atom]
  }

  /// Reads the elements of the file.
  private let reader: EBMLReader
  /// Creates a reader of chapters.
  init(_ reader: EBMLReader) { self.reader = reader }

  /// Returns the chapters of the selected edition in timeline order.
  func read(_ chapters: EBMLReader.Element) -> [ChapterInfo] {
    let editions = reader.elements(in: chapters.content).filter { $0.id == 0x45B9 }.map { edition in
      (parts: reader.elements(in: edition.content), edition: edition)
    }
    func flag(_ parts: [EBMLReader.Element], _ id: UInt32) -> Bool { reader.unsigned(parts.first(id)) == 1 }
    let visible = editions.filter { !flag($0.parts, 0x45BD) }
    // An ordered edition plays parts of other files: its times do not refer to this one.
    let plain = visible.filter { !flag($0.parts, 0x45DD) }
    let usable = plain.isEmpty ? (visible.isEmpty ? editions : visible) : plain
    guard let chosen = usable.first(where: { flag($0.parts, 0x45DB) }) ?? usable.first else { return [] }
    var count = 0
    let atoms = atoms(chosen.parts, depth: 0, count: &count)
    var list: [ChapterInfo] = []
    flatten(atoms, until: nil, into: &list)
    return list
  }

  /// The visible, enabled chapters of one level, by start. `count` limits those of all levels.
  private func atoms(_ parts: [EBMLReader.Element], depth: Int, count: inout Int) -> [Atom] {
    guard depth < TagLimits.depth else { return [] }
    var result: [Atom] = []
    for part in parts where part.id == 0xB6 && count < TagLimits.count {
      count += 1
      let inner = reader.elements(in: part.content)
      let isHidden = reader.unsigned(inner.first(0x98)) == 1
      let isDisabled = reader.unsigned(inner.first(0x4598)) == 0
      guard !isHidden, !isDisabled, let start = reader.unsigned(inner.first(0x91)) else { continue }
      let children = atoms(inner, depth: depth + 1, count: &count)
      result.append(
        Atom(
          start: start, end: reader.unsigned(inner.first(0x92)), titles: titles(inner),
          children: children.sorted { $0.start < $1.start }))
    }
    return result.sorted { $0.start < $1.start }
  }

  /// The titles of a chapter. Without a language, English is the default (RFC 9559 §5.1.7).
  private func titles(_ parts: [EBMLReader.Element]) -> [ChapterTitle] {
    parts.filter { $0.id == 0x80 }.flatMap { display -> [ChapterTitle] in
      let inner = reader.elements(in: display.content)
      guard let text = reader.text(inner.first(0x85)) else { return [] }
      let tags = inner.filter { $0.id == 0x437D }.compactMap { reader.text($0) }
      let languages = tags.isEmpty ? inner.filter { $0.id == 0x437C }.compactMap { reader.text($0) } : tags
      guard !languages.isEmpty else { return [ChapterTitle(text: text, language: "eng")] }
      return languages.map { ChapterTitle(text: text, language: $0 == "und" ? nil : $0) }
    }
  }

  /// Lists nested chapters one after the other: each one ends at the latest where the next begins.
  private func flatten(_ atoms: [Atom], until end: UInt64?, into list: inout [ChapterInfo]) {
    for (index, atom) in atoms.enumerated() {
      let next = index + 1 < atoms.count ? atoms[index + 1].start : end
      let limit = [atom.end, next].compactMap { $0 }.min()
      guard let first = atom.children.first else {
        add(atom, atom.start, limit, to: &list)
        continue
      }
      if first.start > atom.start { add(atom, atom.start, first.start, to: &list) }
      flatten(atom.children, until: limit, into: &list)
    }
  }

  /// Adds a chapter for a part of an atom's time.
  private func add(_ atom: Atom, _ start: UInt64, _ end: UInt64?, to list: inout [ChapterInfo]) {
    // Nanoseconds; a time of 292 years and more is damage.
    guard let from = Int64(exactly: start) else { return }
    let to = end.flatMap { Int64(exactly: $0) }.map { max(from, $0) }
    list.append(
      ChapterInfo(
        timeRange: CMTimeRange(
          start: CMTime(value: from, timescale: 1_000_000_000),
          duration: to.map { CMTime(value: $0 - from, timescale: 1_000_000_000) } ?? .indefinite),
        titles: atom.titles))
  }
}
