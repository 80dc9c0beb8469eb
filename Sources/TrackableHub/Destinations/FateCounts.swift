/// The numbers of calls by what became of them: ``TrackerLedger/Fate``.
// This is no dictionary, because a dictionary of a type has its own copy of the code of dictionaries: 4 KiB.
package struct FateCounts: Sendable, Hashable {
  private var counts = TrackerLedger.Fate.allCases.map { _ in 0 }

  package init() {}

  package subscript(fate: TrackerLedger.Fate) -> Int {
    get { counts[Self.place(of: fate)] }
    set { counts[Self.place(of: fate)] = newValue }
  }

  /// The number of calls of all fates.
  package var total: Int { counts.reduce(0, +) }

  mutating func add(_ other: FateCounts) {
    for place in counts.indices { counts[place] += other.counts[place] }
  }

  private static func place(of fate: TrackerLedger.Fate) -> Int {
    TrackerLedger.Fate.allCases.firstIndex(of: fate) ?? 0
  }
}
