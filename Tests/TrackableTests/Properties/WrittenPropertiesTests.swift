import Testing
import Trackable

/// Two spellings of a collection are one collection.
@Suite struct WrittenPropertiesTests {
  private func build(@TrackedPropertiesBuilder _ body: () -> TrackedProperties) -> TrackedProperties { body() }

  private func expectSame(_ forms: TrackedProperties..., sourceLocation: SourceLocation = #_sourceLocation) {
    for form in forms {
      #expect(Array(form) == Array(forms[0]), sourceLocation: sourceLocation)
      #expect(form.map(\.flaws) == forms[0].map(\.flaws), sourceLocation: sourceLocation)
    }
  }

  private typealias SourceLocation = Testing.SourceLocation

  @Test(arguments: [nil, 1, 2], [nil, 3]) func `Literals, builders and sequences agree`(first: Int?, second: Int?) {
    let a = Keys.a ~>> first
    let b = Keys.b ~>> second
    let again = Keys.a.name ~>> second
    expectSame(TrackedProperties([a]), [a], build { a })
    expectSame(
      TrackedProperties([a, b]), [a, b],
      build {
        a; b
      })
    expectSame(
      TrackedProperties([a, again]), [a, again],
      build {
        a; again
      })
    expectSame(
      TrackedProperties([a, b, again]), [a, b, again],
      build {
        a; b; again
      })
    expectSame(
      TrackedProperties([a, b, again, a, b]), [a, b, again, a, b],
      build {
        [a, b]; [again, a, b]
      })
  }
}
