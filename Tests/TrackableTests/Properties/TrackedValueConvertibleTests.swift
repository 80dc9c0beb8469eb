import Foundation
import Testing
import Trackable

private struct Album: TrackedValueConvertible {
  let title: String?
  var trackedValue: TrackedValue? { title.map(TrackedValue.string) }
}

/// A number that says a text of its own.
private struct Price: RawRepresentable, TrackedValueConvertible {
  let rawValue: Decimal
  var trackedValue: TrackedValue? { .string("9.50 EUR") }
}

/// A number that says its raw value.
private struct Amount: RawRepresentable, TrackedValueConvertible {
  let rawValue: Decimal
}

@Suite struct TrackedValueConvertibleTests {
  @Test func `The text of a type is flawed only if its raw value became that text`() {
    let digits = Decimal(string: "12345678901234567890.5") ?? 0
    expect((Keys.a ~>> Price(rawValue: 9.5)).flaws, is: [])
    expect((Keys.a ~>> Price(rawValue: digits)).flaws, is: [])
    expect((Keys.a ~>> [Price(rawValue: digits)]).flaws, is: [])
    expect((Keys.a ~>> Amount(rawValue: digits)).flaws, is: .inexact)
    expect((Keys.a ~>> [Optional(Amount(rawValue: digits))]).flaws, is: .inexact)
  }

  @Test func `Text is a string`() {
    expect(Keys.a ~>> "Imagine".prefix(3), is: .string("Ima"))
    expect(Keys.a ~>> Character("🎸"), is: .string("🎸"))
    expect(Keys.a ~>> "", is: .string(""))
  }

  private func check<Number: FixedWidthInteger & TrackedValueConvertible>(_: Number.Type) {
    for number in [Number.zero, 1, 42, .min, .max] {
      let property = Keys.a ~>> number
      if let int = Int(exactly: number) {
        expect(property.value, is: .int(int))
        expect(property.flaws, is: [])
      } else {
        expect(property.value, is: .string("\(number)"))
        expect(property.flaws, is: .outOfRange)
      }
    }
  }

  @Test func `Every integer is an int or its digits`() {
    let types: [any (FixedWidthInteger & TrackedValueConvertible).Type] = [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self, UInt32.self,
      UInt64.self,
    ]
    for type in types { check(type) }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      check(Int128.self)
      check(UInt128.self)
    }
    expect(Keys.a ~>> UInt64.max, is: "18446744073709551615")
  }

  @Test func `Every floating point number is a double`() {
    expect(Keys.a ~>> Double.leastNonzeroMagnitude, is: .double(.leastNonzeroMagnitude))
    expect(Keys.a ~>> Float(0.1), is: .double(0.1))
    #if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
      expect(Keys.a ~>> Float16(1.1), is: .double(1.1))
    #endif
  }

  #if !(os(Windows) || os(Android)) && (arch(i386) || arch(x86_64))
    @Test func `An extended number is a double or its digits`() {
      expect(Keys.a ~>> Float80(1.5), is: .double(1.5))
      let large = Keys.a ~>> Float80.greatestFiniteMagnitude
      expect(large.value, is: .string("\(Float80.greatestFiniteMagnitude)"))
      expect(large.flaws, is: .outOfRange)
      expect(Keys.a ~>> -Float80.infinity, is: "-Infinity")
      expect(Keys.a ~>> Float80.nan, has: .notFinite)
      expect(Keys.a ~>> Float80.leastNonzeroMagnitude, is: .double(0))
    }
  #endif

  @Test(
    arguments: [
      ("0.1", .double(0.1), []), ("0", .double(0), []), ("-100000000000000000000", .double(-1e20), []),
      ("0.12345678901234567890123456789", .string("0.12345678901234567890123456789"), .inexact),
      ("12345678901234567890", .string("12345678901234567890"), .inexact),
    ] as [(String, TrackedValue, Flaws)])
  func `A decimal is a double where every digit is kept`(text: String, value: TrackedValue, flaws: Flaws) throws {
    let property = Keys.a ~>> (try #require(Decimal(string: text)))
    expect(property.value, is: value)
    expect(property.flaws, is: flaws)
  }

  @Test func `Extreme decimals do not trap`() {
    expect(Keys.a ~>> Decimal.nan, is: "NaN")
    expect(Keys.a ~>> Decimal.nan, has: .notFinite)
    for decimal in [
      Decimal.greatestFiniteMagnitude, .leastFiniteMagnitude, .leastNonzeroMagnitude, -.leastNonzeroMagnitude,
    ] {
      let property = Keys.a ~>> decimal
      switch property.value {
      case .double(let double): #expect(double.isFinite && property.flaws.isEmpty)
      case .string(let text): #expect(text == decimal.description && property.flaws == .inexact)
      default: Issue.record("\(property)")
      }
    }
  }

  @Test func `Foundation values are written their usual way`() throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    expect(Keys.a ~>> date, is: .date(date))
    expect((Keys.a ~>> date).value.description, is: "2023-11-14T22:13:20.000Z")
    let url = try #require(URL(string: "https://example.org/a?b=c#d"))
    expect(Keys.a ~>> url, is: "https://example.org/a?b=c#d")
    let uuid = try #require(UUID(uuidString: "e621e1f8-c36c-495a-93fc-0c247a3e6e5f"))
    expect(Keys.a ~>> uuid, is: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
  }

  @Test func `An array keeps the positions of elements without a value`() {
    expect(Keys.a ~>> [1, nil, 3] as [Int?], is: .array([1, .null, 3]))
    expect(Keys.a ~>> [[1], []], is: .array([.array([1]), .array([])]))
    expect(Keys.a ~>> [Album(title: "Imagine"), Album(title: nil)], is: .array(["Imagine", .null]))
    expect(Keys.a ~>> [Optional<Album>.none], is: [.null])
  }

  @Test func `A dictionary is sorted and leaves out keys without a value`() {
    let dictionary: [String: Int?] = ["b": 2, "a": 1, "c": nil]
    expect((Keys.a ~>> dictionary).value.json, is: #"{"a":1,"b":2}"#)
    expect(Keys.a ~>> [String: Int](), is: .properties([]))
  }

  @Test func `An optional, and a user's type, gives a value or omits the property`() {
    let nested: Int?? = 1
    let threefold: Int??? = .some(.some(nil))
    expect(Keys.a ~>> Optional(1), is: .int(1))
    expect(Keys.a ~>> nested, is: .int(1))
    expect(Keys.a ~>> Album(title: "Imagine"), is: "Imagine")
    let omitted: [TrackedProperty] = [
      Keys.a ~>> Int?.none, Keys.a ~>> Int??.some(nil), Keys.a ~>> threefold, Keys.a ~>> [Int]?.none,
      Keys.a ~>> TrackedValue?.none, Keys.a ~>> TrackedProperties?.none, Keys.a ~>> Album(title: nil),
      Keys.a ~>> Album?.none,
    ]
    #expect(omitted.allSatisfy { $0.isOmitted })
  }

  @Test func `A plain value is the type that services take`() throws {
    #expect(TrackedValue.string("a").plain as? String == "a")
    #expect(TrackedValue.int(1).plain as? Int == 1)
    #expect(TrackedValue.double(1.5).plain as? Double == 1.5)
    #expect(TrackedValue.bool(true).plain as? Bool == true)
    #expect(TrackedValue.date(Date(timeIntervalSince1970: 0)).plain as? Date == Date(timeIntervalSince1970: 0))
    #expect(TrackedValue.null.plain as? TrackedValue == .null)
    let array = try #require(TrackedValue.array([1, "a"]).plain as? [any Sendable])
    #expect(array[0] as? Int == 1)
    #expect(array[1] as? String == "a")
    let nested = try #require(TrackedValue.properties(["a" ~>> ["b" ~>> 1]]).plain as? [String: any Sendable])
    #expect((nested["a"] as? [String: any Sendable])?["b"] as? Int == 1)
  }
}
