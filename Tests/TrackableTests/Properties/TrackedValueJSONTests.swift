import Foundation
import Testing
import Trackable

@Suite struct TrackedValueJSONTests {
  @Test(
    arguments: [
      (1.0, "1.0"), (.double(1e300), "1e+300"), (.int(.min), "-9223372036854775808"), (.null, "null"),
      ([], "[]"), (.properties([]), "{}"),
      (.date(Date(timeIntervalSince1970: 1.75)), #""1970-01-01T00:00:01.750Z""#),
      (.date(Date(timeIntervalSince1970: -0.001)), #""1969-12-31T23:59:59.999Z""#),
      (.date(Date(timeIntervalSinceReferenceDate: 1e15)), #""1000000978307200.0""#),
      (.properties(["b" ~>> 1, "a" ~>> ["c" ~>> [true]]]), #"{"b":1,"a":{"c":[true]}}"#),
      (["\"", "\\", "/", "\n\r\t", "\u{0}\u{1F}\u{7F}"], #"["\"","\\","/","\n\r\t","\u0000\u001f"# + "\u{7F}\"]"),
      (["é", "👨‍👩‍👧", "\r\n", "\u{2028}"], #"["é","👨‍👩‍👧","\r\n",""# + "\u{2028}\"]"),
    ] as [(TrackedValue, String)]) func `A value is written as JSON`(value: TrackedValue, text: String)
  {
    expect(value.json, is: text)
  }

  private func make(depth: Int, _ random: inout SeededGenerator) -> TrackedValue {
    let alphabet: [Character] = [
      "a", "\"", "\\", "/", "\n", "\r", "\t", "\u{0}", "\u{B}", "\u{1F}", "\u{7F}", "é", "e\u{301}", "🎸", "👨‍👩‍👧",
      "\u{2028}", "{", "]", ",", ":", " ",
    ]
    switch random.below(depth > 0 ? 9 : 7) {
    case 0: return .string(random.string(of: alphabet, count: random.below(7)))
    case 1: return .int(Int(truncatingIfNeeded: random.next()))
    case 2: return .double(Double(bitPattern: random.next()))
    case 3: return .bool(random.chance(50))
    case 4: return .date(Date(timeIntervalSinceReferenceDate: Double.random(in: -2e12...2e12, using: &random)))
    case 5: return .date(Date(timeIntervalSinceReferenceDate: Double(bitPattern: random.next())))
    case 6: return .null
    case 7: return .array((0..<random.below(5)).map { _ in make(depth: depth - 1, &random) })
    default:
      return .properties(
        TrackedProperties(
          (0..<random.below(5)).map { number in
            "\(number)" + random.string(of: alphabet, count: 3) ~>> make(depth: depth - 1, &random)
          }))
    }
  }

  @Test(arguments: 1...8) func `Any value is valid JSON with the same content`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<250 {
      let value = make(depth: 5, &random)
      let parsed = try JSONSerialization.jsonObject(with: Data(value.json.utf8), options: .fragmentsAllowed)
      #expect(value.agrees(with: parsed), "\(value.json)")
      let mended = ("k" ~>> value).value
      _ = try JSONSerialization.jsonObject(with: Data(mended.json.utf8), options: .fragmentsAllowed)
    }
  }
}

extension TrackedValue {
  /// Whether what a parser read is what the value says.
  func agrees(with parsed: Any) -> Bool {
    switch self {
    case .string(let text): parsed as? String == text
    case .int(let number): (parsed as? NSNumber)?.int64Value == Int64(number)
    case .double(let number):
      // The parser of swift-corelibs-foundation reads through a decimal number and may miss the last bit.
      number.isFinite
        ? ((parsed as? NSNumber)?.doubleValue).map { abs($0 - number) <= abs(number) * 1e-13 } ?? false
        : parsed as? String == (number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
    case .bool(let truth): parsed as? Bool == truth
    case .date: parsed as? String == description
    case .null: parsed is NSNull
    case .array(let values):
      (parsed as? [Any]).map { $0.count == values.count && zip(values, $0).allSatisfy { $0.agrees(with: $1) } } ?? false
    case .properties(let properties):
      (parsed as? [String: Any]).map { dictionary in
        dictionary.count == properties.count
          && properties.allSatisfy { property in
            dictionary[property.key.name].map { property.value.agrees(with: $0) } ?? false
          }
      } ?? false
    }
  }
}
