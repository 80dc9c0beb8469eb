/// How a destination spells identifiers.
///
/// The code that tracks never spells out a name; that is done where events leave the app. A style turns the path of an
/// event or a key into what a dashboard should show.
///
/// ```swift
/// // "Beatles.Events.User.didRateAlbum" under each style:
/// let styles: [NamingStyle] = [
///   .path,  // Beatles.Events.User.didRateAlbum
///   .droppingModule,  // Events.User.didRateAlbum
///   .droppingPrefix("Beatles.Events."),  // User.didRateAlbum
///   .keepingLast(1),  // didRateAlbum
///   .droppingPrefix("Beatles.Events.").followed(by: .snakeCase),  // user_did_rate_album
///   .keepingLast(1).followed(by: .titleCase),  // Did Rate Album
///   .custom { $0.replacing(".", with: "/") },  // Beatles/Events/User/didRateAlbum
/// ]
/// ```
///
/// A style is applied with `renaming(_:)` on a tracker, or for the whole app with the parameter `naming:` of `bootstrap`.
///
/// A name without type path, such as a plain string used as a key, is spelt like any other: a style only sees the text.
///
/// Isolation: a style is called on whatever thread delivers the event, several at a time. Cost: one closure call and one
/// new string for each name, unless the style is ``path``; a tracker that renames asks once for a case.
public struct NamingStyle: Sendable {
  private let transform: (@Sendable (String) -> String)?
  /// The prefixes that it drops, each with what is done to a name before.
  private var droppedPrefixes: [(prefix: String, before: NamingStyle)] = []

  private init(transform: (@Sendable (String) -> String)?) { self.transform = transform }

  /// The full type path, as it is. The default everywhere.
  public static let path = NamingStyle(transform: nil)

  /// Words in lower case, joined by underscores: `beatles_events_user_did_rate_album`.
  public static let snakeCase = custom { words(of: $0).map { $0.lowercased() }.joined(separator: "_") }

  /// Words with an initial capital, joined by spaces: `Beatles Events User Did Rate Album`.
  public static let titleCase = custom { words(of: $0).map(capitalized).joined(separator: " ") }

  /// The path without its first component, whatever the module is called: `Events.User.didRateAlbum`. A name of one
  /// component stays as it is.
  ///
  /// The names then survive a move of the code to another module. Types of the same path in two modules share them.
  public static let droppingModule = custom { name in
    guard let dot = name.firstIndex(of: "."), case let rest = name[name.index(after: dot)...], !rest.isEmpty else {
      return name
    }
    return String(rest)
  }

  /// The path without `prefix`, as in `User.didRateAlbum`. Paths that do not begin with it, or are equal to it, stay as
  /// they are.
  ///
  /// Errors: a prefix that begins none of the first 20 different names is probably misspelt, which would otherwise only
  /// show in the dashboard. Then an issue (``TrackableIssue/Kind/prefixNeverMatches``) is reported, once per style, at
  /// the location where the style was made.
  public static func droppingPrefix(
    _ prefix: String, fileID: StaticString = #fileID, line: UInt = #line
  ) -> NamingStyle {
    let use = PrefixUse(of: prefix, at: CodeLocation(fileID: fileID, line: line))
    var style = custom { name in
      let matches = name.hasPrefix(prefix)
      use.note(name, hasPrefix: matches)
      return matches && name != prefix ? String(name.dropFirst(prefix.count)) : name
    }
    style.droppedPrefixes = [(prefix, .path)]
    return style
  }

  /// The last `count` components of the path; at least one is always left.
  public static func keepingLast(_ count: Int) -> NamingStyle {
    custom { $0.split(separator: ".").suffix(max(1, count)).joined(separator: ".") }
  }

  /// Any spelling you like: `transform` gets the full path.
  public static func custom(_ transform: @escaping @Sendable (String) -> String) -> NamingStyle {
    NamingStyle(transform: transform)
  }

  /// This style, followed by `next`, which is applied to its result.
  public func followed(by next: NamingStyle) -> NamingStyle {
    guard let first = transform else { return next }
    guard let second = next.transform else { return self }
    var style = NamingStyle.custom { second(first($0)) }
    style.droppedPrefixes = droppedPrefixes + next.droppedPrefixes.map { ($0.prefix, followed(by: $0.before)) }
    return style
  }

  /// The prefixes that the style drops, and that begin none of `names`.
  package func unusedPrefixes(among names: [String]) -> [String] {
    if names.isEmpty { return [] }
    return droppedPrefixes.filter { prefix, before in !names.contains { before($0).hasPrefix(prefix) } }.map(\.prefix)
  }

  /// The spelling of `name` in this style. A name of which nothing would be left, such as `"🎉"` in snake case, stays as it
  /// is: no event goes out without a name.
  public func callAsFunction(_ name: String) -> String {
    guard let spelled = transform?(name), !spelled.isEmpty else { return name }
    return spelled
  }

  /// Whether the style leaves every name as it is.
  var isPath: Bool { transform == nil }

  /// The words of a path. It is split at everything that is neither a letter nor a digit, where a capital follows a
  /// small letter or a digit, and before the last capital of a run if a small letter follows: `userURLChanged` is user,
  /// URL, Changed.
  static func words(of path: String) -> [Substring] {
    var words: [Substring] = []
    for part in path.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      var start = part.startIndex
      var index = part.startIndex
      while case let next = part.index(after: index), next < part.endIndex {
        let afterNext = part.index(after: next)
        let endsWord =
          !part[index].isUppercase && part[next].isUppercase
          || part[index].isUppercase && part[next].isUppercase
            && afterNext < part.endIndex && part[afterNext].isLowercase
        if endsWord {
          words.append(part[start..<next])
          start = next
        }
        index = next
      }
      words.append(part[start...])
    }
    return words
  }

  private static func capitalized(_ word: Substring) -> String {
    word.prefix(1).uppercased() + word.dropFirst()
  }
}
