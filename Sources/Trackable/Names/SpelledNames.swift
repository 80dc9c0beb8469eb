/// Names as a style spells them. It remembers them, because making a name anew for each event would cost more than
/// everything else about the event (Benchmarks: tracker: renaming by a style).
///
/// It remembers up to 1,000 names, so it stays bounded whatever strings an app uses as names.
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

  /// How many names are remembered.
  package var count: Int { known.withLock { $0.count } }
}
