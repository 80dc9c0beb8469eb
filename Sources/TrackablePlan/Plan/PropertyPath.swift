import Trackable

/// Where a value is: the full names of the keys that lead to it, and the arrays between them.
///
/// A plan knows a property by the text of its path: `App.Keys.album/App.Keys.Details.year` in nested properties,
/// `App.Keys.tags[]` for the elements of an array, and `App.Keys.items[]/App.Keys.sku` for a key in them. Each key is there
/// under its own name. A path tells the name for a destination that takes nested values, and for one that flattens them. A
/// composed name alone does not.
struct PropertyPath: Hashable {
  /// A key, and how many arrays deep its value is looked for.
  struct Step: Hashable {
    var key: String
    var arrays = 0
  }

  private(set) var steps: [Step] = []

  /// The path of a plain value.
  init(_ key: String) { steps = [Step(key: key)] }

  private init(_ steps: [Step]) { self.steps = steps }

  /// The path of a key in the properties that this one leads to.
  func appending(_ key: String) -> PropertyPath { PropertyPath(steps + [Step(key: key)]) }

  /// The path of the elements, if this one leads to an array.
  var elements: PropertyPath {
    var path = self
    path.steps[steps.count - 1].arrays += 1
    return path
  }

  /// Whether the path leads to the elements of an array, and not to a key.
  var leadsToElements: Bool { steps.last.map { $0.arrays > 0 } ?? false }

  /// Whether the value is inside an array.
  var isInArray: Bool { steps.contains { $0.arrays > 0 } }

  /// How many properties and arrays are around the value.
  var depth: Int { steps.reduce(steps.count - 1) { $0 + $1.arrays } }

  /// The full names of the keys along the path.
  var keys: [String] { steps.map(\.key) }

  /// Each key on the way, the last one among them, with its path and that of the properties around it.
  var ancestors: [(parent: String, key: String, path: String)] {
    var parent = ""
    return steps.map { step in
      let ancestor = (parent, step.key, parent + Self.escaped(step.key))
      parent = ancestor.2 + Self.marks(step.arrays) + Self.separator
      return ancestor
    }
  }

  /// The same path where keys have other names.
  func renaming(_ names: [String: String]) -> PropertyPath {
    PropertyPath(steps.map { Step(key: names[$0.key] ?? $0.key, arrays: $0.arrays) })
  }
}

// MARK: - As text

extension PropertyPath {
  private static let separator = "/"
  private static let mark = "[]"

  private static func marks(_ arrays: Int) -> String { String(repeating: mark, count: arrays) }

  /// The path as a text, from which it can be read again.
  var text: String { steps.map { Self.escaped($0.key) + Self.marks($0.arrays) }.joined(separator: Self.separator) }

  /// - Parameter text: The ``text`` of a path.
  init(text: String) {
    steps = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      var part = part
      var arrays = 0
      while part.hasSuffix(Self.mark) {
        part = part.dropLast(Self.mark.count)
        arrays += 1
      }
      return Step(key: Self.unescaped(part), arrays: arrays)
    }
  }

  // A plain string is a key too, and may contain what a path is made of. It is written as in the address of a page.
  private static let escapes = [("%", "%25"), ("/", "%2F"), ("[]", "%5B%5D")]

  private static func escaped(_ key: String) -> String {
    escapes.reduce(key) { $0.contains($1.0) ? $0.replacing($1.0, with: $1.1) : $0 }
  }

  private static func unescaped(_ key: Substring) -> String {
    escapes.reversed().reduce(String(key)) { $0.contains($1.1) ? $0.replacing($1.1, with: $1.0) : $0 }
  }
}

// MARK: - As destinations see it

extension PropertyPath {
  /// The names that lead a destination to the value, before its style spells them: each key, or one name that is composed
  /// of the keys outside of arrays. A destination leaves the inside of an array as it is.
  ///
  /// - Parameter nested: Whether it takes nested values.
  func names(nested: Bool) -> [(name: IdentifierName, arrays: Int)] {
    let names = steps.map { (name: IdentifierName(known: $0.key), arrays: $0.arrays) }
    guard !nested, let last = steps.indices.first(where: { steps[$0].arrays > 0 || $0 == steps.count - 1 }), last > 0
    else { return names }
    let composed = names[1...last].reduce(names[0].name) { $1.name.inside($0) }
    return [(composed, names[last].arrays)] + names[(last + 1)...]
  }

  /// The path as a destination sees it.
  ///
  /// - Parameters:
  ///   - style: How it spells keys.
  ///   - nested: Whether it takes nested values.
  func spelled(_ style: NamingStyle, nested: Bool) -> String {
    names(nested: nested).map { style($0.name).text + Self.marks($0.arrays) }.joined(separator: Self.separator)
  }
}
