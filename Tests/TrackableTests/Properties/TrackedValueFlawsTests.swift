import Foundation
import Testing
import Trackable

/// Returns its argument.
private struct Returning: TrackedValueConvertible {
  let trackedValue: TrackedValue?
}

/// `depth` arrays and properties inside each other, alternating, around a number.
private func mixed(depth: Int) -> TrackedValue {
  (0..<depth).reduce(.int(1)) { value, level in
    level.isMultiple(of: 2)
      ? .array([value]) : .properties(["k": value])
  }
}

private func arrays(depth: Int) -> TrackedValue {
  (0..<depth).reduce(.int(1)) { value, _ in .array([value]) }
}

extension TrackedValue {
  var depth: Int {
    switch self {
    case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
    case .properties(let properties): 1 + (properties.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}

@Suite struct TrackedValueFlawsTests {
  private let observed = RecordingTracker.plain()

  @Test(
    arguments: [
      (.nan, "NaN"), (-.nan, "NaN"), (.signalingNaN, "NaN"), (.infinity, "Infinity"), (-.infinity, "-Infinity"),
    ] as [(Double, TrackedValue)]) func `A number that is not finite is sent by name`(
      number: Double, text: TrackedValue
    )
  {
    expect(Keys.a ~>> number, is: text)
    expect(Keys.a ~>> number, has: .notFinite)
    expect(Keys.a ~>> [1, number], is: [1.0, text])
    expect(Keys.a ~>> ["x": number], is: .properties(["x" ~>> text]))
    expect(Keys.a ~>> [Keys.b ~>> [Keys.c ~>> [number]]], has: .notFinite)
    expect(Keys.a ~>> Float(number), is: text)
    expect(Keys.a ~>> TrackedValue.double(number), is: text)
    expect(Keys.a ~>> Returning(trackedValue: .array([.double(number), 1])), is: [text, 1])
    let date = Keys.a ~>> Date(timeIntervalSinceReferenceDate: number)
    expect(date.value, is: text)
    expect(date.flaws, is: .notFinite)
  }

  @Test func `A date beyond the calendar is sent as its seconds`() {
    // From 0001-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
    for seconds: Double in [-63_114_076_800, 252_423_993_599, 0, 5e10] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      expect(Keys.a ~>> date, is: .date(date))
      #expect(!(Keys.a ~>> date).value.description.isEmpty)
    }
    for seconds: Double in [
      -63_114_076_801, 252_423_993_600, 1.1e12, -1.1e12, 1e300, Double.greatestFiniteMagnitude,
      -.greatestFiniteMagnitude,
    ] {
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let property = Keys.a ~>> date
      expect(property.value, is: .string(date.timeIntervalSince1970.description))
      expect(property.flaws, is: .outOfRange)
      expect(Keys.a ~>> [date], has: .outOfRange)
    }
  }

  @Test(arguments: [31, 32, 33, 64, 65, 100_000])
  func `A value that is 32 levels deep becomes text when another value contains it`(depth: Int) {
    for value in [arrays(depth: depth), depth < 10_000 ? mixed(depth: depth) : arrays(depth: depth)] {
      let property = Keys.a ~>> value
      #expect(property.value.depth == (depth - 1) % TrackedValue.maximumDepth + 1 || property.value.depth == 0)
      #expect(property.value.json.utf8.count < 1_000)
      if depth <= TrackedValue.maximumDepth {
        expect(property.value, is: value)
        expect(property.flaws, is: [])
      } else {
        expect(property.flaws, is: .tooDeep)
      }
    }
  }

  @Test func `A literal nested far too deep grows by a level and not by doubling`() {
    var properties: TrackedProperties = ["leaf" ~>> "\"quoted\""]
    for _ in 0..<2_000 { properties = ["k" ~>> properties] }
    #expect((Keys.a ~>> properties).flaws.contains(.tooDeep))
    #expect(properties.json.utf8.count < 2_000)
  }

  /// Every public way into a collection of properties, a user property included.
  @Test func `A value comes to a tracker at most 32 levels deep, on every way`() {
    struct Nested: AnalyticsEvent {
      let value: TrackedValue
      var properties: TrackedProperties { [Keys.a ~>> value, Keys.b ~>> [Keys.c ~>> value]] }
    }
    struct Profile: UserProperty { let value: TrackedValue }
    observed.run {
      let value = arrays(depth: 64)
      var properties: TrackedProperties = [Keys.year: value]
      properties["set"] = value
      let object = Plain()
      object.setupTrackableChain(trackedProperties: [Keys.c ~>> [value]])
      object.track(Nested(value: value), trackedProperties: properties)
      TrackableSystem.update(Profile(value: .array([value])))
    }
    let depths = observed.events.flatMap { $0.properties.map(\.value.depth) }
    #expect(depths.count == 5 && depths.allSatisfy { $0 <= 32 })
    expect(observed.userProperties.map(\.value), is: [.array(["(nested deeper than 32 levels)"])])
  }

  @Test func `Flaws of all nested values are gathered, and a good value beside a bad one stays as it is`() {
    let property =
      Keys.a ~>> TrackedValue.array([.double(.nan), arrays(depth: 40), .date(.init(timeIntervalSince1970: 1e15))])
    // One issue for a value; it names the part that is nested too deep.
    expect(property.flaws, is: .tooDeep)
    expect(Keys.a ~>> [UInt64.max, 1], is: ["18446744073709551615", 1])
    expect(Keys.a ~>> [UInt64.max, 1], has: .outOfRange)
    expect(Keys.a ~>> ["x": UInt64.max], has: .outOfRange)
    expect(Keys.a ~>> Optional(UInt64.max), has: .outOfRange)
    expect(Keys.a ~>> ["x": [Decimal(string: "0.12345678901234567890")]], has: .inexact)
    let mixed = Keys.a ~>> [Keys.b ~>> Double.nan, Keys.c ~>> "kept", Keys.year ~>> [1, .infinity]]
    expect(mixed, is: .properties([Keys.b ~>> "NaN", Keys.c ~>> "kept", Keys.year ~>> [1.0, "Infinity"]]))
  }

  @Test(
    arguments: [
      (
        Keys.a ~>> arrays(depth: 33), "is nested deeper than 32 levels", #"["(nested deeper than 32 levels)"]"#,
        "send a flatter value."
      ),
      (
        Keys.a ~>> Decimal(string: "0.12345678901234567890"),
        "is or contains a decimal number with more digits than a Double keeps", "0.1234567890123456789",
        "send it as a Double if fewer digits will do, or as text if all of them matter."
      ),
      (
        Keys.a ~>> UInt64.max, "is or contains a number outside the range of Int and Double", "18446744073709551615",
        "send a smaller number, or send it as text."
      ),
    ] as [(TrackedProperty, String, String, String)])
  func `One issue names the call`(property: TrackedProperty, happened: String, text: String, remedy: String) {
    let line = observed.run {
      Plain().track(TopLevelEvent(), trackedProperties: [property, Keys.b ~>> 1]); return #line
    }
    expect(
      observed.issues.map(\.description),
      is: [
        "TrackableTests/TrackedValueFlawsTests.swift:\(line): The value of 'TrackableTests.Keys.a' \(happened); "
          + "it was sent as text: '\(text)'. To fix this, \(remedy)"
      ])
    expect(observed.events.map(\.properties), is: [[property, Keys.b ~>> 1]])
  }

  @Test func `A duplicate in one collection is reported under its own key and the later value taken`() {
    let line = observed.run {
      Plain().track(TopLevelEvent(), trackedProperties: [Keys.a ~>> 1, Keys.b ~>> 2, Keys.a ~>> 3]); return #line
    }
    expect(
      observed.issues.map(\.description),
      is: [
        "TrackableTests/TrackedValueFlawsTests.swift:\(line): The key 'TrackableTests.Keys.a' was given two values in "
          + "one collection; the later one, '3', was taken. To fix this, give each key one value, or combine two sets of "
          + "properties with '+', where the right side wins."
      ])
    expect(observed.events.map { $0.properties.map(\.value) }, is: [[3, 2]])
    struct Twice: AnalyticsEvent {
      var properties: TrackedProperties { ["outer" ~>> ["inner" ~>> 1, "inner" ~>> 2]] }
    }
    observed.removeAll()
    observed.run {
      TrackableSystem.track(Twice())
      // A tracker that gets an event directly.
      CallLog().tracker("leaf").track(Twice())
    }
    expect(observed.issues.map(\.subject), is: ["inner", "inner"])
    let replaced: TrackedProperties = [Keys.a ~>> 1, Keys.a ~>> 2] + [Keys.a ~>> 3]
    expect(replaced[0].flaws, is: .duplicateKey)
  }

  @Test func `A flaw in a link is reported once by the call that linked`() {
    let line: Int = observed.run {
      let object = Plain()
      object.setupTrackableChain(trackedProperties: [Keys.a ~>> Double.nan]); let line = #line
      object.track(TopLevelEvent())
      object.track(TopLevelEvent())
      return line
    }
    expect(observed.issues.map(\.location.line), is: [line])
    expect(observed.issues.map(\.kind), is: [.valueDoesNotFit])
  }

  @Test func `A value that a tracker on the way puts in is reported at the call that it belongs to`() {
    struct Putting: ForwardingTracker {
      var base: any AnalyticsEventTracker
      func track(_ event: TrackedEvent) {
        var event = event
        event.properties["a"] = .double(.nan)
        base.track(event)
      }
      func identify(_ user: TrackedUser) {
        var user = user
        user.traits["b"] = .double(.nan)
        base.identify(user)
      }
      func update(_ property: TrackedUserProperty) {
        var property = property
        property.operand = .array([.double(.infinity)])
        base.update(property)
      }
    }
    struct Level: UserProperty {
      let value = 1
      let name = "c"
    }
    let recorder = RecordingTracker.plain()
    let found = issues {
      let tracker = Putting(base: recorder)
      tracker.track(Noted(), fileID: "a.swift", line: 1)
      tracker.identify("john", fileID: "a.swift", line: 2)
      tracker.update(Level(), fileID: "a.swift", line: 3)
      recorder.track(
        TrackedEvent(Noted(), properties: ["d" ~>> [Double.nan]], fileID: "a.swift", line: 4))
    }
    expect(found.map(\.kind), is: Array(repeating: .valueDoesNotFit, count: 4))
    expect(found.map(\.location.line), is: [1, 2, 3, 4])
    expect(found.map { $0.message.prefix(16).suffix(3) }, is: ["'a'", "'b'", "'c'", "'d'"])
    expect(recorder.events.map { $0.properties["a"] }, is: ["NaN", nil])
  }
}
