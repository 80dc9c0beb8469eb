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

@Suite struct NameTableTests {
  @Test func `Every case of a type with more than 256 cases has its own name`() {
    #expect(MemoryLayout<LargeEnum>.size == 2)
    // Backwards, so that the first name is that of the last case.
    for (index, key) in LargeEnum.allCases.enumerated().reversed() {
      expect(PropertyKey(key).name, is: "TrackableTests.LargeEnum.c\(index)")
    }
    expect(Set(LargeEnum.allCases.map(PropertyKey.init)).count, is: LargeEnum.allCases.count)
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
