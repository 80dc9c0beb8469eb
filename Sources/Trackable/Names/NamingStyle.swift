/// The spelling of identifiers at a destination.
///
/// The code that tracks never spells out a name. When an event leaves the app, a style turns the path of an event or a
/// key into the name for a dashboard.
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
/// Pass a style to `renaming(_:)` on a tracker, or to `bootstrap` as `naming:` for the whole app. <doc:Naming> says
/// which parts of a name a style may drop.
///
/// Isolation: any thread. The thread that delivers an event calls the style, and several threads may do so at the same
/// time. Cost: one closure call and one new string for each name, unless the style is ``path``. A tracker that renames
/// calls the style once for each case.
public struct NamingStyle: Sendable {
  package enum Step: Sendable {
    case droppingPrefix(String)
    case keepingLast(Int)
    case droppingFirst
    case custom(@Sendable (String) -> String)
  }

  /// The changes to a name, in the order in which the style applies them.
  package let steps: [Step]

  /// The rule for joining a nested key to the outer key, if this style changes the rule.
  package var composition: Composition?

  /// The full type path, unchanged. This is the default everywhere.
  public static let path = NamingStyle(steps: [])

  /// Words in lower case, joined by underscores: `beatles_events_user_did_rate_album`.
  public static let snakeCase = custom { words(of: $0).map { $0.lowercased() }.joined(separator: "_") }

  /// Words with an initial capital, joined by spaces: `Beatles Events User Did Rate Album`.
  public static let titleCase = custom {
    words(of: $0).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// The path without its first component, which is the module: `Events.User.didRateAlbum`. A name without a path stays
  /// unchanged.
  ///
  /// With this style, names survive a move of the code to another module. Types of the same path in two modules share
  /// their names.
  public static let droppingModule = NamingStyle(steps: [.droppingFirst])

  /// The path without `prefix`, as in `User.didRateAlbum`. Names that do not begin with the prefix, or have no path,
  /// stay unchanged. The last component always stays.
  ///
  /// If no name begins with the prefix, it is probably misspelt. A tracking plan with this style finds such a prefix.
  public static func droppingPrefix(_ prefix: String) -> NamingStyle { NamingStyle(steps: [.droppingPrefix(prefix)]) }

  /// The last `count` components of the path. At least one component stays. A raw value counts as one component.
  public static func keepingLast(_ count: Int) -> NamingStyle { NamingStyle(steps: [.keepingLast(max(1, count))]) }

  /// A style of your own: `transform` gets the full name. If `transform` returns an empty text, the name stays
  /// unchanged.
  public static func custom(_ transform: @escaping @Sendable (String) -> String) -> NamingStyle {
    NamingStyle(steps: [.custom(transform)])
  }

  /// A style that joins nested keys by another rule, for a dashboard that already has such names.
  ///
  /// ```swift
  /// // People.John ~>> [John.age ~>> 40] at a destination that flattens nested values:
  /// let usual = tracker.renaming(keys: .path)                              // MyApp.People.John.John.age
  /// let whole = tracker.renaming(keys: .composing(.whole))                 // MyApp.People.John.MyApp.John.age
  /// let withoutOverlap = tracker.renaming(keys: .composing(.withoutOverlap))   // MyApp.People.John.age
  /// ```
  public static func composing(_ composition: Composition) -> NamingStyle {
    NamingStyle(steps: [], composition: composition)
  }

  /// This style, followed by `next`, which gets the result of this style.
  public func followed(by next: NamingStyle) -> NamingStyle {
    NamingStyle(steps: steps + next.steps, composition: next.composition ?? composition)
  }

  /// The path in this style. If the result would be empty, as for `"🎉"` in snake case, the name stays unchanged,
  /// because the library sends no event without a name.
  public func callAsFunction(_ path: String) -> String { self(IdentifierName(path: path)).text }

  /// The name in this style. Only a part of the name may be a path; the other part may be an adopter's text, such as a
  /// raw value.
  package func callAsFunction(_ name: IdentifierName) -> IdentifierName {
    steps.reduce(name) { $1($0) }
  }

  /// Whether the style leaves every name unchanged.
  package var isPath: Bool { steps.isEmpty && composition == nil }

  /// The words of a path. Words end at every character that is neither a letter nor a digit, before a capital that
  /// follows a small letter or a digit, and before the last capital of a run if a small letter follows:
  /// `userURLChanged` has the words user, URL and Changed.
  static func words(of path: String) -> [String] {
    let characters = Array(path)
    var words: [String] = []
    var word = ""
    for (position, character) in characters.enumerated() {
      let isPart = character.isLetter || character.isNumber
      let begins =
        character.isUppercase && !word.isEmpty
        && (!characters[position - 1].isUppercase
          || position + 1 < characters.count && characters[position + 1].isLowercase)
      if !isPart || begins {
        if !word.isEmpty { words.append(word) }
        word = ""
      }
      if isPart { word.append(character) }
    }
    return word.isEmpty ? words : words + [word]
  }
}

extension NamingStyle {
  /// The rule for joining a nested key to the outer key, when a destination flattens nested values.
  public enum Composition: Sendable {
    /// The outer key and the inner key, without repeating the path with which both begin: `MyApp.Keys.album` and
    /// `MyApp.Keys.Details.year` become `MyApp.Keys.album.Details.year`. This is the default.
    case withoutSharedPath
    /// The outer key and the inner key, without repeating the shared path, and without repeating components that are at
    /// the end of the outer key and at the beginning of the inner key. `MyApp.People.John` and `MyApp.John.age` become
    /// `MyApp.People.John.age`.
    case withoutOverlap
    /// Both complete keys: `MyApp.Keys.album.MyApp.Keys.Details.year`.
    case whole
  }
}

extension NamingStyle.Step {
  package func callAsFunction(_ name: IdentifierName) -> IdentifierName {
    switch self {
    case .droppingPrefix(let prefix):
      guard let last = name.dots.last, name.text.hasPrefix(prefix) else { return name }
      let end = name.text.prefix(prefix.count).utf8.count
      // The dot behind the prefix is removed as well, even if `prefix` does not end with a dot. A prefix that ends
      // within a component is a prefix of another name: `Shop` does not begin `ShopCart.Events`.
      guard end <= last + 1, name.dots.contains(end) || name.dots.contains(end - 1) else { return name }
      return name.suffix(from: name.dots.contains(end) ? end + 1 : end)
    case .keepingLast(let count):
      return name.dots.count < count ? name : name.suffix(from: name.dots[name.dots.count - count] + 1)
    case .droppingFirst: return name.dots.first.map { name.suffix(from: $0 + 1) } ?? name
    case .custom(let transform):
      let spelled = name.respelled(transform)
      return spelled.text.isEmpty ? name : spelled
    }
  }
}

/// A cache of names in a style. To make the name again for each event would cost more than all other work for the
/// event, as the benchmark `tracker: renaming by a style` shows.
///
/// The cache has at most 1,000 names, so that an app that uses plain strings as names does not make it grow without
/// limit.
final class SpelledNames: Sendable {
  static let maximum = 1_000

  let style: NamingStyle
  private let known = Lock<[IdentifierName: IdentifierName]>(.init())

  init(_ style: NamingStyle) {
    self.style = style
  }

  /// The name in the style.
  func callAsFunction(_ name: IdentifierName) -> IdentifierName {
    if let spelled = known.withLock({ $0[name] }) { return spelled }
    // No adopter's function is called under the lock.
    let spelled = style(name)
    known.withLock { known in
      if known.count < Self.maximum { known.updateValue(spelled, forKey: name) }
    }
    return spelled
  }
}
