import Testing
import Trackable

@Suite struct TrackedPropertiesTests {
  @Test func `A dictionary literal keeps the order written`() {
    let missing: Int? = nil
    let properties: TrackedProperties = [
      "z": "last", Keys.a: 1, "m": [1, 2], "none": nil, "missing": missing, "b": true,
    ]
    expect(properties.map(\.key.name), is: ["z", "TrackableTests.Keys.a", "m", "b"])
    expect(properties.map(\.value), is: ["last", 1, [1, 2], true])
    let flawed: TrackedProperties = ["a": UInt64.max, "b": Double.nan]
    expect(flawed.map(\.flaws), is: [.outOfRange, .notFinite])
  }

  @Test func `Equality compares content, and not the order of keys`() {
    let one: TrackedProperties = [Keys.b ~>> ["x", "y"], "plan" ~>> [Keys.c ~>> 1, Keys.year ~>> 2]]
    expect(one, is: ["plan" ~>> [Keys.year ~>> 2, Keys.c ~>> 1], Keys.b ~>> ["x", "y"]])
    #expect(one != [Keys.b ~>> ["y", "x"], "plan" ~>> [Keys.c ~>> 1, Keys.year ~>> 2]])
    #expect(["a" ~>> 0.0] as TrackedProperties == ["a" ~>> -0.0])
    expect(TrackedValue.double(.nan), is: .double(-.nan))
  }

  @Test func `Values of different kinds are different, and arrays with elements in different places`() {
    let values: [TrackedValue] = [
      "1", 1, 1.0, true, .date(.init(timeIntervalSince1970: 1)), .date(.init(timeIntervalSince1970: .nan)), [1],
      .properties(["a" ~>> 1]), .null, "", 0, false, [], [[1], 2], [2, [1]], [[1, 2]], [1, 2], [[], 1, 2], [[1], [2]],
    ]
    for (i, left) in values.enumerated() {
      for (j, right) in values.enumerated() { expect(left == right, is: i == j) }
    }
  }

  @Test(arguments: [0, 1, 3, 100]) func `Positions, slices and iteration agree`(count: Int) {
    let array = (0..<count).map { "key \($0)" ~>> $0 }
    let properties = TrackedProperties(array)
    expect(Array(properties), is: array)
    expect(properties.indices.map { properties[$0] }, is: array)
    expect(properties.reversed(), is: Array(array.reversed()))
    #expect(properties.count == count && properties.isEmpty == (count == 0))
    #expect(properties.startIndex == 0 && properties.endIndex == count)
    for start in 0...min(count, 5) {
      expect(TrackedProperties(properties[start...]), is: TrackedProperties(array[start...]))
      expect(properties.index(0, offsetBy: start), is: start)
    }
  }

  @Test func `Properties describe themselves`() {
    let properties: TrackedProperties = [Keys.a ~>> "x", "plan" ~>> [1, .null], "n" ~>> ["in" ~>> true]]
    expect("\(properties)", is: "[TrackableTests.Keys.a: x, plan: [1,null], n: {\"in\":true}]")
    expect("\(TrackedProperties())", is: "[]")
  }
}
