import Testing
import Trackable

private enum SharedName: String, Key {
  case first, second
  // Two cases, one name.
  var name: String { "shared" }
}

private enum KeyAndEvent: String, Key, Event {
  case both
  var name: String { "key and event" }
}

private enum Tag<Value>: String, Key { case a, b, c }

@Suite struct NameTableTests {
  @Test func `Every case of a type with more than 256 cases has its own name`() {
    #expect(MemoryLayout<LargeEnum>.size == 2)
    // Backwards, so that the first name is that of the last case.
    for (index, key) in LargeEnum.allCases.enumerated().reversed() {
      expect(PropertyKey(key).name, is: "TrackableTests.LargeEnum.c\(index)")
    }
    expect(Set(LargeEnum.allCases.map(PropertyKey.init)).count, is: LargeEnum.allCases.count)
  }

  @Test func `Every case of a type with 256 cases has its own name`() {
    #expect(MemoryLayout<FullByteEnum>.size == 1)
    for (index, event) in FullByteEnum.allCases.enumerated() {
      expect(event.name, is: "TrackableTests.FullByteEnum.c\(index)")
      expect(FullByteEnum.c0.name, is: "TrackableTests.FullByteEnum.c0")
    }
  }

  @Test func `Payloads that fit two bytes have names of their own`() {
    #expect(MemoryLayout<WideKey>.size == 2)
    let keys = (0...255).map { PropertyKey(WideKey.rated($0)) } + [PropertyKey(WideKey.none)]
    expect(Set(keys).count, is: 257)
    expect(
      keys.map(\.name), is: (0...255).map { "TrackableTests.WideKey.rated\($0)" } + ["TrackableTests.WideKey.none"])
  }

  @Test func `Two cases with the same name are one key`() {
    expect(PropertyKey(SharedName.first), is: PropertyKey(SharedName.second))
    expect(PropertyKey(SharedName.first), is: "shared")
  }

  @Test func `A type may be key and event`() {
    expect(KeyAndEvent.both.name, is: "key and event")
    expect(PropertyKey(KeyAndEvent.both), is: "key and event")
    expect(TrackedEvent(KeyAndEvent.both).name, is: "key and event")
  }
}

/// Adds records while readers are inside.
@Suite struct NameEntriesConcurrencyTests {
  /// `depth` more types, each with three cases.
  private static func names<Value>(of _: Value.Type, depth: Int) -> [PropertyKey] {
    let own = [Tag<Value>.a, .b, .c].map(PropertyKey.init)
    return depth == 0 ? own : own + names(of: Value?.self, depth: depth - 1)
  }

  @Test func `Every thread sees the same names`() async {
    let expected = (0...80).flatMap { _ in ["a", "b", "c"] }.map { "TrackableTests.Tag.\($0)" }
    await withTaskGroup(of: (names: [String], large: [PropertyKey]).self) { group in
      for number in 0..<8 {
        group.addTask {
          var keys: [PropertyKey] = []
          var large: [PropertyKey] = []
          for _ in 0..<5 {
            keys = number.isMultiple(of: 2) ? Self.names(of: Int.self, depth: 80) : Self.names(of: Bool.self, depth: 80)
            large = LargeEnum.allCases.map(PropertyKey.init)
          }
          return (keys.map(\.name), large)
        }
      }
      for await (names, large) in group {
        expect(names, is: expected)
        #expect(zip(large, LargeEnum.allCases).allSatisfy { $0 == PropertyKey($1) })
      }
    }
  }
}
