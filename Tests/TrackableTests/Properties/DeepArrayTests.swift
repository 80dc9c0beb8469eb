import Foundation
import Testing
import Trackable

/// Arrays inside each other, by hand: nobody stops an adopter who writes a loop like this one.
private func arrays(depth: Int, around scoped: TrackedValue = 1) -> TrackedValue {
  var value = scoped
  for _ in 0..<depth { value = .array([value]) }
  return value
}

/// Runs `body` on a thread with the smallest stack that threads have, 512 KB.
private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: body()) }
    thread.stackSize = 512 << 10
    thread.start()
  }
}

@Suite struct DeepArrayTests {
  static let depth = 100_000

  @Test func `An array nested 100,000 deep is released`() async {
    #expect(await onSmallStack { arrays(depth: Self.depth) != 1 })
  }

  @Test func `A tree of arrays is released, with all that others hold kept`() async {
    let kept = await onSmallStack {
      let shared = arrays(depth: 5, around: "shared")
      var value: TrackedValue = .array([shared, shared])
      for level in 0..<Self.depth { value = .array([.int(level), value, shared, .array([])]) }
      return shared
    }
    #expect(kept == arrays(depth: 5, around: "shared"))
  }

  @Test func `Deep arrays are equal by content, and hash alike`() async {
    let results = await onSmallStack {
      let (one, same) = (arrays(depth: Self.depth), arrays(depth: Self.depth))
      let (other, shorter) = (arrays(depth: Self.depth, around: 2), arrays(depth: Self.depth - 1))
      return [one == same, one.hashValue == same.hashValue, one != other, one != shorter]
    }
    #expect(results == [true, true, true, true])
  }

  @Test func `A deep array is written as JSON, described, and plain`() async {
    let (json, description, plain) = await onSmallStack {
      let value = arrays(depth: Self.depth)
      var plain: any Sendable = value.plain
      var depth = 0
      while let array = plain as? [any Sendable], let first = array.first {
        plain = first
        depth += 1
      }
      return (value.json, value.description, "\(depth) \(plain)")
    }
    let text = String(repeating: "[", count: Self.depth) + "1" + String(repeating: "]", count: Self.depth)
    #expect(json == text)
    #expect(description == text)
    #expect(plain == "32 " + text.dropFirst(32).dropLast(32))
  }

  @Test func `What a property carries of a deep array is 32 levels and text`() async {
    let property = await onSmallStack { Keys.a ~>> arrays(depth: Self.depth) }
    #expect(property.flaws == .tooDeep)
    #expect(property.value.depth == TrackedValue.maximumDepth)
    #expect(property.value.json.count { $0 == "[" } == Self.depth)
  }

  /// Every public way into a collection of properties, a user property included.
  @Test func `A deep array comes to a tracker at most 32 levels deep, whichever way it goes`() async {
    struct Nested: AnalyticsEvent {
      let value: TrackedValue
      var properties: TrackedProperties { [Keys.a ~>> value, Keys.b ~>> [Keys.c ~>> value]] }
    }
    struct Profile: UserProperty { let value: TrackedValue }
    let delivered = await onSmallStack {
      let observed = RecordingTracker.plain()
      observed.run {
        let value = arrays(depth: Self.depth)
        var properties: TrackedProperties = [Keys.year: value]
        properties["set"] = value
        let object = Plain()
        object.setupTrackableChain(trackedProperties: [Keys.c ~>> [value]])
        object.track(Nested(value: value), trackedProperties: properties)
        let tracker = observed.renaming(.snakeCase).combined(with: ConsoleTracker(level: .verbose) { _ in })
        tracker.track(Nested(value: value))
        var profile = TrackedUserProperty(Profile(value: value))
        profile.value = value
        tracker.update(profile)
      }
      return observed.events.map { $0.properties.map(\.value.depth) }
    }
    #expect(delivered == [[32, 32, 32, 32, 32], [32, 32]])
  }

  @Test func `A user property stays deliverable when its value is set`() {
    struct Profile: UserProperty { let value = 1 }
    var property = TrackedUserProperty(Profile())
    property.value = .array([.double(.nan), arrays(depth: 40)])
    #expect(property.value.depth == TrackedValue.maximumDepth)
    #expect(property.value.json.hasPrefix("[\"NaN\","))
  }

  @Test func `Where a nested array stands counts for equality`() {
    let values: [TrackedValue] = [[[1], 2], [2, [1]], [[1, 2]], [1, 2], [[], 1, 2], [[1], [2]], [[2], [1]]]
    for (index, value) in values.enumerated() {
      for (other, another) in values.enumerated() {
        #expect((value == another) == (index == other))
        #expect((value.hashValue == another.hashValue) == (index == other))
      }
    }
  }

  @Test func `An array is made from a list, and matched as a collection`() {
    let list = (1...3).map { TrackedValue.int($0) }
    guard case .array(let values) = TrackedValue.array(list) else { return #expect(Bool(false)) }
    #expect(Array(values) == list)
    #expect(values == [1, 2, 3])
    #expect(values.first == 1 && values.last == 3 && values.count == 3)
    #expect(values.description == "[1,2,3]")
    #expect(TrackedValue.array(values) == [1, 2, 3])
  }
}

@Suite struct DeepValueConcurrencyTests {
  @Test func `Threads that release arrays they share take nothing from each other`() {
    let shared = arrays(depth: 50, around: ["scoped", [1, 2]])
    for round in 0..<200 {
      let value = (0..<50).reduce(shared) { value, _ in .array([value, shared]) }
      let texts = onThreads(4) { thread in
        // Each thread keeps another level, and lets the value go at another moment.
        var mine = value
        for _ in 0..<(thread * 10 + round % 10) { if case .array(let values) = mine { mine = values[0] } }
        return mine.json.contains(#"["scoped",[1,2]]"#)
      }
      #expect(texts == [true, true, true, true])
    }
    #expect(shared == arrays(depth: 50, around: ["scoped", [1, 2]]))
  }
}
