import Trackable

/// Where a value is: the full names of the keys that lead to it, and the arrays between them.
///
/// A plan knows a property by the text of its path: `App.Keys.album/App.Keys.Details.year` in nested properties,
/// `App.Keys.tags[]` for the elements of an array, and `App.Keys.items[]/App.Keys.sku` for a key in them. Each key is there
/// under its own name. A path tells the name for a destination that takes nested values, and for one that flattens them. A
/// composed name alone does not.
struct PropertyPath: Hashable {
  /// The names of keys; `nil` stands for the elements of an array.
  let steps: [String?]

  /// Whether the value is inside an array.
  var isInArray: Bool { steps.contains(nil) }

  /// The full names of the keys along the path.
  var keys: [String] { steps.compactMap(\.self) }

  /// The path of the container around the value; without steps for a value outside of containers.
  var parent: PropertyPath { PropertyPath(steps: steps.dropLast()) }

  /// The paths that lead to a key on the way, the last one among them.
  var ancestors: [PropertyPath] {
    steps.indices.filter { steps[$0] != nil }.map { PropertyPath(steps: Array(steps[...$0])) }
  }

  /// The same path where keys have other names.
  ///
  /// - Parameter name: The new name, by the number of the step and the old one.
  func renaming(_ name: (Int, String) -> String) -> PropertyPath {
    PropertyPath(steps: steps.enumerated().map { number, step in step.map { name(number, $0) } })
  }
}

// MARK: - As text

extension PropertyPath {
  private static let mark = "[]"

  private static func joined(_ steps: [String?]) -> String {
    String(steps.map { $0.map { "/" + $0 } ?? mark }.joined().dropFirst())
  }

  /// The path as a text, from which it can be read again.
  var text: String { Self.joined(steps.map { $0.map(Self.escaped) }) }

  /// - Parameter text: The ``text`` of a path.
  init(text: String) {
    steps = text.split(separator: "/", omittingEmptySubsequences: false).flatMap { part -> [String?] in
      var key = part
      while key.hasSuffix(Self.mark) { key = key.dropLast(Self.mark.count) }
      let arrays = (part.count - key.count) / Self.mark.count
      return [Self.unescaped(key)] + Array(repeating: nil, count: arrays)
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
  /// - Parameters:
  ///   - nested: Whether it takes nested values.
  ///   - style: How it spells keys.
  func steps(nested: Bool, for style: NamingStyle) -> [IdentifierName?] {
    let names = steps.map { $0.map(IdentifierName.init(known:)) }
    let outer = names.prefix { $0 != nil }.compactMap(\.self)
    if nested || outer.count < 2 { return names }
    return [outer.dropFirst().reduce(outer[0]) { $1.inside($0, by: style.composition ?? .withoutSharedPath) }]
      + names[outer.count...]
  }

  /// The path as a destination sees it.
  ///
  /// - Parameters:
  ///   - style: How it spells keys.
  ///   - nested: Whether it takes nested values.
  func spelled(_ style: NamingStyle, nested: Bool) -> String {
    Self.joined(steps(nested: nested, for: style).map { $0.map { style($0).text } })
  }
}
