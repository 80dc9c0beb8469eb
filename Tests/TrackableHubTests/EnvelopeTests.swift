import Foundation
import TestSupport
import Testing
import Trackable

@testable import TrackableHub

/// A stored delivery is read as the delivery.
@Suite struct EnvelopeTests {
  private enum Keys: String, Key {
    case album
    enum Details: String, Key { case year, label }
  }
  private enum Private: String, SensitiveKey { case email }
  private enum Rated: String, Event { case didRate }

  private static func stored(_ envelope: Envelope) throws -> Envelope {
    try Envelope(storedBytes: envelope.storedBytes)
  }

  /// What an envelope with these words is stored as.
  private static func bytes(_ words: [String], version: UInt8 = 2) -> [UInt8] {
    var bytes: [UInt8] = [version] + Array(1...16)
    func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { bytes += $0 } }
    append(1_234.5.bitPattern)
    append(Int64(3))
    append(UInt32(1))
    for word in ["john"] + words {
      append(UInt32(word.utf8.count))
      bytes += word.utf8
    }
    return bytes
  }

  private static func event(_ properties: TrackedProperties) -> Envelope {
    Envelope(
      id: UUID(), time: Date(timeIntervalSince1970: 1_763_780_314.123456), userID: "john",
      content: .event(Envelope.Event(name: "MyApp.Rated.didRate", properties: properties)))
  }

  @Test(arguments: 0..<SearchScale.times(80, long: 600))
  func `An envelope that was stored is the envelope`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let envelope = random.envelope()
    let stored = try Self.stored(envelope)
    #expect(stored.content == envelope.content && stored.id == envelope.id && stored.time == envelope.time)
    #expect(stored.userID == envelope.userID && stored.attempt == envelope.attempt)
    // The same order of all properties, and the same flat names.
    #expect(stored.storedBytes == envelope.storedBytes)
    #expect(stored.flattened.map(\.key.name) == envelope.flattened.map(\.key.name))
  }

  @Test func `Nested properties that a style spelled are flattened to the same names`() throws {
    let given: TrackedProperties = [
      Keys.album ~>> [Keys.Details.year ~>> 1971, "inner" ~>> [Keys.Details.label ~>> "Apple"]],
      "list" ~>> [TrackedValue.properties([Keys.Details.year ~>> 1969])],
    ]
    let styles: [NamingStyle] = [.snakeCase, .keepingLast(1), .keepingLast(2).followed(by: .titleCase), .path]
    for style in styles {
      let caught = Lock<TrackedProperties>([])
      ClosureTracker { event in caught.withLock { $0 = event.properties } }.renaming(style)
        .track(TrackedEvent(Rated.didRate, properties: given))
      let properties = caught.withLock { $0 }
      guard case .event(let event) = try Self.stored(Self.event(properties)).content else {
        Issue.record("The event is no event any more.")
        return
      }
      #expect(event.properties.flattened.json == properties.flattened.json)
      #expect(event.properties.json == properties.json)
      #expect(Array(event.properties) == Array(properties))
    }
  }

  @Test func `The store gets no sensitive value, at any depth, even if a tracker revealed it`() {
    let nested: TrackedProperties = [Private.email ~>> "john@apple.records", "plan" ~>> "free"]
    let properties: TrackedProperties = [
      Private.email ~>> "john@apple.records", "user" ~>> nested, "users" ~>> [TrackedValue.properties(nested)],
    ]
    let sensitive = properties.split().sensitive
    for properties in [properties, sensitive, properties + sensitive] {
      for envelope in [
        Self.event(properties),
        Envelope(
          id: UUID(), time: Date(), userID: nil, content: .userProperty(name: "user", value: .properties(properties))),
        Envelope(id: UUID(), time: Date(), userID: nil, content: .identify(userID: "john", traits: properties)),
      ] {
        let text = String(decoding: envelope.storedBytes, as: UTF8.self)
        #expect(!text.contains("apple.records"))
        #expect(!text.contains("email"))
      }
    }
    #expect(String(decoding: Self.event(properties).storedBytes, as: UTF8.self).contains("free"))
  }

  @Test func `Content of a newer version is an error that says so`() {
    for (words, unknown) in [
      (["hologram", "x"], "the kind of content 'hologram'"),
      (["event", "a", "", "hover"], "the type of event 'hover'"),
      (["append", "a", "i1"], "the kind of content 'append'"),
    ] {
      do throws(StoredWords.Unreadable) {
        _ = try Envelope(storedBytes: Self.bytes(words))
        Issue.record("\(words) were read")
      } catch {
        #expect(error.description == "This version does not know \(unknown); a newer one may have stored it.")
      }
    }
  }

  @Test(arguments: 0..<SearchScale.times(25, long: 200))
  func `Damaged content is an error or another envelope, never a crash`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let bytes = random.envelope().storedBytes
    let deep = ["userProperty", "a"] + Array(repeating: "a1", count: 10_000)
    let damaged = (0..<100).map { _ in
      var damaged = random.chance(50) ? bytes : Array(bytes.prefix(random.below(bytes.count)))
      for _ in 0..<random.below(4) where !damaged.isEmpty {
        damaged[random.below(damaged.count)] = UInt8(random.below(256))
      }
      return damaged
    }
    for damaged in damaged + [Self.bytes(deep), Self.bytes(["userProperty", "a", "a9999999999"])] {
      do throws(StoredWords.Unreadable) {
        _ = try Envelope(storedBytes: damaged)
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test func `A record of an earlier form is read, and one from before groups is stored in the same form again`() throws
  {
    let stored: [(version: UInt8, words: [String], content: Envelope.Content)] = [
      (
        1, ["event", "started", "app", "cl", ".plan", "sfree"],
        .event(Envelope.Event(name: "started", entity: "app", type: .click, properties: ["plan" ~>> "free"]))
      ),
      (
        2, ["event", "started", "app", "cl", "App.Event", "1", "endpoint", "crashes", ".plan", "sfree"],
        .event(
          Envelope.Event(
            name: "started", entity: "app", type: .click, properties: ["plan" ~>> "free"], typeName: "App.Event",
            transportOptions: ["endpoint": "crashes"]))
      ), (2, ["userProperty", "plan", "sfree"], .userProperty(name: "plan", value: "free", operation: .set)),
    ]
    for (version, words, content) in stored {
      let envelope = try Envelope(storedBytes: Self.bytes(words, version: version))
      #expect(envelope.content == content)
      #expect(envelope.time == Date(timeIntervalSinceReferenceDate: 1_234.5) && envelope.attempt == 3)
      #expect(envelope.userID == "john")
      #expect(try Envelope(storedBytes: envelope.storedBytes).content == content)
      if version == Envelope.version { #expect(envelope.storedBytes == Self.bytes(words)) }
    }
  }

  // MARK: - IDs

  @Test func `Across a reset nothing in an ID is the same, or runs on`() async throws {
    let probe = Probe()
    let hub = hub(probe, batch: Batch(1_000, .zero))
    hub.track(1...400)
    hub.reset()
    hub.track(401...800)
    #expect(await hub.startAndFlush().delivered == 801)
    // Behind the time: without the version and the variant.
    let places = (52..<128).filter { $0 != 64 && $0 != 65 }
    let tails = probe.batches.all.joined().map { envelope in
      withUnsafeBytes(of: envelope.id.uuid) { id in places.map { id[$0 / 8] >> (7 - $0 % 8) & 1 } }
    }
    #expect(Set(tails).count == tails.count)
    // Bits of chance are set in half of them, and change from one to the next in half of the cases.
    for bit in places.indices {
      #expect(200...600 ~= tails.count { $0[bit] == 1 })
      #expect(200...600 ~= zip(tails, tails.dropFirst()).count { $0[bit] != $1[bit] })
    }
  }

  @Test(arguments: [.nan, .signalingNaN, .infinity, -.infinity, -1e300, 1e300, -1, 0, 1e12])
  func `An ID says its version and variant, whatever the time`(_ seconds: Double) {
    let id = UUID(time: Date(timeIntervalSince1970: seconds), sequence: .max, key: .max).uuidString
    #expect(id.dropFirst(14).first == "7")
    #expect("89AB".contains(id.dropFirst(19).prefix(1)))
  }
}

extension Envelope {
  fileprivate var flattened: TrackedProperties {
    switch content {
    case .event(let event): event.properties.flattened
    case .identify(_, let traits): traits.flattened
    case .userProperty, .reset, .error, .purge: []
    }
  }
}

extension SeededGenerator {
  private mutating func text() -> String {
    let alphabet: [Character] = [
      "a", "Z", ".", "\"", "\\", "\n", "\u{0}", "\u{1F}", "é", "🎸", "\u{2028}", "/", ":", " ",
    ]
    return string(of: alphabet, count: below(8))
  }

  private mutating func value(depth: Int = 0) -> TrackedValue {
    switch below(depth < 4 ? 9 : 7) {
    case 0: return .string(text())
    case 1: return .int(Int(truncatingIfNeeded: next()))
    case 2: return .double([Double(bitPattern: next()), .nan, .infinity, -.infinity][below(4)])
    case 3: return .double(Double(below(100)))
    case 4: return .bool(chance(50))
    case 5: return .date(Date(timeIntervalSinceReferenceDate: Double(below(1_000_000_000)) / 997))
    case 6: return .null
    case 7:
      var values: [TrackedValue] = []
      for _ in 0..<below(4) { values.append(value(depth: depth + 1)) }
      return .array(values)
    default: return .properties(properties(depth: depth + 1))
    }
  }

  private mutating func properties(depth: Int = 0) -> TrackedProperties {
    var list: [TrackedProperty] = []
    for position in 0..<below(5) { list.append("\(text()).\(position)" ~>> value(depth: depth)) }
    return TrackedProperties(list)
  }

  /// An envelope with any content.
  mutating func envelope() -> Envelope {
    let content: Envelope.Content =
      switch below(6) {
      case 0, 1:
        .event(
          Envelope.Event(
            name: text(), entity: text(), type: AnalyticsEventType.allCases[below(5)], properties: properties(),
            typeName: text(), transportOptions: chance(30) ? [text(): text(), "a": text()] : [:],
            groups: chance(30) ? properties() : [], screenName: chance(30) ? text() : nil))
      case 2:
        .userProperty(
          name: text(), value: value(),
          operation: [.set, .setOnce, .increment, .unset, .group(traits: properties())][below(5)])
      case 3: .identify(userID: text(), traits: properties())
      case 4: .error(message: text(), location: text())
      default: chance(50) ? .reset : .purge
      }
    var envelope = Envelope(
      id: UUID(
        time: Date(timeIntervalSince1970: Double(below(2_000_000_000))), sequence: below(1 << 32), key: next()
      ),
      time: Date(timeIntervalSinceReferenceDate: Double(below(1_000_000_000)) / 997),
      userID: chance(30) ? nil : text(), content: content)
    envelope.attempt = 1 + below(9)
    return envelope
  }
}
