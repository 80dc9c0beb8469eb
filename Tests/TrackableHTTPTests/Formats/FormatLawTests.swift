import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// The laws of every format.
@Suite struct FormatLawTests {
  @Test(arguments: 0..<SearchScale.times(12, long: 100))
  func `With any text, a body is valid JSON, and the text arrives as it is`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    for _ in 0..<5 {
      let text = random.hostileText()
      var writer = JSONWriter()
      writer.array { $0.string(text) }
      #expect(try JSONDecoder().decode([String].self, from: Data(writer.bytes)) == [text])
    }
    let envelopes = (0..<10).map { random.hostileEnvelope($0) }
    for format in Services.all {
      let made = envelopes.compactMap { envelope in
        format.encode(envelope, in: WireContext(anonymousID: "\"\n\\")).map { WireItem(envelope, bytes: $0) }
      }
      let items = made.map(\.bytes)
      #expect(!items.isEmpty)
      for item in items {
        #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(item)) }
        #expect(!item.contains(UInt8(ascii: "\n")), "one line each")
      }
      for request in format.requests(for: made, sentAt: Date()) {
        if format.url.absoluteString.contains("INSERT") {
          #expect(request.body.split(separator: UInt8(ascii: "\n")).map(Array.init) == items)
        } else {
          #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(request.body)) }
        }
      }
    }
  }

  @Test func `An array that is nested without end is text from a certain depth on`() throws {
    var value = TrackedValue.array([1])
    for _ in 0..<20_000 { value = .array([value]) }
    for format in Services.all {
      let envelope = WireSample.envelope(1, .userProperty(name: "deep", value: value))
      let item = try #require(format.encode(envelope, in: WireSample.context))
      #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(item)) }
    }
  }

  @Test func `No key is printed`() {
    for format in Services.all {
      var text = "\(format) \(String(reflecting: format))"
      dump(format, to: &text)
      #expect(!text.contains("key-of"))
    }
  }

  @Test func `A date is written as Foundation writes it`() {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<2_000 {
      // From 1600 on: before the reform of 1582 Foundation writes Julian dates, which ISO 8601 does not.
      let seconds = random.below(400 * 365) * 86_400 + random.below(86_400) - 11_676_096_000
      let milliseconds = random.below(1_000)
      let date = Date(timeIntervalSince1970: Double(seconds) + Double(milliseconds) / 1_000)
      let whole = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601).dropLast()
      let digits = String(milliseconds + 1_000).dropFirst()
      #expect(String(decoding: date.iso8601, as: UTF8.self) == "\(whole).\(digits)Z")
    }
    #expect(String(decoding: Date(timeIntervalSince1970: -0.001).iso8601, as: UTF8.self) == "1969-12-31T23:59:59.999Z")
    #expect(
      String(decoding: Date.distantFuture.addingTimeInterval(1e15).iso8601, as: UTF8.self).hasPrefix("9999-12-31"))
  }
}
