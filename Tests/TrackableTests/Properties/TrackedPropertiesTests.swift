import Testing
import Trackable

@Suite struct TrackedPropertiesTests {
  @Test func `Of two values in one literal the later is taken, in the position of the first, and flagged`() {
    let literal: TrackedProperties = [Keys.a ~>> 1, Keys.b ~>> 2, Keys.a ~>> 3]
    let sequence = TrackedProperties([Keys.a ~>> 1, Keys.b ~>> 2, Keys.a ~>> 3].lazy.filter { _ in true })
    let dictionary: TrackedProperties = [Keys.a: 1, Keys.b: 2, Keys.a: 3]
    for properties in [literal, sequence, dictionary] {
      expect(properties.map(\.self), is: [Keys.a ~>> 3, Keys.b ~>> 2])
      expect(properties.map(\.flaws), is: [.duplicateKey, []])
    }
    let silent: TrackedProperties = [Keys.a ~>> 1, Keys.a ~>> nil]
    expect(silent, is: [Keys.a ~>> 1])
    expect(silent[0].flaws, is: [])
  }

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

  @Test func `A list that grows one by one is the list that is written, and copies of it stay as they are`() {
    var (properties, copies) = (TrackedProperties(), [TrackedProperties]())
    for number in 0..<300 {
      copies.append(properties)
      if number % 2 == 0 {
        properties["key \(number)"] = .int(number)
      } else {
        properties += ["key \(number)" ~>> number]
      }
      if number % 5 == 0 { properties["key \(number / 2)"] = .int(number / 2) }
    }
    for (count, copy) in copies.enumerated() {
      expect(Array(copy), is: (0..<count).map { "key \($0)" ~>> $0 })
    }
  }

  @Test func `Equality compares content, not order`() {
    let one: TrackedProperties = [Keys.a ~>> 1, Keys.b ~>> ["x", "y"], "plan" ~>> [Keys.c ~>> 1, Keys.year ~>> 2]]
    let other: TrackedProperties = ["plan" ~>> [Keys.year ~>> 2, Keys.c ~>> 1], Keys.b ~>> ["x", "y"], Keys.a ~>> 1]
    expect(one, is: other)
    #expect(one != [Keys.a ~>> 1, Keys.b ~>> ["y", "x"], "plan" ~>> [Keys.c ~>> 1, Keys.year ~>> 2]])
    #expect(one != [Keys.a ~>> 1, Keys.b ~>> ["x", "y"]])
    #expect(TrackedProperties() != one)
    #expect(["a" ~>> 1] as TrackedProperties != ["a" ~>> 1.0])
    #expect(["a" ~>> 0.0] as TrackedProperties == ["a" ~>> -0.0])
    expect(TrackedValue.double(.nan), is: .double(-.nan))
  }

  @Test func `Values of different kinds are different, and arrays with elements in different places`() {
    let values: [TrackedValue] = [
      "1", 1, 1.0, true, .date(.init(timeIntervalSince1970: 1)), [1], .properties(["a" ~>> 1]), .null, "", 0, false, [],
      [[1], 2], [2, [1]], [[1, 2]], [1, 2], [[], 1, 2], [[1], [2]], [[2], [1]],
    ]
    for (i, left) in values.enumerated() {
      for (j, right) in values.enumerated() { expect(left == right, is: i == j) }
    }
  }

  @Test(arguments: [0, 1, 2, 3, 25, 100]) func `Positions, slices and iteration agree`(count: Int) {
    let properties = TrackedProperties((0..<count).map { "key \($0)" ~>> $0 })
    let array = (0..<count).map { "key \($0)" ~>> $0 }
    expect(properties.count, is: count)
    #expect(properties.startIndex == 0 && properties.endIndex == count)
    expect(properties.isEmpty, is: (count == 0))
    expect(Array(properties), is: array)
    expect(properties.indices.map { properties[$0] }, is: array)
    expect(properties.reversed(), is: Array(array.reversed()))
    #expect(properties.first == array.first && properties.last == array.last)
    for start in 0...min(count, 5) {
      expect(Array(properties[start...]), is: Array(array[start...]))
      expect(TrackedProperties(properties[start...]), is: TrackedProperties(array[start...]))
      expect(properties.index(0, offsetBy: start), is: start)
      expect(properties.distance(from: start, to: count), is: count - start)
    }
  }

  @Test func `Properties describe themselves`() {
    let properties: TrackedProperties = [Keys.a ~>> "x", "plan" ~>> [1, .null], "n" ~>> ["in" ~>> true]]
    expect("\(properties)", is: "[TrackableTests.Keys.a: x, plan: [1,null], n: {\"in\":true}]")
    expect("\(TrackedProperties())", is: "[]")
  }
}
