import Testing
import Trackable

private struct Phantom<Argument> {
  enum K: String, Key { case a, b, c }
}

/// Names that many threads ask for at once, for the first time.
@Suite(.timeLimit(.minutes(10))) struct NameTableConcurrencyTests {
  private typealias Ask = @Sendable () -> [PropertyKey]

  /// Asks for the keys of `Phantom<Argument>`, `Phantom<Phantom<Argument>>` and so on: types that were not named before.
  private static func questions<Argument>(about: Argument.Type, depth: Int) -> [Ask] {
    let ask: Ask = {
      typealias Keys = Phantom<Argument>.K
      return [PropertyKey(Keys.a), PropertyKey(Keys.b), PropertyKey(Keys.c)]
    }
    return depth == 0 ? [ask] : [ask] + questions(about: Phantom<Argument>.self, depth: depth - 1)
  }

  @Test func `A key of a type that many threads see first has one name`() {
    enum Local {}
    let questions =
      Self.questions(about: Int.self, depth: 40) + Self.questions(about: String.self, depth: 40)
      + Self.questions(about: Local.self, depth: 40) + Self.questions(about: [Double].self, depth: 40)
    let answers = onThreads(8) { thread in
      var generator = SeededGenerator(seed: UInt64(thread))
      return questions.shuffled(using: &generator).map { $0() }
    }
    let names = ["a", "b", "c"].map { "TrackableTests.Phantom.K.\($0)" }
    let first = names.map { PropertyKey($0) }
    for keys in answers.joined() {
      expect(keys.map(\.name), is: names)
      expect(keys, is: first)
      expect(keys, is: answers[0][0])
    }
  }
}
