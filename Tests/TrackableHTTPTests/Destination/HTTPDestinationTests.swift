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
    #expect(destination.ledger.stored == 1)
    #expect(world.time.alarms == [.seconds(10)])
    world.time.advance(by: .seconds(10))
    await world.server.requests(1)
    try await destination.take([2, 3, 4])
    await world.server.requests(2)
    await destination.flush()
    #expect(world.taken.map(\.name) == ["1", "2", "3", "4"])
    #expect(destination.ledger.delivered == 4)
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
    #expect(destination.ledger.skipped == 12 && destination.ledger.delivered == 2 && destination.ledger.isBalanced)
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

  @Test(arguments: [1, 2, 3] as [UInt64])
  func `The pause after a failure is a part of the longest one, as the source of chance says`(_ seed: UInt64)
    async throws
  {
    func pause() async throws -> Duration? {
      let world = try DestinationWorld(seed: seed) { _, _ in .respond(503) }
      let destination = try world.makeDestination()
      try await destination.take([1])
      await destination.flush()
      return world.time.alarms.min()
    }
    let first = try #require(try await pause())
    #expect(try await pause() == first)
    #expect(.zero..<Duration.seconds(2) ~= first)
  }

  @Test(arguments: [401, 403]) func `A refused key keeps everything, with one issue`(_ status: Int) async throws {
    let world = try DestinationWorld { _, _ in .respond(status, body: "no key like key-of-mine") }
    let destination = try world.makeDestination()
    for number in 0..<5 {
      try await destination.take([number])
      await destination.flush()
      world.time.advance(by: .seconds(400))
    }
    await destination.flush()
    #expect(destination.ledger.stored == 5)
    let issues = world.issues.withLock { $0 }
    #expect(issues.map(\.kind) == [.deliveryFailed])
    #expect(
      issues.first?.message.hasSuffix("its events stay in its store: 127.0.0.1/ answered \(status).") == true,
      "\(issues)")
    #expect(issues.first?.description.contains("key-of-mine") == false)
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
    #expect(destination.ledger.stored == 3)
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
    let verdict = RowFormat.Verdict(rejected: [0], isRestTaken: true)
    let body = String(decoding: try JSONEncoder().encode(verdict), as: UTF8.self)
    let world = try DestinationWorld { number, _ in
      number == 2 ? .respond(200) : .respond(400, body: body)
    }
    let destination = try world.makeDestination()
    for number in 0..<4 {
      try await destination.take([2 * number, 2 * number + 1])
      await destination.flush()
    }
    #expect(destination.ledger.rejected == 3)
    #expect(destination.ledger.delivered == 5)
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
    #expect(destination.ledger.dropped == StoredFigures(dropped: [.purged: 1]).dropped && destination.ledger.isBalanced)
  }

  @Test func `A purge cancels the running request, and the rest of it never leaves`() async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .stall : .respond(200) }
    let destination = try world.makeDestination(count: 1, timeout: .seconds(600))
    try await destination.take(0..<20)
    await world.server.requests(1)
    async let flushed: Void = destination.flush()
    try await destination.take(.purge)
    await flushed
    #expect(destination.ledger.stored == 0)
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
    #expect(destination.ledger.stored == 0 && destination.ledger.isBalanced)
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
    #expect(destination.ledger.stored == 1)
  }

  @Test func `No key is in an issue, a description, a dump or a file`() async throws {
    let world = try DestinationWorld { _, _ in .respond(500, body: "your key is key-of-mine") }
    let destination = try world.makeDestination()
    try await destination.take([1])
    await destination.flush()
    var dumped = "\(destination) \(String(reflecting: destination))"
    dump(destination, to: &dumped)
    #expect(!dumped.contains(RowFormat.key))
    #expect(world.server.requests.first?.headers["authorization"] == RowFormat.key)
    #expect(world.issues.withLock { $0 }.map(\.kind) == [.deliveryFailed])
    #expect(!world.issues.withLock { "\($0)" }.contains(RowFormat.key))
    #expect(world.everythingStored().contains(Data("number".utf8)))
    #expect(!world.everythingStored().contains(Data(RowFormat.key.utf8)))
  }

  @Test
  func `A record of a newer version stays in the store, also after launches, until a purge, and the rest is sent`()
    async throws
  {
    let world = try DestinationWorld()
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
      await destination.flush()
      #expect(destination.ledger.isBalanced && destination.ledger.delivered == 3)
      // One was stored in 1970.
      #expect(destination.ledger.stored == 1 && destination.ledger.dropped[.expired] == 1)
    }
    do {
      let destination = try world.makeDestination()
      try await destination.take([4, 5])
      await destination.flush()
      #expect(destination.ledger.isBalanced && destination.ledger.delivered == 2 && destination.ledger.stored == 1)
      #expect(world.everythingStored().contains(Data([200, 201])))
      destination.purge()
      #expect(!world.everythingStored().contains(Data([200, 201])))
    }
    #expect(world.taken.map(\.name) == ["1", "2", "3", "4", "5"])
    #expect(world.issues.withLock { $0 }.map(\.kind) == [.storeDamaged, .storeOverflow, .storeDamaged])
  }

  @Test func `An unreadable record is an issue once, also behind a request that fails`() async throws {
    let world = try DestinationWorld { number, _ in .respond(number < 2 ? 500 : 200) }
    let destination = try world.makeDestination()
    try await destination.take([1])
    let store = EventStore(
      folder: destination.folder.appending(path: "records").path,
      location: CodeLocation(fileID: "Tests/Here.swift", line: 1)
    ) { _ in }
    store.append([StoredRecord(id: UUID(), time: .max, payload: [200])])
    store.close()
    for _ in 0..<3 { await destination.flush() }
    #expect(destination.ledger.delivered == 1 && destination.ledger.stored == 1 && destination.ledger.isBalanced)
    #expect(world.issues.withLock { $0.map(\.kind) } == [.storeDamaged, .deliveryFailed])
  }
}
