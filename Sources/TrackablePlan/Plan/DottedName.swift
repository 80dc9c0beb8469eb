import Trackable

/// The name of an event or a key, split at its last dot into the path of a type and the name of a case.
struct DottedName {
  /// Words that do not describe an event.
  private static let fillers: Set = ["did", "will", "is", "has", "was", "on"]

  /// Where a name comes from, which decides how the app can keep the name after a change of the code. Two origins are
  /// always equal, because files do not contain the origin.
  struct Origin: Sendable, Hashable {
    enum Kind: Sendable { case rawValue, caseName }

    /// Whether the last component is a raw value or the name of a case; `nil` if only its first letter can show which
    /// of the two it is.
    var kind: Kind?

    static func == (left: Self, right: Self) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  private let full: String
  /// The part before the last dot; empty if there is no dot.
  let owner: Substring
  let last: Substring
  private let words: [String]

  init(_ full: String) {
    self.full = full
    let dot = full.lastIndex(of: ".")
    owner = dot.map { full[..<$0] } ?? ""
    last = dot.map { full[full.index(after: $0)...] } ?? full[...]
    words = NamingStyle.snakeCase(String(last)).split(separator: "_").map(String.init)
      .filter { !Self.fillers.contains($0) }
  }

  /// The advice on how to keep an old name.
  static func pinning(_ old: String, _ new: String, _ kind: Origin.Kind?) -> String {
    let (was, now) = (DottedName(old), DottedName(new))
    guard !was.owner.isEmpty, !now.owner.isEmpty else { return "To keep the name, write \"\(old)\" again" }
    // A capital first letter belongs to a type.
    if kind == nil, now.last.first?.isUppercase == true { return "To pin it: static let pinnedPath = \"\(old)\"" }
    var pins: [String] = []
    if was.owner != now.owner { pins.append("static let pinnedPath = \"\(was.owner)\"") }
    // The new name may be a raw value that is not the name of a case.
    let isName = now.last.first?.isLowercase == true && now.last.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    if was.last != now.last {
      pins.append(
        kind == .caseName
          ? "declare 'name' with a 'switch', in which case .\(now.last): \"\(old)\""
          : isName ? "case \(now.last) = \"\(was.last)\"" : "give the case the raw value \"\(was.last)\" again")
    }
    return "To pin it: \(pins.joined(separator: ", "))"
  }

  /// Pairs each removed name with a new name that probably stands for the same thing. Returns the new name for each old
  /// name.
  ///
  /// Only names that share the enclosing type or the last component are compared, because a rename usually changes only
  /// one of the two.
  static func newNames(gone: Set<String>, new: Set<String>) -> [String: String] {
    let new = new.map(DottedName.init)
    var candidates = gone.map(DottedName.init).flatMap { old in
      new.compactMap { new in old.likeness(to: new).map { (likeness: $0, old: old.full, new: new.full) } }
    }
    candidates.sort { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) }
    var newNames: [String: String] = [:]
    var taken: Set<String> = []
    for (_, old, new) in candidates where newNames[old] == nil && taken.insert(new).inserted { newNames[old] = new }
    return newNames
  }

  /// Measures how similar two names are: compares the words of their last components, and also their letters, for the
  /// case that a word is misspelt. The result is `nil` if the names are hardly similar.
  private func likeness(to other: DottedName) -> Double? {
    // The same case of a renamed or moved type.
    if last == other.last { return 0.6 + 0.4 * Self.likeness(owner.lowercased(), other.owner.lowercased()) }
    if owner != other.owner { return nil }
    let shared = words.count { other.words.contains($0) }
    let byWords = Double(2 * shared) / Double(max(words.count + other.words.count, 1))
    let byLetters = Self.likeness(words.joined(), other.words.joined())
    let likeness = max(byWords, byLetters < 0.7 ? 0 : byLetters)
    return likeness < 0.5 ? nil : likeness
  }

  /// The similarity of two texts: the share of letters that both have in the same order.
  private static func likeness(_ left: String, _ right: String) -> Double {
    let changes = Array(left.utf8).difference(from: Array(right.utf8)).count
    return 1 - Double(changes) / Double(max(left.utf8.count + right.utf8.count, 1))
  }
}
