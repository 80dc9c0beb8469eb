import Foundation
import Testing
import Trackable

@Suite struct TrackedPropertiesFromDictionaryTests {
  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()

  private enum Plan: String, TrackedValueConvertible { case premium }
  private struct Opaque: CustomStringConvertible { let description = "something" }

  @Test func `Values of every kind keep their kind, sorted by key`() {
    let nothing: Int? = nil
    let (something, opaque): (Any?, Opaque?) = (5, Opaque())
    let values: [String: Any] = [
      "text": "a", "whole": 1, "small": UInt8(2), "real": 1.5, "opaque": opaque as Any, "truth": true,
      "date": Date(timeIntervalSince1970: 0),
      "url": URL(string: "https://apple.records")!, "plan": Plan.premium, "null": NSNull(),
      "none": nothing as Any, "some": something as Any, "double optional": Optional(Optional("b")) as Any,
      "list": ["a", 1, NSNull(), nothing as Any] as [Any], "texts": ["a", "b"],
      "nested": ["b": 1, "a": ["deep": true] as [String: Any]] as [String: Any],
      "properties": ["k" ~>> 1] as TrackedProperties,
    ]
    let properties = TrackedProperties(dictionary: values)
    expect(
      properties.json,
      is: """
        {"date":"1970-01-01T00:00:00.000Z","double optional":"b","list":["a",1,null,null],"nested":{"a":{"deep":true},\
        "b":1},"null":null,"opaque":"something",\
        "plan":"premium","properties":{"k":1},"real":1.5,"small":2,"some":5,"text":"a",\
        "texts":["a","b"],"truth":true,"url":"https://apple.records","whole":1}
        """)
    #expect(properties.allSatisfy { $0.flaws.isEmpty || $0.key == "opaque" })
  }

  @Test func `A value that no property can hold is sent as text, with an issue at the place of the call`() {
    var line: UInt = 0
    withSystem(recorder, issues: issues) {
      let given: [String: Any] = ["a": Opaque(), "b": ["inside": [Opaque()]] as [String: Any], "c": 1, "d": Double.nan]
      TrackingContext().track(Noted(), trackedProperties: TrackedProperties(dictionary: given)); line = #line
    }
    expect(recorder.events[0].properties.json, is: #"{"a":"something","b":{"inside":["something"]},"c":1,"d":"NaN"}"#)
    expect(issues.issues.map(\.kind), is: [.valueDoesNotFit, .valueDoesNotFit, .valueDoesNotFit])
    expect(
      issues.issues.first?.description,
      is: """
        TrackableTests/TrackedPropertiesFromDictionaryTests.swift:\(line): The value of 'a' is or contains an instance of \
        a type that is no value of a property; it was sent as text: 'something'. To fix this, let the type conform to \
        TrackedValueConvertible, or leave the key out.
        """)
  }

  @Test func `A decimal object with more digits than a number keeps is sent as text, like a decimal`() {
    let digits = "12345678901234567890.5"
    withSystem(recorder, issues: issues) {
      let given: [String: Any] = [
        "object": NSDecimalNumber(string: digits), "value": Decimal(string: digits) as Any,
        "price": NSDecimalNumber(string: "9.5"), "whole": NSDecimalNumber(string: "7"), "number": NSNumber(value: 2.5),
      ]
      TrackingContext().track(Noted(), trackedProperties: TrackedProperties(dictionary: given))
    }
    let properties = recorder.events[0].properties
    expect(properties["object"], is: .string(digits))
    expect(properties["value"], is: .string(digits))
    expect(
      [properties["price"], properties["whole"], properties["number"]], is: [.double(9.5), .int(7), .double(2.5)])
    expect(issues.issues.map(\.subject), is: ["object", "value"])
  }

  @Test func `A large dictionary is sorted by key`() {
    let names = (0..<20_000).map { "key \($0)" }.sorted()
    let dictionary = Dictionary(uniqueKeysWithValues: names.map { ($0, 1) })
    expect(TrackedProperties(dictionary: dictionary).map(\.key.name), is: names)
    expect(["given" ~>> dictionary].first?.value, is: .properties(TrackedProperties(dictionary: dictionary)))
  }

  @Test func `A dictionary of any depth does not trap`() {
    var deep: Any = "bottom"
    for depth in 0..<10_000 { deep = depth.isMultiple(of: 2) ? [deep] : ["k": deep] as [String: Any] }
    let properties = TrackedProperties(dictionary: ["deep": deep])
    expect(properties.count, is: 1)
    expect(properties.first?.flaws.contains(.tooDeep), is: true)
  }

  @Test func `Decoded JSON becomes the same JSON`() throws {
    let text = #"{"a":[1,2.5,"x",null,true,{"b":false}],"c":{"d":{"e":[]}},"f":0,"g":"","h":-9007199254740993}"#
    let decoded = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    expect(TrackedProperties(dictionary: decoded).json, is: text)
  }

  @Test func `Random dictionaries lose nothing`() {
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<2_000 {
      let (given, expected) = Self.random(&generator, depth: 0)
      expect(TrackedProperties(dictionary: given), is: expected)
    }
  }

  private static func random(_ generator: inout SeededGenerator, depth: Int) -> ([String: Any], TrackedProperties) {
    var (given, expected): ([String: Any], TrackedProperties) = ([:], [])
    for name in ["a", "b", "c", "d"].prefix(generator.below(5)) {
      switch generator.below(depth > 3 ? 4 : 6) {
      case 0: (given[name], expected[name]) = (7, 7)
      case 1: (given[name], expected[name]) = ("t", "t")
      case 2: (given[name], expected[name]) = (true, true)
      case 3: given[name] = Optional<String>.none as Any
      case 4:
        let inner = random(&generator, depth: depth + 1)
        (given[name], expected[name]) = (inner.0, .properties(inner.1))
      default:
        let inner = random(&generator, depth: depth + 1)
        (given[name], expected[name]) = ([inner.0, 1] as [Any], .array([.properties(inner.1), 1]))
      }
    }
    return (given, expected)
  }
}
