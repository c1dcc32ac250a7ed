import CoreMedia
import TestSupport
import Testing

import PlayheadClock
@testable import PlayheadItems

@Suite struct SessionJournalTests {
  @Test func journalObserversEndWithTheirSubscription() {
    let journal = SessionJournal()
    let seen = Collected<Int>()
    journal.note(.opening, at: .zero, media: .zero)
    let (identifier, entries) = journal.observe { seen.add($0.number) }
    #expect(entries.map(\.number) == [1])
    journal.note(.playing, at: .zero, media: .zero)
    journal.removeObserver(identifier)
    journal.note(.stopped, at: .zero, media: .zero)
    #expect(seen.all == [2])
  }
}
