import Testing
import Trackable

private struct Phantom<Argument> {
  enum K: String, Key { case a, b, c }
}

/// More cases than one byte tells apart, and more than a page holds at first.
private struct Wide<Argument> {
  enum K: String, Key, CaseIterable {
    case c0, c1, c2, c3, c4, c5, c6, c7, c8, c9, c10, c11, c12, c13, c14
    case c15, c16, c17, c18, c19, c20, c21, c22, c23, c24, c25, c26, c27, c28, c29
    case c30, c31, c32, c33, c34, c35, c36, c37, c38, c39, c40, c41, c42, c43, c44
    case c45, c46, c47, c48, c49, c50, c51, c52, c53, c54, c55, c56, c57, c58, c59
    case c60, c61, c62, c63, c64, c65, c66, c67, c68, c69, c70, c71, c72, c73, c74
    case c75, c76, c77, c78, c79, c80, c81, c82, c83, c84, c85, c86, c87, c88, c89
    case c90, c91, c92, c93, c94, c95, c96, c97, c98, c99, c100, c101, c102, c103, c104
    case c105, c106, c107, c108, c109, c110, c111, c112, c113, c114, c115, c116, c117, c118, c119
    case c120, c121, c122, c123, c124, c125, c126, c127, c128, c129, c130, c131, c132, c133, c134
    case c135, c136, c137, c138, c139, c140, c141, c142, c143, c144, c145, c146, c147, c148, c149
    case c150, c151, c152, c153, c154, c155, c156, c157, c158, c159, c160, c161, c162, c163, c164
    case c165, c166, c167, c168, c169, c170, c171, c172, c173, c174, c175, c176, c177, c178, c179
    case c180, c181, c182, c183, c184, c185, c186, c187, c188, c189, c190, c191, c192, c193, c194
    case c195, c196, c197, c198, c199, c200, c201, c202, c203, c204, c205, c206, c207, c208, c209
    case c210, c211, c212, c213, c214, c215, c216, c217, c218, c219, c220, c221, c222, c223, c224
    case c225, c226, c227, c228, c229, c230, c231, c232, c233, c234, c235, c236, c237, c238, c239
    case c240, c241, c242, c243, c244, c245, c246, c247, c248, c249, c250, c251, c252, c253, c254
    case c255, c256, c257, c258, c259, c260, c261, c262, c263, c264, c265, c266, c267, c268, c269
    case c270, c271, c272, c273, c274, c275, c276, c277, c278, c279, c280, c281, c282, c283, c284
    case c285, c286, c287, c288, c289, c290, c291, c292, c293, c294, c295, c296, c297, c298, c299
  }
}

/// Names that many threads ask for at once, for the first time.
@Suite(.timeLimit(.minutes(10))) struct NameTableConcurrencyTests {
  private typealias Ask = @Sendable (SeededGenerator) -> [PropertyKey]

  /// Asks for the keys of `Phantom<Argument>`, `Phantom<Phantom<Argument>>` and so on: types that were not named before.
  private static func questions<Argument>(about: Argument.Type, depth: Int) -> [Ask] {
    let ask: Ask = { _ in
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
      return questions.shuffled(using: &generator).map { $0(generator) }
    }
    let names = ["a", "b", "c"].map { "TrackableTests.Phantom.K.\($0)" }
    let first = names.map { PropertyKey($0) }
    for keys in answers.joined() {
      expect(keys.map(\.name), is: names)
      expect(keys, is: first)
      expect(keys, is: answers[0][0])
    }
  }

  private static func wideQuestion<Argument>(_: Argument.Type) -> Ask {
    { generator in
      var generator = generator
      let cases = Wide<Argument>.K.allCases
      var keys = cases.map { _ in PropertyKey("") }
      for index in cases.indices.shuffled(using: &generator) { keys[index] = PropertyKey(cases[index]) }
      return keys
    }
  }

  @Test(arguments: 0..<4)
  func `Pages grow while others read them`(round: Int) {
    // Each argument is a type with a page of its own.
    let ask =
      switch round {
      case 0: Self.wideQuestion(Int.self)
      case 1: Self.wideQuestion(Int8.self)
      case 2: Self.wideQuestion(Int16.self)
      default: Self.wideQuestion(Int32.self)
      }
    let answers = onThreads(8) { ask(SeededGenerator(seed: UInt64($0))) }
    let names = (0..<300).map { "TrackableTests.Wide.K.c\($0)" }
    for keys in answers {
      expect(keys.map(\.name), is: names)
      expect(keys, is: answers[0])
    }
  }
}
