import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

/// What a service takes of a request in parts, and what a format sends in requests of its own.
@Suite struct PartialAnswerTests {
  /// The answer to a request: the places of the items to be sent again.
  private struct Again: WireFormat {
    let url: URL
    var limits = WireLimits(events: 9, bytes: 100_000)

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      RowFormat(url: url).encode(envelope, in: context)
    }

    func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
      let again = try? JSONDecoder().decode(Set<Int>.self, from: response.body)
      return again.map { .partly(again: $0) } ?? WireVerdict(response)
    }
  }

  private struct Received {
    var names: [String] = []
    var taken: [String] = []
  }

  @Test(arguments: [false, true])
  func `A server that takes every third gets only the others again, also at the next attempt`(
    isInterrupted: Bool
  ) async throws {
    let received = Lock(Received())
    let world = try DestinationWorld { number, rows in
      received.withLock { received in
        if isInterrupted && number % 2 == 1 { return .respond(503) }
        var again: [Int] = []
        for (place, row) in rows.enumerated() {
          received.names.append(row.name)
          if received.names.count % 3 == 0 { received.taken.append(row.name) } else { again.append(place) }
        }
        return .respond(202, body: "\(again)")
      }
    }
    let destination = try world.makeDestination({ Again(url: $0) })
    try await destination.take(0..<20)
    for _ in 0..<100 where destination.ledger.stored > 0 {
      await destination.flush()
      world.time.advance(by: .seconds(1_000))
    }
    #expect(destination.ledger.stored == 0 && destination.ledger.delivered == 20)
    let taken = received.withLock { $0.taken }
    #expect(taken.count == 20 && Set(taken) == Set((0..<20).map(String.init)))
  }

  /// A request for each event, with its name in the query, as a counter on the web takes it.
  private struct Pixel: WireFormat {
    let url: URL
    let limits = WireLimits(events: 10, bytes: 2_000)

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      guard case .event(let event) = envelope.content else { return nil }
      return Array(event.name.utf8)
    }

    func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
      items.enumerated().map { place, item in
        let query = [
          URLQueryItem(name: "name", value: String(decoding: item.bytes, as: UTF8.self)),
          URLQueryItem(name: "id", value: item.envelope.id.uuidString),
        ]
        return WireRequest("GET", to: url.appending(path: "pixel").appending(queryItems: query), items: [place])
      }
    }
  }

  @Test func `A GET for each event has the store, the retries and the ledger`() async throws {
    let paths = Lock<[String]>([])
    let world = try DestinationWorld { _, _ in .respond(200) }
    let server = try ScriptedServer { number, request in
      paths.withLock { $0.append("\(request.method) \(request.path) \(request.body.count)") }
      return .respond(number == 1 ? 503 : request.path.contains("name=3") ? 422 : 200)
    }
    defer { server.close() }
    let destination = try world.makeDestination({ _ in Pixel(url: server.url) })
    try await destination.take(0..<5)
    await destination.flush()
    #expect(destination.ledger.delivered == 1 && destination.ledger.stored == 4)
    world.time.advance(by: .seconds(1_000))
    await destination.flush()
    #expect(destination.ledger.delivered == 4 && destination.ledger.rejected == 1)
    let names = paths.withLock { $0.map { $0.prefix { $0 != "&" } } }
    #expect(names == ["0", "1", "1", "2", "3", "4"].map { "GET /pixel?name=\($0)" })
    #expect(paths.withLock { $0.allSatisfy { $0.hasSuffix(" 0") } })
    let texts = world.issues.withLock { $0.map(\.description) }
    #expect(texts.contains { $0.contains("127.0.0.1/pixel answered 503") })
    #expect(texts.contains { $0.contains("127.0.0.1/pixel answered 422") })
    #expect(texts.allSatisfy { !$0.contains("name=") && !$0.contains("?") })
  }
}
