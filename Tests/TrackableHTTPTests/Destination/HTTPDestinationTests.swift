import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

/// A destination that stores and sends.
@Suite struct HTTPDestinationTests {
  @Test func `Few wait for more, and are sent after the delay`() async throws {
    let world = try DestinationWorld()
    let destination = try world.makeDestination(count: 3, delay: .seconds(10))
    try await destination.take([1])
    #expect(destination.figures.stored == 1)
    #expect(world.time.alarms == [.seconds(10)])
    world.time.advance(by: .seconds(10))
    await world.server.requests(1)
    try await destination.take([2, 3, 4])
    await world.server.requests(2)
    await destination.flush()
    #expect(world.taken.map(\.name) == ["1", "2", "3", "4"])
    #expect(destination.figures.delivered == 4)
  }

  /// Takes events, and values of user properties.
  private struct Plain: WireFormat {
    let url: URL
    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      switch envelope.content {
      case .event, .userProperty(_, _, .set): [UInt8]("1".utf8)
      default: nil
      }
    }
  }

  @Test func `A call that the service has no word for is counted, with one issue for each operation`() async throws {
    let world = try DestinationWorld()
    let destination = try world.makeDestination { Plain(url: $0) }
    for _ in 0..<2 {
      try await destination.take(
        .userProperty(name: "visits", value: 1, operation: .increment),
        .userProperty(name: "plan", value: "free", operation: .set),
        .userProperty(name: "plan", value: .null, operation: .unset),
        .userProperty(name: "company", value: "apple", operation: .group()),
        .userProperty(name: "company", value: .null, operation: .group()),
        .userProperty(name: "first", value: 1, operation: .setOnce), .reset)
      await destination.flush()
    }
    #expect(destination.figures.skipped == 12 && destination.figures.delivered == 2 && destination.figures.isBalanced)
    #expect(
      world.issues.withLock { $0.map(\.message) } == [
        "rows has no word for increment of a user property: 'visits' is not sent to it.",
        "rows has no word for unset of a user property: 'plan' is not sent to it.",
        "rows has no word for a group: 'company' is not sent to it.",
        "rows has no word for leaving a group: 'company' is not sent to it.",
        "rows has no word for setOnce of a user property: 'first' is not sent to it.",
      ])
  }

  @Test(arguments: [Duration.seconds(Int64.max), Duration.seconds(Int64.max) * 18])
  func `Times may be as long as a duration can be`(_ longest: Duration) async throws {
    let world = try DestinationWorld()
    let destination = try world.makeDestination(
      delay: longest, timeout: longest, store: StorePolicy(age: longest))
    try await destination.take([1, 2])
    await destination.flush()
    #expect(world.taken.map(\.name) == ["1", "2"])
  }

  @Test func `A pause that the service asked for is kept, and flush returns at once`() async throws {
    let world = try DestinationWorld { number, _ in
      number == 0 ? .respond(429, headers: ["Retry-After": "100"]) : .respond(200)
    }
    let destination = try world.makeDestination()
    try await destination.take([1])
    await destination.flush()
    world.time.advance(by: .seconds(99))
    await destination.flush()
    #expect(world.server.requests.count == 1)
    world.time.advance(by: .seconds(300))
    await destination.flush()
    #expect(world.taken.map(\.name) == ["1"])
  }

  @Test func `The pause after a failure is a part of the longest one, as the source of chance says`() async throws {
    var pauses: [Duration] = []
    for seed in [1, 1, 2, 3] as [UInt64] {
      let world = try DestinationWorld(seed: seed) { _, _ in .respond(503) }
      let destination = try world.makeDestination()
      try await destination.take([1])
      await destination.flush()
      pauses += world.time.alarms.min().map { [$0] } ?? []
    }
    #expect(pauses.count == 4 && pauses[0] == pauses[1] && Set(pauses).count == 3)
    #expect(pauses.allSatisfy { .zero..<Duration.seconds(2) ~= $0 })
  }

  @Test(arguments: [401, 403, 500])
  func `Where a service takes nothing, all is kept, with one issue, and no key is told`(_ status: Int) async throws {
    let world = try DestinationWorld { _, _ in .respond(status, body: "no key like key-of-mine") }
    let destination = try world.makeDestination()
    for number in 0..<5 {
      try await destination.take([number])
      await destination.flush()
      world.time.advance(by: .seconds(400))
    }
    await destination.flush()
    #expect(destination.figures.stored == 5)
    let issues = world.issues.withLock { $0 }
    #expect(issues.map(\.kind) == [.deliveryFailed])
    #expect(
      issues.first?.message.hasSuffix("its events stay in its store: 127.0.0.1/ answered \(status).") == true,
      "\(issues)")
    var dumped = "\(destination) \(String(reflecting: destination)) \(issues)"
    dump(destination, to: &dumped)
    #expect(!dumped.contains(RowFormat.key))
    #expect(world.server.requests.first?.headers["authorization"] == RowFormat.key)
    #expect(world.everythingStored().contains(Data("number".utf8)))
    #expect(!world.everythingStored().contains(Data(RowFormat.key.utf8)))
  }

  /// A format whose URL changes.
  private struct MovingFormat: WireFormat {
    let place: Lock<URL>
    var url: URL { place.withLock { $0 } }
    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      RowFormat(url: url).encode(envelope, in: context)
    }
  }

  @Test func `Where the URL becomes one that is not safe, everything is kept, with one issue`() async throws {
    let world = try DestinationWorld()
    let place = Lock(world.server.url)
    let destination = try world.makeDestination({ _ in MovingFormat(place: place) })
    let outside = try #require(URL(string: "http://0.0.0.0:\(world.server.port)/"))
    place.withLock { $0 = outside }
    for number in 0..<3 {
      try await destination.take([number])
      await destination.flush()
    }
    #expect(destination.figures.stored == 3)
    let issues = world.issues.withLock { $0 }
    #expect(issues.map(\.kind) == [.deliveryFailed])
    #expect(issues.first?.message.contains("0.0.0.0") == true)
    #expect(issues.first?.message.contains("use https") == true)
    #expect(world.server.requests.isEmpty)
    place.withLock { $0 = world.server.url }
    await destination.flush()
    #expect(world.taken.map(\.name) == ["0", "1", "2"])
  }

  @Test func `A refused event is counted, with one issue until the service takes everything again`() async throws {
    let world = try DestinationWorld { number, _ in number == 2 ? .respond(200) : .verdict(never: [0]) }
    let destination = try world.makeDestination()
    for number in 0..<4 {
      try await destination.take([2 * number, 2 * number + 1])
      await destination.flush()
    }
    #expect(destination.figures.rejected == 3)
    #expect(destination.figures.delivered == 5)
    #expect(world.issues.withLock { $0 }.map(\.kind) == [.deliveriesRejected, .deliveriesRejected])
  }

  @Test func `After a reset of another process, an event from before it keeps its anonymous id`() async throws {
    let world = try DestinationWorld()
    let (app, other) = (try world.makeDestination(), try world.makeDestination())
    func take(_ name: String, at time: Date) async throws {
      let envelope = Envelope(id: UUID(), time: time, userID: nil, content: .named(name))
      _ = try await other.deliver(DeliveryBatch([envelope]))
    }
    try await take("first", at: Date())
    let before = Date()
    try await app.take(.named("of the app"), .reset)
    try await take("before", at: before)
    try await take("after", at: Date().addingTimeInterval(1))
    try await take("late", at: before)
    await app.flush()
    await other.flush()
    let ids = Dictionary(uniqueKeysWithValues: world.taken.map { ($0.name, $0.anonymous) })
    #expect(ids["first"] == ids["of the app"] && ids["before"] == ids["first"] && ids["late"] == ids["first"])
    #expect(ids["after"] != nil && ids["after"] != ids["first"])
  }

  @Test func `An event that was still on its way when the user withdrew is counted, and not sent`() async throws {
    let world = try DestinationWorld()
    let destination = try world.makeDestination()
    let person = UserStamp.Person(isOfProcess: true)
    let before = Decisions.number
    destination.purge()
    let late = Envelope.event(of: person, user: "alice", decision: before)
    let next = Envelope.event(of: person, user: "alice")
    _ = try await destination.deliver(DeliveryBatch([late, next]))
    await destination.flush()
    #expect(world.taken.map(\.id) == [next.id.uuidString])
    #expect(destination.figures == StoredFigures(accepted: 2, delivered: 1, dropped: [.purged: 1]))
  }

  @Test func `A purge cancels the running request, and the rest of it never leaves`() async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .stall : .respond(200) }
    let destination = try world.makeDestination(count: 1)
    try await destination.take(0..<20)
    await world.server.requests(1)
    async let flushed: Void = destination.flush()
    try await destination.take(.purge)
    await flushed
    #expect(destination.figures.stored == 0)
    try await destination.take(.named("after"))
    await destination.flush()
    #expect(world.server.requests.count == 2)
    #expect(world.taken.map(\.name) == ["after"])
    #expect(world.issues.withLock { $0 }.isEmpty)
    #expect(!world.everythingStored().contains(Data("number".utf8)))
  }

  @Test func `A purge by another process ends the sending after the running request`() async throws {
    let other = Lock<HTTPDestination?>(nil)
    let world = try DestinationWorld { number, rows in
      if number == 0 { return .respond(413) }
      other.withLock { $0?.purge() }
      return .respond(200)
    }
    let destination = try world.makeDestination()
    let purging = try world.makeDestination()
    other.withLock { $0 = purging }
    try await destination.take(0..<20)
    await destination.flush()
    #expect(world.taken.map(\.name) == ["0"])
    #expect(destination.figures.stored == 0 && destination.figures.isBalanced)
    #expect(!world.everythingStored().contains(Data("number".utf8)))
    other.withLock { $0 = nil }
  }

  @Test func `A flush that is cancelled returns, and the sending goes on`() async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .stall : .respond(200) }
    let destination = try world.makeDestination()
    try await destination.take([1])
    let flush = Task { await destination.flush() }
    await world.server.requests(1)
    flush.cancel()
    await flush.value
    #expect(destination.figures.stored == 1)
  }

  @Test
  func `A record of a newer version stays until a purge, with one issue a launch, and the rest is sent`() async throws {
    let world = try DestinationWorld { number, _ in .respond(number < 2 ? 500 : 200) }
    do {
      let destination = try world.makeDestination()
      try await destination.take([1, 2, 3])
      let store = EventStore(
        folder: destination.folder.appending(path: "records").path,
        location: CodeLocation(fileID: "Tests/Here.swift", line: 1)
      ) { _ in }
      store.append([
        StoredRecord(id: UUID(), time: 0, payload: [200, 1, 2]),
        StoredRecord(id: UUID(), time: .max, payload: [200, 201]),
      ])
      store.close()
      for _ in 0..<3 { await destination.flush() }
      // One was stored in 1970.
      #expect(destination.figures.isBalanced && destination.figures.delivered == 3)
      #expect(destination.figures.stored == 1 && destination.figures.dropped[.expired] == 1)
    }
    let destination = try world.makeDestination()
    try await destination.take([4, 5])
    await destination.flush()
    #expect(destination.figures.isBalanced && destination.figures.delivered == 2 && destination.figures.stored == 1)
    #expect(world.everythingStored().contains(Data([200, 201])))
    destination.purge()
    #expect(!world.everythingStored().contains(Data([200, 201])))
    #expect(world.taken.map(\.name) == ["1", "2", "3", "4", "5"])
    #expect(
      Set(world.issues.withLock { $0.map(\.kind) }) == [.storeDamaged, .storeOverflow, .deliveryFailed]
        && world.issues.withLock { $0.count { $0.kind == .storeDamaged } } == 2)
  }
}
