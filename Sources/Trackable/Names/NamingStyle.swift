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
/// Give one to `renaming(_:)` on a tracker, or for the whole app as `naming:` to `bootstrap`. <doc:Naming> says which part of
/// a name a style may cut.
///
/// Isolation: the thread that delivers the event calls a style, several threads at a time. Cost: one closure call and
/// one new string for each name, unless the style is ``path``; a tracker that renames asks once for a case.
public struct NamingStyle: Sendable {
  package enum Step: Sendable {
    case droppingPrefix(String)
    case keepingLast(Int)
    case droppingFirst
    case custom(@Sendable (String) -> String)
  }

  /// The changes to a name, in order.
  package let steps: [Step]

  /// How the key of a nested value is joined to the key around it, if this style says so.
  package var composition: Composition?

  /// The full type path, as it is. The default everywhere.
  public static let path = NamingStyle(steps: [])

  /// Words in lower case, joined by underscores: `beatles_events_user_did_rate_album`.
  public static let snakeCase = custom { words(of: $0).map { $0.lowercased() }.joined(separator: "_") }

  /// Words with an initial capital, joined by spaces: `Beatles Events User Did Rate Album`.
  public static let titleCase = custom {
    words(of: $0).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
  }

  /// The path without its first component, the module: `Events.User.didRateAlbum`. A name without a
  /// path stays as it is.
  ///
  /// The names then survive a move of the code to another module. Types of the same path in two modules share them.
  public static let droppingModule = NamingStyle(steps: [.droppingFirst])

  /// The path without `prefix`, as in `User.didRateAlbum`. Names that do not begin with it, or have no path, stay as
  /// they are; the last component stays whole.
  ///
  /// A prefix that begins no name is probably misspelt. A tracking plan that knows the style finds it.
  public static func droppingPrefix(_ prefix: String) -> NamingStyle { NamingStyle(steps: [.droppingPrefix(prefix)]) }

  /// The last `count` components of the path; at least one is always left. A raw value counts as one component.
  public static func keepingLast(_ count: Int) -> NamingStyle { NamingStyle(steps: [.keepingLast(max(1, count))]) }

  /// Any spelling you like: `transform` gets the full name. If it returns an empty one, the name stays as it is.
  public static func custom(_ transform: @escaping @Sendable (String) -> String) -> NamingStyle {
    NamingStyle(steps: [.custom(transform)])
  }

  /// Nested keys are joined in another way than usual, for a dashboard that knows them so.
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

  /// This style, followed by `next`, which is applied to its result.
  public func followed(by next: NamingStyle) -> NamingStyle {
    NamingStyle(steps: steps + next.steps, composition: next.composition ?? composition)
  }

  /// The spelling of a path in this style. If nothing would be left, as of `"🎉"` in snake case, the name stays as it
  /// is: no event goes out without a name.
  public func callAsFunction(_ path: String) -> String { self(IdentifierName(path: path)).text }

  /// The spelling of a name; only a part of it may be a path.
  package func callAsFunction(_ name: IdentifierName) -> IdentifierName {
    steps.reduce(name) { $1($0) }
  }

  /// Whether the style leaves every name as it is.
  package var isPath: Bool { steps.isEmpty && composition == nil }

  /// The words of a path. It is split at everything that is neither a letter nor a digit, where a capital follows a
  /// small letter or a digit, and before the last capital of a run if a small letter follows: `userURLChanged` is user,
  /// URL, Changed.
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
  /// How the key of a nested value is joined to the key around it, where nested values are flattened.
  public enum Composition: Sendable {
    /// Without the path that both keys begin with: `MyApp.Keys.album` and `MyApp.Keys.Details.year` become
    /// `MyApp.Keys.album.Details.year`. This is the rule everywhere else.
    case withoutSharedPath
    /// Without the shared path, and without the components with which the outer key ends and the rest of the inner key
    /// begins: `MyApp.People.John` and `MyApp.John.age` become `MyApp.People.John.age`.
    case withoutOverlap
    /// Both keys whole: `MyApp.Keys.album.MyApp.Keys.Details.year`.
    case whole
  }
}

extension NamingStyle.Step {
  package func callAsFunction(_ name: IdentifierName) -> IdentifierName {
    switch self {
    case .droppingPrefix(let prefix):
      guard let last = name.dots.last, name.text.hasPrefix(prefix) else { return name }
      let end = name.text.prefix(prefix.count).utf8.count
      // The dot behind the prefix goes with it, also if the prefix was written without.
      return end <= last + 1 ? name.suffix(from: name.dots.contains(end) ? end + 1 : end) : name
    case .keepingLast(let count):
      return name.dots.count < count ? name : name.suffix(from: name.dots[name.dots.count - count] + 1)
    case .droppingFirst: return name.dots.first.map { name.suffix(from: $0 + 1) } ?? name
    case .custom(let transform):
      let spelled = name.respelled(transform)
      return spelled.text.isEmpty ? name : spelled
    }
  }
}

/// Names as a style spells them. It remembers them, because making a name anew for each event would cost more than
/// everything else about the event (Benchmarks: tracker: renaming by a style).
///
/// It remembers up to 1,000 names, so plain strings as names do not make it grow.
final class SpelledNames: Sendable {
  static let maximum = 1_000

  let style: NamingStyle
  private let known = Lock<[IdentifierName: IdentifierName]>([:])

  init(_ style: NamingStyle) {
    self.style = style
  }

  /// The name as the style spells it.
  func callAsFunction(_ name: IdentifierName) -> IdentifierName {
    if let spelled = known.withLock({ $0[name] }) { return spelled }
    // An adopter's function is called outside of the lock.
    let spelled = style(name)
    known.withLock { known in
      if known.count < Self.maximum { known[name] = spelled }
    }
    return spelled
  }
}
