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

  /// Everything that can be read of an envelope: equal text means equal envelopes.
  private static func text(of envelope: Envelope) -> String {
    let content =
      switch envelope.content {
      case .event(let event):
        "event \(event.name) \(event.entity) \(event.type) \(text(of: event.properties)) "
          + "flat \(text(of: event.properties.flattened)) in \(text(of: event.groups))"
      case .userProperty(let name, let value, .group(let traits)):
        "userProperty \(name) \(text(of: value)) group \(text(of: traits))"
      case .userProperty(let name, let value, let operation):
        "userProperty \(name) \(text(of: value)) \(operation)"
      case .identify(let userID, let traits):
        "identify \(userID) \(text(of: traits)) flat \(text(of: traits.flattened))"
      case .error(let message, let location): "error \(message) at \(location)"
      case .reset: "reset"
      case .purge: "purge"
      }
    return "\(envelope.id) \(envelope.time.timeIntervalSinceReferenceDate) \(envelope.userID ?? "-") "
      + "\(envelope.attempt) \(content)"
  }

  private static func text(of properties: TrackedProperties) -> String {
    properties.map { "<\($0.key.name)=\(text(of: $0.value))>" }.joined()
  }

  private static func text(of value: TrackedValue) -> String {
    switch value {
    case .array(let values): "[" + values.map { text(of: $0) }.joined(separator: ",") + "]"
    case .properties(let properties): "{" + text(of: properties) + "}"
    case .date(let date): "date \(date.timeIntervalSinceReferenceDate)"
    case .string(let value): "string \(value)"
    case .int(let value): "int \(value)"
    case .double(let value): "double \(value)"
    case .bool(let value): "bool \(value)"
    case .null: "null"
    }
  }

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

  /// The words of the content of an envelope.
  private static func words(_ envelope: Envelope) -> [String] {
    let envelope = Envelope(id: envelope.id, time: envelope.time, userID: nil, content: envelope.content)
    // Behind the version, the ID, the time, the attempts and the user.
    var (rest, words) = (envelope.storedBytes.dropFirst(1 + 16 + 8 + 8 + 4), [String]())
    while !rest.isEmpty {
      let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      words.append(String(decoding: rest.dropFirst(4).prefix(count), as: UTF8.self))
      rest = rest.dropFirst(4 + count)
    }
    return words
  }

  private static func event(_ properties: TrackedProperties) -> Envelope {
    Envelope(
      id: UUID(), time: Date(timeIntervalSince1970: 1_763_780_314.123456), userID: "john",
      content: .event(Envelope.Event(name: "MyApp.Rated.didRate", properties: properties)))
  }

  @Test(arguments: 0..<SearchScale.times(37, long: 300))
  func `An envelope that was stored is the envelope`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let envelope = random.envelope()
    #expect(Self.text(of: try Self.stored(envelope)) == Self.text(of: envelope))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `A number that is not finite stays what it is`(_ number: Double) throws {
    let envelope = Envelope(
      id: UUID(), time: Date(timeIntervalSince1970: 0), userID: nil,
      content: .userProperty(name: "ratio", value: .array([.double(number), 1])))
    #expect(try Self.stored(envelope).content == envelope.content)
  }

  @Test func `A screen that was stored is a screen, also in a group`() throws {
    for groups in [[], ["company" ~>> "apple"]] as [TrackedProperties] {
      let event = Envelope.Event(
        name: "Screens.album", type: .impression, properties: ["rating" ~>> 5], groups: groups, screenName: "Album")
      let envelope = Envelope(id: UUID(), time: Date(), userID: nil, content: .event(event))
      #expect(try Self.stored(envelope).content == envelope.content)
    }
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
      #expect(Self.text(of: event.properties.flattened) == Self.text(of: properties.flattened))
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
    let words = Self.words(random.envelope())
    for _ in 0..<20 {
      var damaged = words
      switch random.below(3) {
      case 0: damaged.removeLast(1 + random.below(damaged.count))
      case 1:
        damaged[random.below(damaged.count)] = ["a9999999999", "p3", "i", "t", "d1e", ":x", "", "a1"][random.below(8)]
      default: damaged.insert(contentsOf: Array(repeating: "a1", count: 10_000), at: random.below(damaged.count))
      }
      do throws(StoredWords.Unreadable) {
        _ = try Envelope(storedBytes: Self.bytes(damaged))
      } catch {
        #expect(!error.description.isEmpty)
      }
    }
  }

  @Test func `An array that is nested without end is stored as far as a property may be`() throws {
    var value = TrackedValue.array([1])
    for _ in 0..<20_000 { value = .array([value]) }
    let envelope = Envelope(
      id: UUID(), time: Date(timeIntervalSince1970: 0), userID: nil, content: .userProperty(name: "deep", value: value))
    guard case .userProperty(_, let read, _) = try Self.stored(envelope).content else {
      Issue.record("The user property is none any more.")
      return
    }
    var inner = read
    while case .array(let values) = inner, let first = values.first { inner = first }
    #expect(inner == "(nested deeper than 32 levels)")
  }

  @Test func `Its form is compact`() {
    let envelope = Envelope(
      id: UUID(), time: Date(timeIntervalSince1970: 1_763_780_314.25), userID: "john",
      content: .event(
        Envelope.Event(name: "MyApp.Rated.didRate", properties: ["year" ~>> 1971, "title" ~>> "Imagine"])))
    #expect(envelope.storedBytes.count < 140)
  }

  @Test func `An envelope of form 1 can be read, which has neither the type nor options of an event`() throws {
    let words = ["event", "started", "app", "cl", ".plan", "sfree"]
    let envelope = try Envelope(storedBytes: Self.bytes(words, version: 1))
    #expect(envelope.time == Date(timeIntervalSinceReferenceDate: 1_234.5) && envelope.attempt == 3)
    #expect(envelope.userID == "john")
    let event = Envelope.Event(name: "started", entity: "app", type: .click, properties: ["plan" ~>> "free"])
    #expect(envelope.content == .event(event) && event.typeName == "" && event.transportOptions == [:])
    #expect(try Envelope(storedBytes: envelope.storedBytes).content == .event(event))
  }

  @Test func `A record from before groups and operations is read, and stored in the same form again`() throws {
    let stored: [([String], Envelope.Content)] = [
      (
        ["event", "started", "app", "cl", "App.Event", "1", "endpoint", "crashes", ".plan", "sfree"],
        .event(
          Envelope.Event(
            name: "started", entity: "app", type: .click, properties: ["plan" ~>> "free"], typeName: "App.Event",
            transportOptions: ["endpoint": "crashes"]))
      ), (["userProperty", "plan", "sfree"], .userProperty(name: "plan", value: "free", operation: .set)),
    ]
    for (words, content) in stored {
      let envelope = try Envelope(storedBytes: Self.bytes(words))
      #expect(envelope.content == content)
      #expect(envelope.storedBytes == Self.bytes(words))
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

  @Test(arguments: [Date.distantPast, Date(timeIntervalSince1970: 1e12), Date(timeIntervalSinceReferenceDate: 0)])
  func `An ID says its version and variant, whatever the time`(_ time: Date) {
    let id = UUID(time: time, sequence: .max, key: .max).uuidString
    #expect(id.dropFirst(14).first == "7")
    #expect("89AB".contains(id.dropFirst(19).prefix(1)))
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
    case 2: return .double(Double(bitPattern: next()))
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
            groups: chance(30) ? properties() : []))
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
