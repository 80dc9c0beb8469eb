import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub

@testable import TrackableHTTP

/// A stored delivery is read as it was.
@Suite struct StoredDeliveryTests {
  /// A delivery without the parts that are never stored, as text.
  private static func text(_ delivery: StoredDelivery) -> [String] {
    let envelope = delivery.envelope
    return [
      delivery.anonymousID, envelope.id.uuidString, "\(envelope.time.timeIntervalSinceReferenceDate.bitPattern)",
      envelope.userID ?? "nobody", "\(envelope.attempt)", "\(envelope.storedBytes)", "\(envelope.content)",
    ]
  }

  @Test(arguments: 0..<50 as Range<UInt64>)
  func `All its content comes back, alone and behind others`(_ seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let known = KnownKeys()
    for number in 0..<40 {
      var envelopes = [generator.hostileEnvelope(number)]
      envelopes[0].attempt = generator.chance(10) ? .max : generator.below(5)
      // The same keys with other values, of which one begins with the other.
      for (text, place) in [("Imagine", 1), ("Imag", 1), ("Imagine", 12)] {
        let properties: TrackedProperties = [
          "album" ~>> text, "appVersion" ~>> number / 3, "place" ~>> ["row" ~>> place], "list" ~>> [text],
        ]
        envelopes.append(WireSample.envelope(number, .event(Envelope.Event(name: text, properties: properties))))
      }
      for envelope in envelopes {
        let delivery = StoredDelivery(envelope: envelope, anonymousID: generator.hostileText())
        #expect(Self.text(try StoredDelivery(delivery.record)) == Self.text(delivery))
        #expect(Self.text(try StoredDelivery(delivery.record, known: known)) == Self.text(delivery))
      }
    }
  }

  /// A letter in front of them would become one character with them. A length may take several bytes.
  @Test(
    arguments: ["\u{301}accent", "\u{200D}", "\u{FE0F}", "\n", "\u{0}", "🇩"]
      + [0, 127, 128, 129, 16_383, 16_384].map { String(repeating: "é", count: $0) })
  func `Text may begin with anything, and be longer than a length of one byte says`(_ text: String) throws {
    let properties: TrackedProperties = [text ~>> text, "list" ~>> [text]]
    let contents: [Envelope.Content] = [
      .event(Envelope.Event(name: text, entity: text, properties: properties)),
      .userProperty(name: text, value: .string(text)), .identify(userID: text, traits: properties),
      .error(message: text, location: text),
    ]
    for content in contents {
      let delivery = StoredDelivery(
        envelope: Envelope(id: UUID(), time: Date(), userID: text, content: content), anonymousID: text)
      let read = try StoredDelivery(delivery.record)
      #expect(read.envelope.content == content)
      #expect(read.envelope.userID == text && read.anonymousID == text)
    }
  }

  @Test(arguments: WireSample.all)
  func `A delivery that was cut off or damaged is an error and no crash`(_ envelope: Envelope) throws {
    let record = StoredDelivery(envelope: envelope, anonymousID: "anon").record
    func read(_ payload: [UInt8]) throws -> StoredDelivery {
      try StoredDelivery(StoredRecord(id: record.id, time: record.time, payload: payload))
    }
    var errors = 0
    for count in record.payload.indices {
      do { _ = try read(Array(record.payload[..<count])) } catch { errors += 1 }
      for bit in 0..<8 {
        var flipped = record.payload
        flipped[count] ^= 1 << UInt8(bit)
        _ = try? read(flipped)
      }
    }
    // A list of properties may end after each of them.
    #expect(errors > record.payload.count / 2)
    var newer = record.payload
    // Behind the length of the anonymous id, and the id.
    newer[4 + 4] = 200
    #expect(throws: StoredWords.Unreadable.self) { try read(newer) }
  }
}
