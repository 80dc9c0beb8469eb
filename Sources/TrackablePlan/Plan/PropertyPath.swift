import Trackable

/// The position of a value: the full names of the outer keys, and the arrays between them.
///
/// A plan identifies a property by the text of its path: `App.Keys.album/App.Keys.Details.year` in nested properties,
/// `App.Keys.tags[]` for the elements of an array, and `App.Keys.items[]/App.Keys.sku` for a key in them. In a path,
/// each key has its full name. So the library can make from a path the name for a destination that takes nested values,
/// and the name for a destination that flattens them. It could not make both from a composed name.
struct PropertyPath: Hashable {
  /// The names of keys; `nil` stands for the elements of an array.
  let steps: [String?]

  /// Whether the value is inside an array.
  var isInArray: Bool { steps.contains(nil) }

  /// The full names of the keys along the path.
  var keys: [String] { steps.compactMap(\.self) }

  /// The path of the container around the value. It has no steps if the value is not in a container.
  var parent: PropertyPath { PropertyPath(steps: steps.dropLast()) }

  /// The path below its first step: for a path that begins with a user property or a group, the part that has keys.
  var inner: PropertyPath { PropertyPath(steps: Array(steps.dropFirst())) }

  /// Every prefix of the path that ends with a key, including the path itself.
  var ancestors: [PropertyPath] {
    steps.indices.filter { steps[$0] != nil }.map { PropertyPath(steps: Array(steps[...$0])) }
  }

  /// The path with other names of keys.
  ///
  /// - Parameter name: Returns the new name, from the number of the step and the old name.
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

  /// The path as a text, from which the path can be read again.
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

  // A key may be a plain string, which may contain the separators of a path. These characters are escaped as in a URL.
  private static let escapes = [("%", "%25"), ("/", "%2F"), ("[]", "%5B%5D")]

  private static func escaped(_ key: String) -> String {
    escapes.reduce(key) { $0.contains($1.0) ? $0.replacing($1.0, with: $1.1) : $0 }
  }

  private static func unescaped(_ key: Substring) -> String {
    escapes.reversed().reduce(String(key)) { $0.contains($1.1) ? $0.replacing($1.1, with: $1.0) : $0 }
  }
}

// MARK: - At destinations

extension PropertyPath {
  /// The names of the value at a destination, before its style spells them: each key, or one name that is composed of
  /// the keys outside of arrays. A destination does not flatten the inside of an array.
  ///
  /// - Parameters:
  ///   - nested: Whether the destination takes nested values.
  ///   - style: The destination's style for keys.
  func steps(nested: Bool, for style: NamingStyle) -> [IdentifierName?] {
    let names = steps.map { $0.map(IdentifierName.init(known:)) }
    let outer = names.prefix { $0 != nil }.compactMap(\.self)
    if nested || outer.count < 2 { return names }
    return [outer.dropFirst().reduce(outer[0]) { $1.inside($0, by: style.composition ?? .withoutSharedPath) }]
      + names[outer.count...]
  }

  /// The path in the spelling of a destination.
  ///
  /// - Parameters:
  ///   - style: The destination's style for keys.
  ///   - nested: Whether the destination takes nested values.
  func spelled(_ style: NamingStyle, nested: Bool) -> String {
    Self.joined(steps(nested: nested, for: style).map { $0.map { style($0).text } })
  }

  /// The path in the spelling of a destination, behind the name of a user property or the type of a group. That name is
  /// not a key: the style for keys does not spell it, and names of keys are not composed with it.
  func spelledBelowOwner(_ style: NamingStyle, nested: Bool) -> String {
    Self.joined(steps.prefix(1) + inner.steps(nested: nested, for: style).map { $0.map { style($0).text } })
  }
}
