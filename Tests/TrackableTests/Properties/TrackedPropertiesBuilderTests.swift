import Testing
import Trackable

private func build(@TrackedPropertiesBuilder _ body: () -> TrackedProperties) -> TrackedProperties { body() }

@Suite struct TrackedPropertiesBuilderTests {
  @Test func `An empty body gives no properties`() {
    #expect(build {}.isEmpty)
    #expect(build { Keys.a ~>> nil }.isEmpty)
  }

  @Test func `Statements are kept in order`() {
    let properties = build {
      Keys.a ~>> 1
      [Keys.b ~>> 2, Keys.c ~>> 3]
      Keys.album ~>> nil
      let optional: TrackedProperty? = Keys.year ~>> 4
      optional
      TrackedProperty?.none
    }
    expect(properties.map(\.self), is: [Keys.a ~>> 1, Keys.b ~>> 2, Keys.c ~>> 3, Keys.year ~>> 4])
  }

  @Test func `A collection that may be nil is taken if it is there`() {
    let (present, absent): (TrackedProperties?, TrackedProperties?) = ([Keys.a ~>> 1, Keys.b ~>> 2], nil)
    let properties = build {
      absent
      present
    }
    expect(properties, is: [Keys.a ~>> 1, Keys.b ~>> 2])
  }

  @Test(arguments: [true, false]) func `Branches are taken`(condition: Bool) {
    let optional: Int? = condition ? 1 : nil
    let properties = build {
      if condition { Keys.a ~>> "then" } else { Keys.a ~>> "else" }
      if condition { Keys.b ~>> "only then" }
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
        ? [Keys.a ~>> "then", Keys.b ~>> "only then", Keys.c ~>> 1, Keys.year ~>> 2, "nested" ~>> true]
        : [Keys.a ~>> "else", Keys.album ~>> 1]))
  }

  @Test func `Loops and availability work`() {
    let properties = build {
      for outer in 1...2 {
        for inner in 1...2 where inner <= outer { "\(outer).\(inner)" ~>> outer * inner }
      }
      if #available(macOS 15, *) { Keys.a ~>> "available" }
    }
    expect(properties.map(\.key.name), is: ["1.1", "2.1", "2.2", "TrackableTests.Keys.a"])
  }

  @Test func `Two values in one body are flagged`() {
    let statements = build {
      Keys.a ~>> 1
      Keys.a ~>> 2
    }
    let loop = build { for number in 1...2 { Keys.a ~>> number } }
    let branches = build {
      Keys.a ~>> 1
      if statements.count == 1 { Keys.a ~>> 2 }
    }
    for properties in [statements, loop, branches] {
      expect(properties, is: [Keys.a ~>> 2])
      expect(properties.map(\.flaws), is: [.duplicateKey])
    }
  }
}
