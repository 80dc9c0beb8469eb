/// Which of the names that are gone is probably which of the new ones.
///
/// Only names that have the enclosing type or the last component in common are compared: whoever renames renames one or
/// the other, and to compare all with all would take long where a module of many events is renamed.
struct RenameGuess {
  /// The old names, and what they are called now.
  let newNames: [String: String]

  /// - Parameters:
  ///   - gone: Names that are no longer there.
  ///   - new: Names that were not there before.
  init(gone: some Sequence<String>, new: some Sequence<String>) {
    let new = new.map(Name.init)
    let byOwner = Dictionary(grouping: new, by: \.owner)
    let byLast = Dictionary(grouping: new, by: \.last)
    var candidates: [(likeness: Double, old: String, new: String)] = []
    for old in gone.map(Name.init) {
      for candidate in byOwner[old.owner, default: []] {
        let likeness = Self.likeness(old.last, candidate.last)
        if likeness >= 0.5 { candidates.append((likeness, old.full, candidate.full)) }
      }
      for candidate in byLast[old.last, default: []] where candidate.owner != old.owner {
        // The same case of a type that was renamed or moved.
        candidates.append((0.6 + 0.4 * Self.likeness(old.owner, candidate.owner), old.full, candidate.full))
      }
    }
    candidates.sort { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) }
    var newNames: [String: String] = [:]
    var taken: Set<String> = []
    for (_, old, new) in candidates where newNames[old] == nil && taken.insert(new).inserted { newNames[old] = new }
    self.newNames = newNames
  }

  private struct Name {
    let full: String
    let owner: Substring
    let last: Substring

    init(_ full: String) {
      self.full = full
      let dot = full.lastIndex(of: ".")
      owner = dot.map { full[..<$0] } ?? ""
      last = dot.map { full[full.index(after: $0)...] } ?? full[...]
    }
  }

  /// How alike two names are: 1 if they are equal, 0 if they have nothing in common.
  private static func likeness(_ left: Substring, _ right: Substring) -> Double {
    let (left, right) = (left.lowercased(), right.lowercased())
    if left == right { return 1 }
    let (shorter, longer) = left.count < right.count ? (left, right) : (right, left)
    // Something was added to the name, or left out. A single letter says nothing.
    if shorter.count >= 3, longer.hasPrefix(shorter) || longer.hasSuffix(shorter) { return 0.9 }
    return 1 - Double(distance(Array(shorter.utf8), Array(longer.utf8))) / Double(max(longer.utf8.count, 1))
  }

  /// How many letters have to be inserted, removed or replaced.
  private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (index, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in right.indices {
        let replaced = diagonal + (letter == right[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[right.count]
  }
}
