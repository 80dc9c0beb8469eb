import Testing
import Trackable

private func build(@TrackedPropertiesBuilder _ body: () -> TrackedProperties) -> TrackedProperties { body() }

@Suite struct TrackedPropertiesBuilderTests {
  @Test func `Statements are kept in order, and what is nil says nothing`() {
    #expect(build {}.isEmpty)
    let (present, absent): (TrackedProperties?, TrackedProperties?) = ([Keys.b ~>> 2, Keys.c ~>> 3], nil)
    let properties = build {
      Keys.a ~>> 1
      absent
      present
      Keys.album ~>> nil
      let optional: TrackedProperty? = Keys.year ~>> 4
      optional
      TrackedProperty?.none
      for outer in 1...2 {
        for inner in 1...2 where inner <= outer { "\(outer).\(inner)" ~>> outer * inner }
      }
      if #available(macOS 15, *) { "available" ~>> true }
    }
    expect(
      properties.map(\.self),
      is: [
        Keys.a ~>> 1, Keys.b ~>> 2, Keys.c ~>> 3, Keys.year ~>> 4, "1.1" ~>> 1, "2.1" ~>> 2, "2.2" ~>> 4,
        "available" ~>> true,
      ])
  }

  @Test(arguments: [true, false]) func `Branches are taken`(condition: Bool) {
    let optional: Int? = condition ? 1 : nil
    let properties = build {
      if condition { Keys.a ~>> "then" } else { Keys.a ~>> "else" }
      if let optional { Keys.c ~>> optional }
      if !condition {
        Keys.album ~>> 1
      } else if optional == 1 {
        Keys.year ~>> 2
        if optional != nil { "nested" ~>> true }
      }
    }
    expect(
      properties.map(\.self),
      is: (condition
        ? [Keys.a ~>> "then", Keys.c ~>> 1, Keys.year ~>> 2, "nested" ~>> true]
        : [Keys.a ~>> "else", Keys.album ~>> 1]))
  }

  private func expectSame(_ forms: TrackedProperties..., sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    for form in forms {
      #expect(Array(form) == Array(forms[0]), sourceLocation: sourceLocation)
      #expect(form.map(\.flaws) == forms[0].map(\.flaws), sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [nil, 1, 2], [nil, 3]) func `Literals, builders and sequences agree`(first: Int?, second: Int?) {
    let (a, b, again) = (Keys.a ~>> first, Keys.b ~>> second, Keys.a.name ~>> second)
    expectSame(TrackedProperties([a]), [a], build { a })
    let builtOfThree = build {
      a
      b
      again
    }
    expectSame(TrackedProperties([a, b, again]), [a, b, again], builtOfThree)
    let builtOfLists = build {
      [a, b]
      [again, a, b]
    }
    expectSame(TrackedProperties([a, b, again, a, b]), [a, b, again, a, b], builtOfLists)
  }

  @Test func `Two values in one list or body are flagged, and the later is taken in the position of the first`() {
    let literal: TrackedProperties = [Keys.a ~>> 1, Keys.b ~>> 2, Keys.a ~>> 3]
    let sequence = TrackedProperties([Keys.a ~>> 1, Keys.b ~>> 2, Keys.a ~>> 3].lazy.filter { _ in true })
    let dictionary: TrackedProperties = [Keys.a: 1, Keys.b: 2, Keys.a: 3]
    let built = build {
      for number in 1...2 { Keys.a ~>> number }
      Keys.b ~>> 2
      if literal.count == 2 { Keys.a ~>> 3 }
    }
    for properties in [literal, sequence, dictionary, built] {
      expect(properties.map(\.self), is: [Keys.a ~>> 3, Keys.b ~>> 2])
      expect(properties.map(\.flaws), is: [.duplicateKey, []])
    }
    let silent: TrackedProperties = [Keys.a ~>> 1, Keys.a ~>> nil]
    expect(silent, is: [Keys.a ~>> 1])
    expect(silent[0].flaws, is: [])
  }
}
