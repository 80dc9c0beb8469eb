import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

/// What does not get through is found out, and the rest goes on.
@Suite struct GettingOnTests {
  /// Sends again and again, until nothing waits or this often.
  private func send(_ destination: HTTPDestination, in world: DestinationWorld, rounds: Int) async {
    for _ in 0..<rounds where destination.figures.stored > 0 {
      await destination.flush()
      world.time.advance(by: .seconds(1_000))
    }
    await destination.flush()
  }

  @Test(arguments: [403, 500], [0, 19])
  func `An event that the service answers with a failure is named in an issue`(_ status: Int, _ bad: Int) async throws {
    let world = try DestinationWorld { _, rows in
      .respond(rows.contains { $0.name == "\(bad)" } ? status : 200, body: "no")
    }
    let destination = try world.makeDestination()
    try await destination.take(0..<40)
    await send(destination, in: world, rounds: 5)
    #expect(destination.figures == StoredFigures(accepted: 40, delivered: 39, stored: 1))
    let issue = try #require(world.issues.withLock { $0.first { $0.message.contains("takes other events") } })
    #expect(issue.message == "rows takes other events, but not '\(bad)' with 'number': 127.0.0.1/ answered \(status).")
  }

  @Test func `More bad events than are read at a time hold up others until a flush at most`() async throws {
    let isBad: @Sendable (WireRow) -> Bool = { Int($0.name.prefix { $0 != " " }) ?? 0 < 12 }
    let world = try DestinationWorld { _, rows in .respond(rows.contains(where: isBad) ? 500 : 200) }
    let destination = try world.makeDestination({ RowFormat(url: $0, limits: WireLimits(events: 1, bytes: 100_000)) })
    // Half a megabyte has ten of them.
    for bad in 0..<12 {
      try await take(bad..<bad + 1, bytes: 50_000, destination)
      try await take(bad + 100..<bad + 101, destination)
      await send(destination, in: world, rounds: 6)
    }
    #expect(destination.figures.delivered == 12 && destination.figures.stored == 12)
    try await take(200..<203, destination)
    await destination.flush()
    #expect(destination.figures.delivered == 15 && destination.figures.stored == 12)
    #expect(destination.figures.isBalanced)
  }

  /// Events of three kilobytes each, or of more.
  private func take(_ numbers: Range<Int>, bytes: Int = 3_000, _ destination: HTTPDestination) async throws {
    let text = " " + String(repeating: "n", count: bytes)
    _ = try await destination.deliver(DeliveryBatch(numbers.map { .numbered($0, text) }))
  }

  /// Takes events, and sends them, in requests of up to 30. Returns how many each request had.
  private func send(_ numbers: Range<Int>, in world: DestinationWorld, rounds: Int) async throws -> [Int] {
    let before = world.server.requests.count
    let destination = try world.makeDestination({ RowFormat(url: $0, limits: WireLimits(events: 30, bytes: 100_000)) })
    try await take(numbers, destination)
    await send(destination, in: world, rounds: rounds)
    #expect(world.taken.compactMap { Int($0.name.split(separator: " ")[0]) } == Array(0..<numbers.upperBound))
    return world.server.requests.dropFirst(before).map { RowFormat.rows(of: $0).count }
  }

  @Test func `A request that does not get through in time becomes smaller, and later ones larger again`() async throws {
    let isSlow = Lock(true)
    let world = try DestinationWorld(clock: ManualClock()) { _, rows in
      isSlow.withLock { $0 } && rows.count > 4 ? .stall : .respond(200)
    }
    let counts = try await send(0..<60, in: world, rounds: 30)
    #expect(counts.first == 30 && counts.count < 30, "\(counts)")
    isSlow.withLock { $0 = false }
    #expect(try await send(60..<660, in: world, rounds: 1).suffix(10).contains(30))
  }

  @Test func `How much the service takes at once is found out once, and the next launch knows it`() async throws {
    let world = try DestinationWorld { _, rows in .respond(rows.count > 4 ? 413 : 200) }
    // Of the first batch only.
    #expect(try await send(0..<300, in: world, rounds: 1).count { $0 > 4 } < 8)
    #expect(try await send(300..<360, in: world, rounds: 1).allSatisfy { $0 <= 4 })
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
        let name = URLQueryItem(name: "name", value: String(decoding: item.bytes, as: UTF8.self))
        return WireRequest("GET", to: url.appending(path: "pixel").appending(queryItems: [name]), items: [place])
      }
    }
  }

  @Test func `A GET for each event has the store, the retries and the ledger`() async throws {
    let world = try DestinationWorld()
    let server = try ScriptedServer { number, request in
      .respond(number == 1 ? 503 : request.path.contains("name=3") ? 422 : 200)
    }
    defer { server.close() }
    let destination = try world.makeDestination({ _ in Pixel(url: server.url) })
    try await destination.take(0..<5)
    await destination.flush()
    #expect(destination.figures.delivered == 1 && destination.figures.stored == 4)
    world.time.advance(by: .seconds(1_000))
    await destination.flush()
    #expect(destination.figures.delivered == 4 && destination.figures.rejected == 1)
    let requests = server.requests.map { "\($0.method) \($0.path) \($0.body.count)" }
    #expect(requests == ["0", "1", "1", "2", "3", "4"].map { "GET /pixel?name=\($0) 0" })
    let texts = world.issues.withLock { $0.map(\.description) }
    #expect(texts.contains { $0.contains("127.0.0.1/pixel answered 503") })
    #expect(texts.contains { $0.contains("127.0.0.1/pixel answered 422") })
    #expect(texts.allSatisfy { !$0.contains("name=") && !$0.contains("?") })
  }
}
